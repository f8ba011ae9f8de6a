package org.ironopt.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.random.Noise.Diagonal;
import org.ironopt.random.Noise.Full;
import org.ironopt.random.Noise.Isotropic;
import org.ironopt.random.Noise.None;
import org.ironopt.random.Noise.Stable;
import org.ironopt.random.Noise.StudentT;
import org.junit.jupiter.api.Test;

/** What all laws promise: layout, independence of the number of members and threads, messages. */
class NoiseTest {
  private static final RandomStream STREAM = new RandomStreams(11).stream("noise");

  private static final DenseMatrix SIGMA =
      DenseMatrix.of(new double[][] {{4, 1, -1}, {1, 2, 0.5}, {-1, 0.5, 3}});

  private static final List<Noise> LAWS =
      List.of(
          new None(),
          new Isotropic(0.7),
          new Diagonal(1, 0, 3),
          new Full(SIGMA),
          new StudentT(3, new Full(SIGMA)),
          new Stable(1.5, 0.7));

  private static double[] draw(Noise law, int n, int members) {
    double[] out = new double[n * members];
    law.draw(STREAM, 4, n, members, out);
    return out;
  }

  @Test
  void aMemberDoesNotDependOnHowManyThereAre() {
    for (Noise law : LAWS) {
      double[] all = draw(law, 3, 1000);
      for (int members : new int[] {1, 2, 15, 16, 31, 32, 33, 64, 70, 300}) {
        double[] some = draw(law, 3, members);
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < members; j++) {
            assertEquals(all[i * 1000 + j], some[i * members + j], law + ", " + members);
          }
        }
      }
    }
  }

  @Test
  void normalsSitWhereTheLayoutSays() {
    for (int members : new int[] {1, 5, 40}) {
      int n = 600;
      double[] z = draw(new Isotropic(1), n, members);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < members; j++) {
          assertEquals(STREAM.normal(4, (long) j * n + i), z[i * members + j]);
        }
      }
    }
  }

  @Test
  void noMembersDrawNothing() {
    for (Noise law : LAWS) {
      assertEquals(0, draw(law, 3, 0).length);
    }
  }

  @Test
  void anyNumberOfThreadsDrawsTheSameBits() {
    int before = Parallel.threads();
    try {
      for (Noise law : LAWS) {
        Parallel.setThreads(1);
        double[] one = draw(law, 3, 45_000);
        for (int threads : new int[] {2, 7}) {
          Parallel.setThreads(threads);
          assertArrayEquals(one, draw(law, 3, 45_000), law + ", " + threads + " threads");
        }
      }
      Parallel.setThreads(1);
      double[] few = draw(new Isotropic(1), 40_000, 5);
      double[] single = draw(new Isotropic(1), 200_000, 1);
      Parallel.setThreads(7);
      assertArrayEquals(few, draw(new Isotropic(1), 40_000, 5));
      assertArrayEquals(single, draw(new Isotropic(1), 200_000, 1));
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void tracesAndIncrements() {
    assertEquals(0, new None().trace(9));
    assertEquals(3 * 0.7 * 0.7, new Isotropic(0.7).trace(3), 1e-15);
    assertEquals(10, new Diagonal(1, 0, 3).trace(3));
    assertEquals(9, new Full(SIGMA).trace(3));
    assertEquals(9, new StudentT(2.5, new Full(SIGMA)).trace(3));
    assertEquals(Double.POSITIVE_INFINITY, new StudentT(2, new Full(SIGMA)).trace(3));
    assertEquals(8, new Stable(2, 2).trace(1));
    assertEquals(Double.POSITIVE_INFINITY, new Stable(1.99, 2).trace(1));
    assertEquals(3, new Isotropic(1).increment(9));
    assertEquals(3, new StudentT(3, new Isotropic(1)).increment(9));
    assertEquals(9, new Stable(1, 1).increment(9));
    assertEquals(3, new Stable(2, 1).increment(9));
    assertEquals(4, new Stable(1.5, 1).increment(8), 1e-15 * 4);
    assertTrue(new None().silent());
    assertFalse(new Isotropic(1).silent());
  }

  @Test
  void covariancesAreTheOnesGiven() {
    assertArrayEquals(SIGMA.data(), new Full(SIGMA).covariance(3).data());
    assertArrayEquals(new double[] {1, 0, 0, 4}, new Diagonal(1, 2).covariance(2).data());
    assertArrayEquals(new double[] {4, 0, 0, 4}, new Isotropic(2).covariance(2).data());
    assertEquals(new Full(SIGMA), new Full(SIGMA.copy()));
    assertEquals(new Diagonal(1, 2), new Diagonal(1, 2));
  }

  @Test
  void textsNameLaws() {
    assertEquals(new None(), Noise.parse("none", 2));
    assertEquals(new Isotropic(2), Noise.parse("gaussian", 2));
    assertEquals(new StudentT(3, new Isotropic(2)), Noise.parse("student:3", 2));
    assertEquals(new Stable(1.5, 2), Noise.parse("stable:1.5", 2));
    for (String bad : List.of("", "cauchy", "student", "student:", "student:x", "gaussian:1")) {
      assertEquals(
          "unknown noise law \""
              + bad
              + "\", expected none, gaussian, student:NU (for example student:3) or stable:S"
              + " (for example stable:1.5)",
          message(() -> Noise.parse(bad, 1)));
    }
    assertEquals("s is 3.0, expected 0 < s <= 2", message(() -> Noise.parse("stable:3", 1)));
    assertEquals("nu is 0.0, expected a number > 0", message(() -> Noise.parse("student:0", 1)));
    assertEquals("rho is -1.0, expected a number >= 0", message(() -> Noise.parse("gaussian", -1)));
  }

  @Test
  void badCovariancesAndLengthsAreRefused() {
    DenseMatrix lopsided = DenseMatrix.of(new double[][] {{1, 0.5}, {0.25, 1}});
    assertTrue(message(() -> new Full(lopsided)).contains("symmetric"));
    DenseMatrix indefinite = DenseMatrix.of(new double[][] {{1, 2}, {2, 1}});
    String notPsd = message(() -> new Full(indefinite));
    assertTrue(notPsd.startsWith("Sigma is not positive semidefinite"), notPsd);
    assertTrue(notPsd.contains("-1") || notPsd.contains("-0.99"), notPsd);
    DenseMatrix nan = DenseMatrix.of(new double[][] {{Double.NaN}});
    assertTrue(message(() -> new Full(nan)).contains("NaN"));
    assertTrue(message(() -> draw(new Full(SIGMA), 2, 1)).contains("Sigma"));
    assertEquals(
        "deviations: expected length 2, got 3", message(() -> draw(new Diagonal(1, 2, 3), 2, 1)));
    assertEquals(
        "deviations[1] is -2.0, expected a number >= 0", message(() -> new Diagonal(1, -2)));
    assertEquals(
        "out: expected length 6 = 3 x 2, got 5",
        message(() -> new Isotropic(1).draw(STREAM, 0, 3, 2, new double[5])));
  }

  @Test
  void theTwoNoiseModelsAreDifferentTypes() {
    NoiseModel model = NoiseModel.none();
    assertInstanceOf(CenterNoise.class, model);
    assertFalse(new CenterNoise(new None()).equals(new GradientNoise(new None())));
  }

  private static String message(Runnable bad) {
    return assertThrows(IllegalArgumentException.class, bad::run).getMessage();
  }
}
