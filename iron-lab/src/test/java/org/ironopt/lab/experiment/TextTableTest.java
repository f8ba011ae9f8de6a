package org.ironopt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void rowsShowNumbersCountsAndWords() {
    TextTable table = new TextTable("caption", "α | slope, 95 % interval | n");
    table.row(1 / 3.0, "–", 7).row(Double.NaN, "[0, 1]", 8L);
    assertEquals(List.of("α", "slope, 95 % interval", "n"), table.header());
    assertEquals(List.of(List.of("0.333333", "–", "7"), List.of("–", "[0, 1]", "8")), table.rows());
  }
}
