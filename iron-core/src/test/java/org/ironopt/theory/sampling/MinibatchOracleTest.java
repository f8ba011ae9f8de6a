package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

/** Four rows in the plane, ridge .5, mu = gamma = .5: numbers that were computed elsewhere. */
class MinibatchOracleTest {
  private static final DenseMatrix X =
      DenseMatrix.of(new double[][] {{1, .5}, {-.5, 2}, {1.5, -1}, {.3, .8}});
  private static final double[] Y = {1, -1, 2, .5};
  static final QuadraticSum SUM = QuadraticSum.leastSquares(X, Y, .5);

  /** Half a unit in the last of the decimals that were given. */
  private static final double PRINTED = 0.51e-12;

  static LinearRecursion iron(double alpha) {
    return LinearRecursion.iron(new IronParameters(alpha, .5, .5));
  }

  private static MinibatchMoments moments(SamplingScheme sampling, double alpha) {
    return MinibatchMoments.of(BatchLaw.of(SUM, sampling), iron(alpha)).orElseThrow();
  }

  @Test
  void minimiserAndVarianceOfGradients() {
    assertArrayEquals(new double[] {.76162897, -.22300799}, SUM.minimizer(), .51e-8);
    assertEquals(.276760404211, SUM.gradientVariance(SamplingScheme.with(1)), PRINTED);
    assertEquals(.092253468070, SUM.gradientVariance(SamplingScheme.without(2)), PRINTED);
    assertEquals(.276760404211 / 2, SUM.gradientVariance(SamplingScheme.with(2)), PRINTED);
    assertEquals(0, SUM.gradientVariance(SamplingScheme.without(4)), 0);
  }

  @Test
  void meanSquareErrors() {
    double[] alphas = {.1, 1, 10, 1000, 1e6};
    Map<SamplingScheme, double[]> expected =
        Map.of(
            SamplingScheme.with(1),
            new double[] {
              .006978754800, .097820127198, .324531560221, .392328203357, .393126611117
            },
            SamplingScheme.without(2),
            new double[] {
              .002174551997, .021464461068, .081528312874, .102235510990, .102481101254
            },
            SamplingScheme.with(2),
            new double[] {
              .003303543016, .035336840441, .137716331579, .174695264753, .175142415080
            },
            SamplingScheme.without(3),
            new double[] {
              .000708420996, .005055943368, .013455974144, .015732733767, .015758448633
            });
    expected.forEach(
        (sampling, mse) -> {
          for (int i = 0; i < alphas.length; i++) {
            MinibatchMoments m = moments(sampling, alphas[i]);
            assertEquals(mse[i], m.mse(), PRINTED, sampling + " alpha " + alphas[i]);
            assertTrue(m.exact() && m.standardError() == 0);
          }
        });
  }

  @Test
  void biasRadiusAndLimit() {
    assertArrayEquals(
        new double[] {-.146283116407, .057923519127},
        moments(SamplingScheme.without(1), 1).bias(),
        PRINTED);
    assertArrayEquals(
        new double[] {-.045464438825, .019212795147},
        moments(SamplingScheme.without(2), 1).bias(),
        PRINTED);
    assertEquals(.822205750, moments(SamplingScheme.with(1), .1).radius(), .51e-9);
    assertEquals(.248606754, moments(SamplingScheme.with(1), 1).radius(), .51e-9);
    assertEquals(.008825988, moments(SamplingScheme.with(1), 10).radius(), .51e-9);
    assertEquals(1.081e-6, moments(SamplingScheme.with(1), 1000).radius(), .51e-9);
    assertEquals(.393127411672, moments(SamplingScheme.with(1), 3).limit().orElseThrow(), PRINTED);
  }

  @Test
  void bounds() {
    assertEquals(.784468266, moments(SamplingScheme.with(1), 10).bound().orElseThrow(), .51e-9);
    assertEquals(1.102628905, moments(SamplingScheme.with(1), 1000).bound().orElseThrow(), .51e-9);
    assertEquals(.261489422, moments(SamplingScheme.without(2), 10).bound().orElseThrow(), .51e-9);
    assertEquals(
        .367542968, moments(SamplingScheme.without(2), 1000).bound().orElseThrow(), .51e-9);
    assertFalse(moments(SamplingScheme.with(1), 1).bound().isPresent(), "q is above 1 at alpha 1");
  }

  /** A shuffled epoch spreads far less: about .0003 instead of .0070. */
  @Test
  void epochOrder() {
    ReshuffledError epochs = ReshuffledError.of(SUM, iron(.1), 1, 400, 20, 5);
    assertEquals(.0003, epochs.mse(), .00005);
    assertTrue(epochs.standardError() < .00001, "error " + epochs.standardError());
  }
}
