import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;

/**
 * Poisson regression of five counts with a ridge, with Hessian products: {@code sum_i (exp(a_i w) -
 * y_i a_i w)/5 + |w|^2/4}.
 *
 * <pre>
 *   iron theory --objective Counts --class-path examples/objective/Counts.java --alpha 10,100
 * </pre>
 */
public final class Counts implements Curved {
  private static final double[][] ROWS = {{1, .2}, {1, -.5}, {1, 1.1}, {1, .7}, {1, -1.3}};
  private static final double[] COUNTS = {2, 1, 4, 1, 0};
  private static final double RIDGE = .5;

  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public double value(double[] w) {
    double sum = RIDGE / 2 * (w[0] * w[0] + w[1] * w[1]);
    for (int i = 0; i < ROWS.length; i++) {
      double z = score(i, w);
      sum += (Math.exp(z) - COUNTS[i] * z) / ROWS.length;
    }
    return sum;
  }

  @Override
  public void gradient(double[] w, double[] gradient) {
    for (int j = 0; j < 2; j++) {
      gradient[j] = RIDGE * w[j];
      for (int i = 0; i < ROWS.length; i++) {
        gradient[j] += (Math.exp(score(i, w)) - COUNTS[i]) * ROWS[i][j] / ROWS.length;
      }
    }
  }

  private static double score(int i, double[] w) {
    return ROWS[i][0] * w[0] + ROWS[i][1] * w[1];
  }

  @Override
  public Curvature curvature() {
    return new Curvature() {
      private double[] w = new double[2];

      @Override
      public int dimension() {
        return 2;
      }

      @Override
      public double at(double[] x, double[] gradient) {
        w = x.clone();
        gradient(x, gradient);
        return value(x);
      }

      @Override
      public void apply(double[] v, double[] hv) {
        for (int j = 0; j < 2; j++) {
          hv[j] = RIDGE * v[j];
          for (int i = 0; i < ROWS.length; i++) {
            hv[j] += Math.exp(score(i, w)) * score(i, v) * ROWS[i][j] / ROWS.length;
          }
        }
      }
    };
  }
}
