package org.ironopt.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIMD changes no bit of a model, whitened, by minibatches or by another method. */
class FitBitsTest {
  /** The kernels are chosen once per virtual machine, so the other choice needs another one. */
  @Test
  void simdOff(@TempDir Path folder) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process child =
        new ProcessBuilder(
                List.of(
                    java,
                    "-Diron.simd=off",
                    "-Diron.threads=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    FitBits.class.getName()))
            .redirectError(folder.resolve("errors").toFile())
            .start();
    String hash;
    try (var out = child.inputReader()) {
      hash = out.readLine();
    }
    assertEquals(0, child.waitFor());
    assertEquals(FitBits.hash(), hash);
  }

  @Test
  void theRowsAreWhitened() {
    assertTrue(FitBits.whitened().stepLimit(0).run().method().contains("whitened"));
  }
}
