package org.ironopt.bench.words;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.io.internal.FileErrors;

/** {@code bench words}: raw random words on standard output, for a battery of tests. */
public final class WordsBenchmark implements Benchmark {
  private static final long SEED = 0;
  private static final long FEW = 1_000_000;

  @Override
  public String name() {
    return "words";
  }

  @Override
  public Set<String> options() {
    return Set.of("--order");
  }

  @Override
  public Optional<Result> run(Request request) throws IOException {
    // Raw bytes: the writer of the other benchmarks would turn them into text.
    write(request, new FileOutputStream(FileDescriptor.out));
    return Optional.of(new Result("", Map.of()));
  }

  /** Writes words without end, or a few; a reader that has seen enough closes the pipe. */
  static void write(Request request, OutputStream out) throws IOException {
    WordOrder order =
        OptionChecks.choice("--order", request.order().orElse("single"), WordOrder.values());
    try {
      order.write(SEED, request.quick() ? FEW : Long.MAX_VALUE, out);
    } catch (IOException e) {
      if (!FileErrors.readerLeft(e)) {
        throw e;
      }
    }
  }
}
