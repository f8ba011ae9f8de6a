package org.ironopt.lab.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareLocaleTest {
  private static final String CONFIG =
      """
      [[problem]]
      name = "quadratic"
      [[problem]]
      name = "logistic"
      [[problem]]
      name = "phase-retrieval"
      [[method]]
      name = "sgd"
      [spread]
      """;

  @TempDir Path folder;

  private List<Map<String, Object>> cells(String locale) throws IOException {
    Path file = Files.writeString(folder.resolve("c.toml"), CONFIG);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      return CompareExperiment.read(file, true, "").cells().stream()
          .map(cell -> cell.settings().asMap())
          .toList();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void cellsAreTheSameInEveryLocale() throws IOException {
    List<Map<String, Object>> cells = cells("en-US");
    assertEquals(cells, cells("ar-EG-u-nu-arab"));
    assertEquals(cells, cells("tr-TR"));
  }
}
