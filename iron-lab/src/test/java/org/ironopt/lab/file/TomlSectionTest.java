package org.ironopt.lab.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.reproduce.ChapterCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TomlSectionTest {
  private static final long LONG = 9007199254740993L;

  private static String refusal(String text, Consumer<TomlSection> reader) {
    TomlSection section = TomlSection.parse(Path.of("c.toml"), text);
    return assertThrows(InputError.class, () -> reader.accept(section)).getMessage();
  }

  @Test
  void anEmptyKeyIsNamedWithItsPlace() {
    assertEquals(
        "c.toml:2:1: unknown key ''; known are rows",
        refusal(
            "rows = 1\n\"\" = 2\n",
            o -> {
              o.has("rows");
              o.close();
            }));
    assertEquals(
        "c.toml:1:1: unknown key 'x.y'; known are ", refusal("\"x.y\" = 2\n", TomlSection::close));
  }

  @Test
  void aNumberBeyondItsLimitIsNamedWithIt() {
    assertEquals(
        "c.toml:1:1: 'rows' is 2147483647, expected at most 99",
        refusal("rows = 2147483647\n", o -> o.whole("rows", 1, 99, 5)));
    assertEquals(
        "c.toml:1:1: 'rows' is 9223372036854775807, expected at most 2147483647",
        refusal("rows = 9223372036854775807\n", o -> o.whole("rows", 1, 5)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\nb", "\\u0000", "\\u001b[31m", "a\\u2028b"})
  void aNameIsOnePlainLine(String name) {
    String refused = refusal("name = \"" + name + "\"\n", o -> o.name("name", ""));
    assertTrue(refused.startsWith("c.toml:1:1: 'name' should be one line"), refused);
  }

  @Test
  void otherScriptsAreNames() {
    TomlSection section = TomlSection.parse(Path.of("c.toml"), "name = \"方法 α/β, \\\"x\\\"\"\n");
    assertEquals("方法 α/β, \"x\"", section.name("name", ""));
    assertEquals(LONG, TomlSection.parse(Path.of("c.toml"), "seed = " + LONG + "\n").seed(0));
  }

  @Test
  void controlCharactersComeBackFromSettings(@TempDir Path folder) throws IOException {
    NamedValues settings = new NamedValues().with("file", "a\nb\t\u0001\"\\c");
    Path file = Files.writeString(folder.resolve("c.toml"), TomlFile.write(settings));
    assertEquals(settings.asMap(), TomlFile.read(file, settings, Map.of()).asMap());
  }

  @Test
  void everyExperimentRunsWithTheSeedThatWasGiven(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("c.toml"), "seed = " + LONG + "\n");
    for (Chapter<?> chapter : ChapterCatalog.all()) {
      Experiment experiment = chapter.open(TomlFile.read(file, chapter.smoke(), Map.of()));
      boolean used =
          experiment.cells().stream()
              .map(cell -> cell.settings().asMap())
              .anyMatch(cell -> cell.containsValue(LONG));
      assertTrue(used, chapter.name());
    }
  }

  @Test
  void aSeedInAListIsNotRounded() {
    NamedValues settings = new NamedValues().with("seeds", java.util.List.of(1L, LONG));
    assertThrows(InputError.class, () -> settings.numbers("seeds"));
  }

  @Test
  void aConfigHasASize(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("c.toml"), "#".repeat(2 << 20));
    InputError refused =
        assertThrows(
            InputError.class, () -> TomlFile.read(file, new NamedValues().with("a", 1L), Map.of()));
    assertEquals(file + ": has more than 1048576 bytes, expected a config", refused.getMessage());
  }
}
