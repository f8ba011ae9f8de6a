package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Every quotation is in the paper, word for word: {@code -Diron.paper=FILE} with the text or the
 * LaTeX source of it. White space, hyphens at the end of a line and ligatures do not count.
 */
class PaperQuotesTest {
  private static final Path CHAPTERS = Path.of("src/main/resources/org/ironopt/lab");

  @Test
  @EnabledIfSystemProperty(named = "iron.paper", matches = ".+")
  void everyQuotationIsInThePaper() throws IOException {
    String paper = plain(Files.readString(Path.of(System.getProperty("iron.paper"))));
    List<String> missing = new ArrayList<>();
    int quotes = 0;
    for (Path file : files()) {
      for (ClaimText claim : ClaimFile.parse(file, Files.readString(file))) {
        for (String part : claim.quote().split("…")) {
          quotes += part.isEmpty() ? 0 : 1;
          if (!paper.contains(plain(part))) {
            missing.add(file.getParent().getFileName() + " " + claim.id() + ": " + part);
          }
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(quotes > 0);
  }

  /** A page must not carry the paper away: words to find the place by, not passages. */
  @Test
  void quotationsAreShort() throws IOException {
    for (Path file : files()) {
      for (ClaimText claim : ClaimFile.parse(file, Files.readString(file))) {
        assertTrue(claim.quote().length() <= 300, () -> file + " " + claim.id());
      }
    }
  }

  @Test
  void lineBreaksHyphensAndLigaturesDoNotCount() {
    assertEquals("the first fixed point", plain("the  ﬁrst\nﬁxed\u00a0po-\nint "));
    assertFalse(plain("a fixed point").contains(plain("the fixed point")));
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> chapters = Files.walk(CHAPTERS)) {
      return chapters.filter(f -> f.endsWith("claims.toml")).sorted().toList();
    }
  }

  static String plain(String text) {
    return text.replaceAll("(?<=\\p{L})-\\R\\s*(?=\\p{Ll})", "")
        .replace("ﬁ", "fi")
        .replace("ﬂ", "fl")
        .replace("ﬀ", "ff")
        .replace("ﬃ", "ffi")
        .replace("ﬄ", "ffl")
        .replaceAll("[\\s\\u00a0]+", " ")
        .strip();
  }
}
