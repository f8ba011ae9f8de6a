package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads, SIMD, interruption and resuming change no bit of x, v and gamma. */
class SameBitsTest {
  private static final String STRAIGHT = Bits.straight();

  @Test
  void threads() {
    int before = Parallel.threads();
    try {
      for (int threads : new int[] {1, 2, 7}) {
        Parallel.setThreads(threads);
        assertEquals(STRAIGHT, Bits.straight(), threads + " threads");
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void resumed(@TempDir Path folder) {
    long seed = 20260101;
    assertEquals(STRAIGHT, Bits.resumed(folder, seed), "seed " + seed);
  }

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
                    Bits.class.getName()))
            .redirectError(folder.resolve("errors").toFile())
            .start();
    String hash;
    try (var out = child.inputReader()) {
      hash = out.readLine();
    }
    assertEquals(0, child.waitFor());
    assertEquals(STRAIGHT, hash);
  }
}
