import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Locale;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/**
 * A method of your own, here gradient descent with bounded steps, and a problem of your own. A
 * constructor that takes the step makes it fit for a comparison with all others:
 *
 * <pre>
 *   ./iron compare examples/own.toml --class-path examples/OwnMethod.java
 * </pre>
 */
public record OwnMethod(double eta) implements Method {
  public OwnMethod() {
    this(.1);
  }

  @Override
  public String name() {
    return "bounded-gradient";
  }

  /** A checkpoint is resumed only by a method with the same description. */
  @Override
  public String description() {
    return "bounded-gradient(eta: " + eta + ")";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new Steps(objective, eta, x0.clone());
  }

  void main() {
    RunResult result =
        Run.of(new OwnMethod(.2), new Valley())
            .from(new double[] {3, -2})
            .stop(Stop.gradientNorm(1e-4).or(Stop.steps(10_000)))
            .go();
    IO.println(result.ending().sentence());
    IO.println(String.format(Locale.ROOT, "x = (%.4f, %.4f)", result.x()[0], result.x()[1]));
  }

  /** The state between two steps. */
  private static final class Steps implements Stepper {
    private final Objective objective;
    private final double eta;
    private final double[] x;
    private final double[] g;
    private long k;

    Steps(Objective objective, double eta, double[] x) {
      this.objective = objective;
      this.eta = eta;
      this.x = x;
      g = new double[x.length];
    }

    @Override
    public StepReport advance() {
      objective.gradient(x, g);
      double norm = 0;
      for (double gi : g) {
        norm = Math.fma(gi, gi, norm);
      }
      double step = eta / Math.sqrt(1 + norm);
      for (int i = 0; i < x.length; i++) {
        x[i] = Math.fma(-step, g[i], x[i]);
      }
      return StepReport.explicit(++k, step, Double.NaN, Double.NaN, 1);
    }

    @Override
    public long step() {
      return k;
    }

    @Override
    public double[] x() {
      return x;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeLong(k);
      for (double xi : x) {
        out.writeDouble(xi);
      }
    }

    @Override
    public void restore(DataInput in) throws IOException {
      k = in.readLong();
      for (int i = 0; i < x.length; i++) {
        x[i] = in.readDouble();
      }
    }
  }
}

/** {@code x^4/4 + (x - y)^2}, a valley along the diagonal with a flat bottom. */
final class Valley implements Objective {
  @Override
  public int dimension() {
    return 2;
  }

  @Override
  public double value(double[] x) {
    return x[0] * x[0] * x[0] * x[0] / 4 + (x[0] - x[1]) * (x[0] - x[1]);
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    gradient[0] = x[0] * x[0] * x[0] + 2 * (x[0] - x[1]);
    gradient[1] = 2 * (x[1] - x[0]);
  }
}
