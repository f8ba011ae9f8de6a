package org.ironopt.lab.bench.mnist;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A benchmark, measured once and shown in several ways. */
public final class BenchRun {
  private final Outcome outcome;

  private BenchRun(Outcome outcome) {
    this.outcome = outcome;
  }

  public static BenchRun of(MnistBench bench) {
    return new BenchRun(bench.measure());
  }

  public void print(PrintWriter out) {
    BenchTables.print(outcome, out);
  }

  /** Writes figures, tables and a page; returns the page. */
  public Path write(Path out, String command, List<List<String>> machine) throws IOException {
    return BenchReport.write(outcome, out, command, machine);
  }

  public Map<String, Object> json() {
    return BenchTables.json(outcome);
  }
}
