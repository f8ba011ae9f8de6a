package org.ironopt.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Steps, covariances, counts and results of these chapters are the same bits on every machine: the
 * last bits of {@code Math.pow} and its relatives are the machine's business, those of {@code
 * StrictMath} are not.
 */
class SameBitsTest {
  private static final Path SOURCES = Path.of("src/main/java/org/ironopt/lab");
  private static final Pattern MACHINE =
      Pattern.compile(
          "(?<![A-Za-z])Math\\.(pow|exp|expm1|log|log10|log1p|sin|cos|tan|tanh|cbrt)\\(");

  @Test
  void noFunctionOfTheMachineIsCalled() throws IOException {
    List<String> calls = new ArrayList<>();
    for (String chapter : List.of("foundations", "quadratic", "logcosh", "particles", "ledger")) {
      try (Stream<Path> files = Files.list(SOURCES.resolve(chapter))) {
        for (Path file : files.sorted().toList()) {
          MACHINE
              .matcher(Files.readString(file))
              .results()
              .forEach(m -> calls.add(file + m.group()));
        }
      }
    }
    assertEquals(List.of(), calls);
    assertTrue(MACHINE.matcher("x = Math.pow(2, 3)").find());
  }
}
