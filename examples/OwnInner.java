import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerSolver;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;

/**
 * An inner solver of your own: steps {@code u - t g} along the residual g of the resolvent
 * equation, with t by Barzilai and Borwein (DOI 10.1093/imanum/8.1.141) from the last step s and
 * the change y of g: {@code t = <s, y>/<y, y>}. It needs gradients only, and has no guarantee.
 */
static final class BarzilaiBorwein implements InnerSolver {
  private final Objective f;
  private final double modulus;
  private final InnerReport.Counter counts = new InnerReport.Counter();
  private final double[] x;
  private final double[] g;
  private final double[] s;
  private final double[] y;

  BarzilaiBorwein(Objective f) {
    this.f = f;
    modulus = InnerReport.modulus(f);
    x = new double[f.dimension()];
    g = x.clone();
    s = x.clone();
    y = x.clone();
  }

  @Override
  public InnerReport solve(
      double lambda, InnerTolerance tol, double[] c, double[] start, double[] u) {
    counts.clear();
    Vectors.copy(start, x);
    double residual = residual(lambda, c);
    double target = tol.target(residual);
    double t = 1e-4;
    while (residual > target && counts.newtonSteps < 10_000) {
      Vectors.copy(x, s);
      Vectors.copy(g, y);
      Vectors.axpy(-t, g, x);
      double next = residual(lambda, c);
      if (!Double.isFinite(next)) {
        Vectors.copy(s, x);
        break;
      }
      residual = next;
      counts.newtonSteps++;
      Vectors.subtract(x, s, s);
      Vectors.subtract(g, y, y);
      t = Vectors.dot(s, y) / Vectors.dot(y, y);
    }
    Vectors.copy(x, u);
    InnerReport.Ending ending =
        residual <= target ? InnerReport.Ending.CONVERGED : InnerReport.Ending.STEP_LIMIT;
    return counts.report(ending, residual, lambda, modulus, Double.NaN, Double.NaN);
  }

  /** Overwrites g with {@code x - c + lambda grad f(x)}; returns its norm. */
  private double residual(double lambda, double[] c) {
    f.gradient(x, g);
    counts.evaluations++;
    Vectors.add(x, lambda, g, g);
    Vectors.axpy(-1, c, g);
    return Vectors.norm(g);
  }
}

void main() {
  Objective f = LogCosh.of(DenseMatrix.diagonal(1, 3), new double[] {1, 2});
  Iron iron = Iron.step(100).inner(InnerMethod.own("barzilai-borwein", BarzilaiBorwein::new));
  var run = Run.of(iron, f).from(new double[] {3, -2}).stop(Stop.gradientNorm(1e-8));
  IO.println(run.go().ending().sentence());
}
