package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** The loop that the javadoc shows. */
class OwnLoopTest {
  @Test
  void needsNoStreams() {
    double[] x0 = {-1.2, 1};
    Stepper stepper = Iron.step(10).start(new Rosenbrock(2), x0);
    while (stepper.advance().gradientNorm() > 1e-8) {}
    assertArrayEquals(new double[] {1, 1}, stepper.x(), 1e-6);

    Stepper seeded = Iron.step(10).start(new Rosenbrock(2), x0, new RandomStreams(5));
    while (seeded.advance().gradientNorm() > 1e-8) {}
    assertEquals(stepper.step(), seeded.step());
    assertArrayEquals(stepper.x(), seeded.x());
  }
}
