package org.ironopt.lab.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A benchmark with dependencies of its own, which therefore lives in another module and is found by
 * {@link java.util.ServiceLoader}.
 */
public interface Benchmark {
  /** Returns what it is called on the command line. */
  String name();

  /**
   * Measures.
   *
   * @param quick for a look within seconds, on small data, nothing to be quoted
   * @param log takes lines of progress
   */
  Result run(boolean quick, Consumer<String> log) throws IOException;

  /** What was measured. */
  interface Result {
    /** Prints tables. */
    void print(PrintWriter out);

    /** Returns the same as text, numbers, lists and maps. */
    Map<String, Object> json();
  }
}
