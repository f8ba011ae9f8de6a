package org.ironopt.bench.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.bench.InterleavedTimer.Effort;
import org.ironopt.io.InputError;
import org.ironopt.lab.progress.Progress;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

class KernelRatiosTest {
  private static final Effort SHORT = new Effort(1, 0);

  @Test
  void everyKernelHasARowPerLengthAndTheThreadsAreRestored() {
    int threads = Parallel.threads();
    List<KernelRatios.Pair> rows = KernelRatios.pairs(Progress.NONE, SHORT, 64, 1000);
    assertEquals(12, rows.size());
    for (KernelRatios.Pair row : rows) {
      assertTrue(row.ratio() > 0 && row.gigabytesPerSecond() > 0, row.kernel());
    }
    assertEquals(threads, Parallel.threads());
  }

  @Test
  void everyProductHasARow() {
    List<KernelRatios.Product> rows = KernelRatios.products(Progress.NONE, SHORT, 50);
    assertEquals(12, rows.size());
    for (KernelRatios.Product row : rows) {
      assertTrue(row.millis() > 0 && (row.gigaflops() > 0 || row.gigabytes() > 0), row.name());
    }
    assertEquals(1, rows.getFirst().shareOfRead());
    String text = KernelRatios.text(List.of(), rows, List.of(), 2);
    assertTrue(text.contains("1.00"), text);
  }

  @Test
  void aFileThatIsNoBlasIsNamed() {
    System.setProperty("iron.blas", "nowhere/libnothing.so");
    try {
      InputError e = assertThrows(InputError.class, NativeBlas::find);
      assertEquals(
          "-Diron.blas=nowhere/libnothing.so cannot be loaded or has no cblas_dgemm, expected the"
              + " path of a BLAS, such as libopenblas.so.0",
          e.getMessage());
    } finally {
      System.clearProperty("iron.blas");
    }
  }

  @Test
  void printsARatioForEachProductOrOneLine() {
    List<KernelRatios.BesideBlas> rows =
        List.of(new KernelRatios.BesideBlas("forward, float", 75, 100, 0.75));
    String text = KernelRatios.text(List.of(), List.of(), rows, 1);
    assertTrue(text.contains("  forward, float  75.0     100.0    0.75"), text);
    assertEquals("BLAS is libblas.so.3, 1 thread", KernelRatios.blasLine("libblas.so.3, 1 thread"));
    assertTrue(KernelRatios.blasLine("").contains("no native BLAS"));
  }
}
