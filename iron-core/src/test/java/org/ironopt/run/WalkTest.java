package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.method.Iron;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.junit.jupiter.api.Test;

/** How deep a reader must go: the frames between the loop and a Hessian product. */
class WalkTest {
  private static final int MOST_FRAMES = 11;

  /** A function whose Hessian products throw, so that the stack can be looked at. */
  private static final class Thrower implements Curved {
    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public double value(double[] x) {
      return x[0] * x[0] * x[0] * x[0] + x[1] * x[1];
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      gradient[0] = 4 * x[0] * x[0] * x[0];
      gradient[1] = 2 * x[1];
    }

    @Override
    public Curvature curvature() {
      return new Curvature() {
        @Override
        public int dimension() {
          return 2;
        }

        @Override
        public double at(double[] x, double[] gradient) {
          Thrower.this.gradient(x, gradient);
          return value(x);
        }

        @Override
        public void apply(double[] v, double[] product) {
          throw new IllegalStateException("a product");
        }
      };
    }
  }

  @Test
  void aHessianProductIsFewFramesBelowTheLoop() {
    Run run = Run.of(Iron.step(10), new Thrower()).from(new double[] {1, 1});
    Throwable cause;
    try {
      throw new AssertionError(run.go().toString());
    } catch (RunFailedException e) {
      cause = e.getCause();
    }
    List<String> frames =
        Arrays.stream(cause.getStackTrace())
            .dropWhile(frame -> frame.getClassName().contains("WalkTest"))
            .takeWhile(frame -> !frame.getClassName().contains("WalkTest"))
            .map(StackTraceElement::toString)
            .toList();
    assertTrue(frames.getLast().contains("Run.go"), frames.toString());
    assertTrue(frames.size() <= MOST_FRAMES, String.join("\n", frames));
  }
}
