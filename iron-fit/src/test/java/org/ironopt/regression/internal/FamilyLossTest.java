package org.ironopt.regression.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What families say of themselves, by their losses alone. */
class FamilyLossTest {
  private static List<FamilyLoss> families() {
    return List.of(
        new GammaLoss(),
        new NegativeBinomialLoss(0.3),
        new NegativeBinomialLoss(40),
        new HuberLoss(0.7));
  }

  private static double[] at(FamilyLoss loss, double y, double z) {
    double[] out = new double[3];
    loss.at(y, z, out);
    return out;
  }

  private static double target(FamilyLoss loss, SplittableRandom random) {
    return switch (loss) {
      case GammaLoss g -> StrictMath.exp(random.nextDouble(-2, 2));
      case NegativeBinomialLoss n -> random.nextInt(6);
      case HuberLoss h -> random.nextDouble(-3, 3);
    };
  }

  @ParameterizedTest
  @MethodSource("families")
  void derivativesAreThoseOfTheLoss(FamilyLoss loss) {
    SplittableRandom random = new SplittableRandom(3);
    double h = 1e-5;
    for (int k = 0; k < 200; k++) {
      double y = target(loss, random);
      double z = random.nextDouble(-4, 4);
      boolean kink = loss instanceof HuberLoss && Math.abs(Math.abs(z - y) - 0.7) < 2 * h;
      double[] up = at(loss, y, z + h);
      double[] down = at(loss, y, z - h);
      double[] here = at(loss, y, z);
      double size = 1 + Math.abs(here[2]);
      assertEquals((up[0] - down[0]) / (2 * h), here[1], 1e-7 * size, "slope at " + y + ", " + z);
      double second = (up[1] - down[1]) / (2 * h);
      assertEquals(kink ? here[2] : second, Math.max(0, here[2]), kink ? 2 : 1e-7 * size);
      assertTrue(here[1] >= loss.lowest(y) && here[1] <= loss.highest(y));
      // The expected second derivative where the prediction is the mean of the law.
      double atMean = at(loss, y, loss.anchor(y))[2];
      assertEquals(y > 0 ? atMean : 0, y > 0 ? loss.information(loss.anchor(y), atMean) : 0, 1e-12);
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void theSmallestLossIsAtTheAnchor(FamilyLoss loss) {
    SplittableRandom random = new SplittableRandom(4);
    for (int k = 0; k < 100; k++) {
      double y = target(loss, random);
      double z = random.nextDouble(-3, 3);
      double value = at(loss, y, z)[0];
      assertEquals(value - loss.least(y), loss.excess(y, z - loss.anchor(y)), 1e-13 * (1 + value));
      assertTrue(loss.magnitude(y) >= Math.abs(loss.least(y)) * (1 - 1e-12));
      if (y > 0 || loss instanceof HuberLoss) {
        assertEquals(loss.least(y), at(loss, y, loss.anchor(y))[0], 1e-13 * (1 + value));
        assertEquals(0, loss.excess(y, 0));
      }
    }
  }

  /**
   * With u' the derivative at z', the divergence of the conjugate is that of the loss the other way
   * round, {@code l(z) - l(z') - u' (z - z')}: no conjugate is needed to know it.
   */
  @ParameterizedTest
  @MethodSource("families")
  void divergencesAreThoseOfTheLoss(FamilyLoss loss) {
    SplittableRandom random = new SplittableRandom(5);
    for (int k = 0; k < 500; k++) {
      double y = target(loss, random);
      double z = random.nextDouble(-4, 4);
      double far = z + random.nextDouble(-2, 2);
      double[] here = at(loss, y, z);
      double[] there = at(loss, y, far);
      double exact = here[0] - there[0] - there[1] * (z - far);
      double found = loss.divergence(y, here[1], here[2], there[1] - here[1]);
      double rounding = 1e-13 * (1 + Math.abs(here[0]) + Math.abs(there[0]));
      String where = y + ", " + z + ", " + far;
      assertTrue(found >= exact - rounding, where + ": " + found + " below " + exact);
      assertTrue(found <= 1.06 * exact + rounding, where + ": " + found + " above " + exact);
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void farPredictionsAreFinite(FamilyLoss loss) {
    for (double z : new double[] {-600, 600}) {
      double[] out = at(loss, 2, z);
      assertTrue(Double.isFinite(out[0]) && out[0] >= loss.least(2), "loss " + out[0]);
      assertTrue(Double.isFinite(out[1]) && Double.isFinite(out[2]));
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void targetsThatNoLawHasAreRefused(FamilyLoss loss) {
    assertTrue(loss.takes(3));
    assertEquals(loss instanceof HuberLoss, loss.takes(-1));
    assertEquals(!(loss instanceof GammaLoss), loss.takes(0));
    assertEquals(!(loss instanceof NegativeBinomialLoss), loss.takes(0.5));
  }
}
