package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.ironopt.linalg.Parallel;
import org.ironopt.problem.testing.WithoutSimd;
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

  @Test
  void simdOff(@TempDir Path folder) throws IOException, InterruptedException {
    assertEquals(STRAIGHT, WithoutSimd.line(Bits.class, folder));
  }
}
