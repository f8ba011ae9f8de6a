package org.ironopt.lab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.ironopt.lab.InputError;
import org.junit.jupiter.api.Test;

class BlasBenchTest {
  @Test
  void aFileThatIsNoBlasIsNamed() {
    System.setProperty("iron.blas", "nowhere/libnothing.so");
    try {
      InputError e = assertThrows(InputError.class, () -> BlasBench.run(1, 0));
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
    List<BlasBench.Row> rows = List.of(new BlasBench.Row("forward, float", 75, 100));
    String text = print(new BlasBench.Result("libblas.so.3, 1 thread", rows));
    assertTrue(text.contains("beside libblas.so.3, 1 thread"), text);
    assertTrue(text.contains("forward, float          75.0    100.0     75 %"), text);
    String none = print(new BlasBench.Result("", List.of()));
    assertEquals(1, none.strip().lines().count());
    assertTrue(none.contains("no native BLAS"), none);
  }

  private static String print(BlasBench.Result result) {
    StringWriter text = new StringWriter();
    BlasBench.print(result, new PrintWriter(text, true));
    return text.toString();
  }
}
