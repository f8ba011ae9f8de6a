package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Textbook methods on {@code f = 1.7 x^2/2} with unit gradient noise, step 0.5, momentum 0.9. */
class Ar2Test {
  private static final double A = 1.7;
  private static final double ETA = 0.5;
  private static final double B = 0.9;

  @Test
  void stationaryVariancesOfKnownMethods() {
    double q = 1 - ETA * A;
    double r = 1 / (1 + ETA * A);
    double noise = ETA * ETA;
    expect(0.255754475703, new TransitionMatrix.Ar2(q, 0, noise));
    expect(0.103199174407, new TransitionMatrix.Ar2(r, 0, r * r * noise));
    expect(0.353199174407, new TransitionMatrix.Ar2(r, 0, noise));
    expect(1.89431704885, new TransitionMatrix.Ar2(1 + B - ETA * A, -B, noise));
    expect(0.183095309431, new TransitionMatrix.Ar2(r * (1 + B), -r * B, r * r * noise));
    TransitionMatrix.Ar2 nesterov = new TransitionMatrix.Ar2(q * (1 + B), -q * B, noise);
    expect(0.271776869992, nesterov);
    double x = nesterov.variance().orElseThrow();
    double lag = nesterov.lagOne().orElseThrow();
    double y = ((1 + B) * (1 + B) + B * B) * x - 2 * B * (1 + B) * lag;
    Close.printed(0.967860888555, y, 12);
  }

  private static void expect(double variance, TransitionMatrix.Ar2 recursion) {
    Close.printed(variance, recursion.variance().orElseThrow(), 12);
  }

  @Test
  void agreesWithTheClosedForms() {
    for (Scheme scheme : Scheme.values()) {
      IronParameters p = new IronParameters(0.7, 1, 0.6);
      TransitionMatrix.Ar2 recursion = new TransitionMatrix(scheme, p, A).recursion(0.81);
      StationaryCovariance exact =
          StationaryCovariance.closedForm(scheme, p, A, 0.81).orElseThrow();
      Close.to(exact.p11(), recursion.variance().orElseThrow(), 1e-13);
      Close.to(exact.lagOne(), recursion.lagOne().orElseThrow(), 1e-13);
    }
  }

  @Test
  void unstableIsEmpty() {
    assertTrue(new TransitionMatrix.Ar2(1 - 2.1, 0, 1).variance().isEmpty());
    assertTrue(new TransitionMatrix.Ar2(0, -1, 1).variance().isEmpty());
    assertTrue(new TransitionMatrix.Ar2(0.5, 0.5, 1).lagOne().isEmpty());
    assertTrue(new TransitionMatrix.Ar2(-0.5, 0.5, 1).lagOne().isEmpty());
    assertThrows(IllegalArgumentException.class, () -> new TransitionMatrix.Ar2(0, Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> new TransitionMatrix.Ar2(0, 0, -1));
  }
}
