package org.ironopt.lab.bench.mnist;

import java.io.IOException;
import java.io.PrintWriter;
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

  public void print(PrintWriter out) throws IOException {
    BenchTables.print(outcome, out);
  }

  public Map<String, Object> json() {
    return BenchTables.json(outcome);
  }
}
