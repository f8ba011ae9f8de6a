package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.ironopt.Slow;
import org.ironopt.problem.testing.WithoutSimd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** SIMD changes no bit of a model: whitened, by minibatches, another method, along a path. */
@Execution(ExecutionMode.CONCURRENT)
class FitBitsTest {
  @Test
  @Slow
  void simdOff(@TempDir Path folder) throws IOException, InterruptedException {
    assertEquals(FitBits.hash(), WithoutSimd.line(FitBits.class, folder));
  }

  @Test
  void theRowsAreWhitened() {
    assertTrue(FitBits.whitened().stepLimit(0).go().method().contains("whitened"));
  }
}
