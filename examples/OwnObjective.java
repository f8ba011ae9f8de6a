import java.util.Locale;
import org.ironopt.method.Iron;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.Objective;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/** A function of your own, by value and gradient; L-BFGS solves the steps. */
record Location(double[][] points) implements Objective {
  @Override
  public int dimension() {
    return 2;
  }

  /** The sum of the smoothed distances to all points. */
  @Override
  public double value(double[] x) {
    double sum = 0;
    for (double[] p : points) {
      sum += distance(x, p);
    }
    return sum;
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    Arrays.fill(gradient, 0);
    for (double[] p : points) {
      double d = distance(x, p);
      gradient[0] += (x[0] - p[0]) / d;
      gradient[1] += (x[1] - p[1]) / d;
    }
  }

  private static double distance(double[] x, double[] p) {
    return Math.sqrt(.01 + (x[0] - p[0]) * (x[0] - p[0]) + (x[1] - p[1]) * (x[1] - p[1]));
  }
}

void main() {
  Objective f = new Location(new double[][] {{0, 0}, {4, 0}, {4, 3}, {0, 3}, {1, 1}});
  double[] x0 = {10, -7};
  IO.println("derivatives are right: " + DerivativeCheck.at(f, x0).passed());

  RunResult result =
      Run.of(Iron.step(50), f)
          .from(x0)
          .stop(Stop.gradientNorm(1e-7).or(Stop.steps(100)))
          .trace(
              r -> IO.println(String.format(Locale.ROOT, "step %d  f = %.9f", r.step(), r.value())))
          .go();
  IO.println(result.ending().sentence());
  IO.println(String.format(Locale.ROOT, "x = (%.6f, %.6f)", result.x()[0], result.x()[1]));
}
