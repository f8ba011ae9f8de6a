import java.util.Locale;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/**
 * A method of your own: gradient descent with bounded steps, on minibatches and with noise if you
 * like, resumed to the last bit. {@code ./iron compare examples/own.toml --class-path
 * examples/OwnMethod.java} compares it with others; its constructor takes the step.
 */
public record OwnMethod(double eta, Batches batches, NoiseModel noise) implements Method {
  public OwnMethod(double eta) {
    this(eta, Batches.all(), NoiseModel.none());
  }

  @Override
  public String name() {
    return "bounded-gradient";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    BatchSampler sampler = BatchSampler.of(batches, objective, streams);
    return new AbstractStepper(name(), objective, noise, x0, streams) {
      private final double[] g = new double[x.length];

      @Override
      public StepReport advance() {
        sampler.objective(k).gradient(x, g);
        noise.add(k, 1, g);
        double step = eta / Math.sqrt(1 + Vectors.dot(g, g));
        Vectors.axpy(-step, g, x);
        return StepReport.explicit(++k, step, 1);
      }
    };
  }

  static void main() {
    RunResult result =
        Run.of(new OwnMethod(.2), new Valley())
            .from(new double[] {3, -2})
            .stop(Stop.gradientNorm(1e-4).or(Stop.steps(10_000)))
            .go();
    IO.println(result.ending().sentence());
    IO.println(String.format(Locale.ROOT, "x = (%.4f, %.4f)", result.x()[0], result.x()[1]));
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
