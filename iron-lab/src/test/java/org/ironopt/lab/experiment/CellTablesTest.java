package org.ironopt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ResultTables;
import org.junit.jupiter.api.Test;

class CellTablesTest {
  @Test
  void emptyCellsOfASampleDoNotCount() {
    NumericColumns file = NumericColumns.of("G, none");
    file.add(3, Double.NaN);
    file.add(Double.NaN, Double.NaN);
    file.add(1, Double.NaN);
    ResultTables tables = new ResultTables();
    CellTables.samples(tables, "study", file);
    assertArrayEquals(new double[] {3, 1}, tables.column("study.g").means());
    assertEquals(
        "2, 1, 3, 2",
        tables.fill("{study.count_of_g}, {study.smallest_g}, {study.largest_g}, {study.mean_g}"));
    assertEquals(0, tables.column("study.none").size());
    assertEquals(0, tables.column("study.count_of_none").means()[0]);
    assertTrue(Double.isNaN(tables.column("study.largest_none").means()[0]));
    assertTrue(tables.find("study.mean_none").isEmpty());
  }
}
