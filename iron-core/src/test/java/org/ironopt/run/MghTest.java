package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.method.Iron;
import org.ironopt.problem.testing.MghProblem;
import org.ironopt.problem.testing.MghProblems;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deterministic IRON with a large step and a trust-region inner solve on the problems of
 * Mor&eacute;, Garbow and Hillstrom, from their standard starts: ten digits of a known minimum (or
 * as many as are known), an absolute 1e-11 where the minimum is 0, in at most six steps.
 */
class MghTest {
  private static final int MEYER = 10;

  static List<MghProblem> all() {
    return MghProblems.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void findsAMinimum(MghProblem p) {
    InnerMethod inner =
        InnerMethod.TRUST_REGION
            .globalization(new Globalization.TrustRegion(1, 1e9))
            .maxSteps(1000);
    // Meyer's gradient is of the order 1e5 at the rounding of its minimiser.
    Stop stop = p.number() == MEYER ? Stop.steps(50) : Stop.gradientNorm(1e-9).or(Stop.steps(6));
    RunResult result =
        Run.of(Iron.step(1e8).inner(inner), p.objective()).from(p.start()).stop(stop).go();
    double relative = Math.max(1e-10, StrictMath.pow(10, -p.digits()));
    boolean found =
        Arrays.stream(p.minima())
            .anyMatch(f -> Math.abs(result.value() - f) <= (f == 0 ? 1e-11 : relative * f));
    assertTrue(found, () -> p + ": " + result);
    assertTrue(p.number() == MEYER || result.ending().goal(), () -> p + ": " + result);
  }
}
