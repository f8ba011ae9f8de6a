package org.ironopt.lab.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.words.WordOrder;
import picocli.CommandLine.Command;
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

  @Override
  public Integer call() throws IOException {
    if (count != null && count < 0) {
      throw new InputError("--count has the value " + count + ", expected a number >= 0");
    }
    WordOrder words = Check.choice("--order", order, WordOrder.values());
    // Raw bytes: the writer of the other commands would turn them into text.
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      words.write(seed, count == null ? Long.MAX_VALUE : count, out);
    } catch (IOException e) {
      // A reader that has seen enough closes the pipe.
      if (!"Broken pipe".equals(e.getMessage())) {
        throw e;
      }
    }
    return ExitCode.SUCCESS;
  }
}
