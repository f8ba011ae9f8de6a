package org.ironopt.lab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductBenchTest {
  @Test
  void everyProductHasARow() {
    List<ProductBench.Row> rows = ProductBench.run(1, 0, 50);
    assertEquals(12, rows.size());
    for (ProductBench.Row row : rows) {
      assertTrue(row.millis() > 0 && row.gigaflops() + row.gigabytes() > 0, row.name());
    }
    StringWriter text = new StringWriter();
    ProductBench.print(rows, new PrintWriter(text, true));
    assertEquals(14, text.toString().lines().count());
    assertTrue(text.toString().contains("100 %"), text::toString);
  }
}
