package org.ironopt.problem.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Runs a program with the scalar kernels. They are chosen once per virtual machine, so the other
 * choice needs another one.
 */
public final class WithoutSimd {
  private WithoutSimd() {}

  /** Returns the first line that the program prints. */
  public static String line(Class<?> program, Path folder)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process child =
        new ProcessBuilder(
                List.of(
                    java,
                    "-Diron.simd=off",
                    "-Diron.threads=1",
                    "-Duser.language=" + Locale.getDefault().getLanguage(),
                    "-Duser.country=" + Locale.getDefault().getCountry(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    program.getName()))
            .redirectError(folder.resolve("errors").toFile())
            .start();
    String line;
    try (var out = child.inputReader()) {
      line = out.readLine();
    }
    assertEquals(0, child.waitFor());
    return line;
  }
}
