package org.ironopt;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** PIT passes over names that match no class without a word: a renamed class would leave it. */
class MutationSampleTest {
  private static String[] names(String property) throws IOException {
    String pom = Files.readString(Path.of("").toAbsolutePath().resolveSibling("pom.xml"));
    Matcher list = Pattern.compile("<" + property + ">([^<]+)<").matcher(pom);
    assertTrue(list.find(), property);
    return list.group(1).split(",");
  }

  @Test
  void theClassesAndTestsOfTheSampleExist() throws IOException {
    for (String property : new String[] {"pit.classes", "pit.tests"}) {
      for (String name : names(property)) {
        String first = name.replace("*", "");
        assertDoesNotThrow(
            () -> Class.forName(first, false, getClass().getClassLoader()),
            () -> "the profile pit of the root pom.xml names " + name);
      }
    }
  }
}
