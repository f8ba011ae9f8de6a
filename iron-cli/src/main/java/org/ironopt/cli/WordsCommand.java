package org.ironopt.cli;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.Check;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.cli.words.WordOrder;
import org.ironopt.io.InputError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code iron words}: the random words themselves, for a battery of tests. */
@Command(
    name = "words",
    header = "Write raw random words for a battery of tests.",
    description = {
      "",
      "64-bit words, lowest byte first, on standard output until the reader has enough:",
      "  iron words --order single | dieharder -a -g 200",
      "docs/RANDOM.md has the results.",
      ""
    })
final class WordsCommand implements Callable<Integer> {
  private static final int MOST_LISTED = 1_000_000;

  @Option(
      names = "--order",
      paramLabel = "NAME",
      defaultValue = "single",
      description = {
        "single (one stream, index after index),",
        "interleaved (64 streams by turns),",
        "steps (neighbouring steps, eight words of each) or",
        "neighbours (neighbouring seeds, eight words of each).",
        "Default: ${DEFAULT-VALUE}."
      })
  private String order;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Root of the randomness. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--count", paramLabel = "N", description = "How many words. Default: no end.")
  private Long count;

  @Mixin private OutputOptions output;

  /** The words as JSON, in hexadecimal digits: 64 bits are more than a number of JSON holds. */
  private record Listed(String order, long seed, List<String> words) {}

  @Override
  public Integer call() throws IOException {
    if (count != null && count < 0) {
      throw new InputError("--count has the value " + count + ", expected a number >= 0");
    }
    WordOrder words = Check.choice("--order", order, WordOrder.values());
    if (output.json()) {
      output.print(new Listed(order, seed, listed(words)), List.of());
      return ExitCode.SUCCESS;
    }
    if (count != null) {
      output.remark(count + " words, order " + order + ", seed " + seed);
    }
    // Raw bytes: the writer of the other commands would turn them into text.
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    try {
      words.write(seed, count == null ? Long.MAX_VALUE : count, out);
    } catch (IOException e) {
      // A reader that has seen enough closes the pipe.
      if (!"Broken pipe".equals(e.getMessage())) {
        throw e;
      }
    }
    return ExitCode.SUCCESS;
  }

  private List<String> listed(WordOrder words) throws IOException {
    if (count == null || count > MOST_LISTED) {
      throw new InputError("--json needs a --count of at most %s", MOST_LISTED);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    words.write(seed, count, bytes);
    ByteBuffer read = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    List<String> listed = new ArrayList<>();
    while (read.hasRemaining()) {
      listed.add(HexFormat.of().toHexDigits(read.getLong()));
    }
    return listed;
  }
}
