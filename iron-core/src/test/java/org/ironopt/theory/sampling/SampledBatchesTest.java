package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

/** Moments where a sample stands for batches that are too many to count. */
class SampledBatchesTest {
  private static final long SEED = 11;

  @Test
  void manyBatchesAreSampled() {
    SplittableRandom random = new SplittableRandom(SEED);
    QuadraticSum sum = Explicit.random(random, 3, 40, 1, .2);
    BatchLaw law = BatchLaw.of(sum, SamplingScheme.without(6));
    LinearRecursion iron = LinearRecursion.iron(new IronParameters(5, .5, .7));
    MinibatchMoments m = MinibatchMoments.of(law, iron).orElseThrow();
    assertFalse(m.exact());
    assertTrue(m.standardError() > 0 && m.standardError() < .05 * m.mse(), m.toString());
    BatchLaw other = BatchLaw.of(sum, SamplingScheme.without(6).sample(4000, 9));
    double again = MinibatchMoments.of(other, iron).orElseThrow().mse();
    assertEquals(again, m.mse(), 5 * m.standardError());
    // Explicit methods see a mean of gradients: exact whatever the number of batches.
    assertTrue(MinibatchMoments.of(law, LinearRecursion.sgd(.2)).orElseThrow().exact());
  }

  /** The standard errors of a sample are about as large as what samples differ by. */
  @Test
  void standardErrorsOfASample() {
    QuadraticSum sum = Explicit.random(new SplittableRandom(SEED), 3, 40, 1, .2);
    LinearRecursion iron = LinearRecursion.iron(new IronParameters(5, .5, .7));
    int samples = 40;
    double[][] seen = new double[4][samples];
    double[] squares = new double[4];
    for (int seed = 0; seed < samples; seed++) {
      BatchLaw law = BatchLaw.of(sum, SamplingScheme.with(5).sample(400, seed));
      MinibatchMoments m = MinibatchMoments.of(law, iron).orElseThrow();
      seen[0][seed] = m.mse();
      squares[0] += m.standardError() * m.standardError() / samples;
      for (int j = 0; j < 3; j++) {
        seen[1 + j][seed] = m.bias()[j];
        squares[1 + j] += m.biasErrors()[j] * m.biasErrors()[j] / samples;
      }
    }
    for (int j = 0; j < 4; j++) {
      double mean = Vectors.sum(seen[j]) / samples;
      double variance = 0;
      for (double x : seen[j]) {
        variance += (x - mean) * (x - mean) / (samples - 1);
      }
      double ratio = Math.sqrt(squares[j] / variance);
      assertTrue(ratio > .7 && ratio < 1.5, "number " + j + ": " + ratio);
    }
  }
}
