import java.util.Arrays;
import org.ironopt.problem.Objective;

/**
 * The sum of smoothed distances to five places, by value and gradient alone:
 *
 * <pre>
 *   iron theory --objective Places --class-path examples/objective/Places.java --alpha 10,100
 * </pre>
 */
public final class Places implements Objective {
  private static final double[][] PLACES = {{0, 0}, {4, 0}, {4, 3}, {0, 3}, {1, 1}};

  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public double value(double[] x) {
    return Arrays.stream(PLACES).mapToDouble(p -> distance(x, p)).sum();
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    Arrays.fill(gradient, 0);
    for (double[] p : PLACES) {
      double d = distance(x, p);
      gradient[0] += (x[0] - p[0]) / d;
      gradient[1] += (x[1] - p[1]) / d;
    }
  }

  private static double distance(double[] x, double[] p) {
    return Math.sqrt(1 + (x[0] - p[0]) * (x[0] - p[0]) + (x[1] - p[1]) * (x[1] - p[1]));
  }
}
