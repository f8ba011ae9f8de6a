package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every public method has a row in docs/reference/methods.md, and every row is a public method. */
class MethodsPageTest {
  private static final Pattern LAST_CELL = Pattern.compile("\\| `(\\w+)` \\|$");

  @Test
  void oneRowPerMethod() throws IOException, URISyntaxException {
    Path page = Path.of(System.getProperty("basedir", "."), "..", "docs/reference/methods.md");
    Set<String> rows =
        Files.readAllLines(page).stream()
            .flatMap(line -> LAST_CELL.matcher(line).results())
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(PublicMethods.names(), rows);
  }

  /** A class says what it does, what it needs, what holds, who found it and where it differs. */
  @Test
  void everyClassExplainsItself() throws IOException, URISyntaxException {
    Path root = Path.of(System.getProperty("basedir", "."), "..");
    for (String name : PublicMethods.names()) {
      String source = Files.readString(file(root, name));
      String comment = source.substring(0, source.indexOf("\npublic record"));
      for (String word :
          List.of("[Nn]eeds", "[Gg]uarantee", "[Rr]eference", "[Dd]eviation", "@param")) {
        assertTrue(Pattern.compile(word).matcher(comment).find(), name + " says nothing: " + word);
      }
    }
  }

  /** Returns the source of a class, in its package or one below. */
  private static Path file(Path root, String name) throws IOException {
    for (String module : List.of("iron-core", "iron-fit")) {
      try (Stream<Path> files = Files.walk(root.resolve(module + "/src/main/java"))) {
        Optional<Path> found = files.filter(f -> f.endsWith(name + ".java")).findFirst();
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    throw new AssertionError("no source of " + name);
  }

  /** Method, needs, guarantee, cost, paper, word, class: every row says something in each. */
  @Test
  void everyRowIsComplete() throws IOException {
    Path page = Path.of(System.getProperty("basedir", "."), "..", "docs/reference/methods.md");
    for (String line : Files.readAllLines(page)) {
      if (LAST_CELL.matcher(line).find()) {
        String[] cells = line.split("(?<!\\\\)\\|");
        assertEquals(8, cells.length, line);
        for (int i = 1; i < cells.length; i++) {
          assertFalse(cells[i].isBlank(), line);
        }
      }
    }
  }
}
