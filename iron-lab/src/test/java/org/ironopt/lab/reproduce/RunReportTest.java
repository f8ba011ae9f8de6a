package org.ironopt.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a report says that an experiment ran on is true of all its cells. */
class RunReportTest {
  @Test
  void aValueThatCellsDoNotShareIsCounted() {
    assertEquals(
        List.of(List.of("cpu", "A"), List.of("jdk", "24 (1 cell); 25 (2 cells)")),
        RunReport.provenance(
            List.of(
                new TreeMap<>(Map.of("cpu", "A", "jdk", "24")),
                new TreeMap<>(Map.of("cpu", "A", "jdk", "25")),
                new TreeMap<>(Map.of("cpu", "A", "jdk", "25")))));
  }

  @Test
  void whatSomeCellsDoNotSayIsNotSaidOfAll() {
    assertEquals(
        List.of(List.of("cpu", "A (1 cell)")),
        RunReport.provenance(List.of(Map.of("cpu", "A"), Map.of())));
  }

  @Test
  void manyValuesAreOnlyCounted() {
    List<Map<String, String>> seeds =
        List.of("1", "2", "3", "4", "5").stream().map(seed -> Map.of("seed", seed)).toList();
    assertEquals(List.of(List.of("seed", "5 different values")), RunReport.provenance(seeds));
  }
}
