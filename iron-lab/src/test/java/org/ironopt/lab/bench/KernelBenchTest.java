package org.ironopt.lab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

class KernelBenchTest {
  @Test
  void everyKernelHasARowPerLengthAndTheThreadsAreRestored() {
    int threads = Parallel.threads();
    List<KernelBench.Row> rows = KernelBench.run(1, 0, 64, 1000);
    assertEquals(12, rows.size());
    for (KernelBench.Row row : rows) {
      assertTrue(row.ratio() > 0 && row.gigabytesPerSecond() > 0, row.kernel());
    }
    assertEquals(threads, Parallel.threads());
    StringWriter text = new StringWriter();
    KernelBench.print(rows, new PrintWriter(text, true));
    assertEquals(14, text.toString().lines().count());
  }
}
