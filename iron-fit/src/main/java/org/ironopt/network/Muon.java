package org.ironopt.network;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.network.Layers.LayeredObjective;
import org.ironopt.network.internal.PolarFactor;
import org.ironopt.problem.Objective;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;

/**
 * Muon: momentum whose direction is made orthogonal. With the gradient G of the batch by the {@code
 * m x n} weights W of a layer,
 *
 * <pre>
 *   M  = momentum M + G
 *   O  = about U V' of  G + momentum M = U S V',  by Newton-Schulz steps
 *   W+ = W - eta 0.2 sqrt(max(m, n)) O
 * </pre>
 *
 * so that all directions of a layer move alike, and an element by about {@code 0.2 eta}. Biases
 * take steps of Adam of length {@code rest eta}, with memories 0.9 and 0.999 and eps 1e-8. Five
 * Newton-Schulz steps take {@code 20 r^2 c + 10 r^3} flops for sides {@code r <= c}: as much as a
 * gradient of a thousand rows and more.
 *
 * <p>Needs the gradient of the batch at the old point, and a {@link LayeredObjective}, whose layers
 * are its matrices. Guarantee: none.
 *
 * <p>References: K. Jordan et al., "Muon: An optimizer for hidden layers in neural networks", 2024,
 * kellerjordan.github.io/posts/muon; the factor 0.2 sqrt(max(m, n)) is that of J. Liu et al., "Muon
 * is scalable for LLM training", arXiv:2502.16982. Deviations: products are made in float, not in
 * bfloat16; the first and last layer are made orthogonal too; no weight decay; the momentum is a
 * sum, not a mean, which changes the direction only through the 1e-7 that is added to the norm.
 *
 * @param eta step lengths
 * @param momentum memory of the gradients
 * @param steps Newton-Schulz steps
 * @param rest step of the biases, relative to eta
 * @param batches terms of a step
 */
public record Muon(Schedule eta, double momentum, int steps, double rest, Batches batches)
    implements Method {
  /** Memories of Adam, for the biases. */
  public static final double BETA1 = .9;

  public static final double BETA2 = .999;

  /** Added to the root of Adam. */
  public static final double EPS = 1e-8;

  public Muon {
    String sentence = "momentum is %s, expected a number >= 0 and < 1";
    Require.that(momentum >= 0 && momentum < 1, sentence, momentum);
    Require.atLeast("Newton-Schulz steps", 1, steps);
    Require.positive("rest", rest);
  }

  /** Returns the method with momentum 0.95, five Newton-Schulz steps, biases by 0.3 eta. */
  public static Muon step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns the method with the steps of a schedule and the same numbers otherwise. */
  public static Muon steps(Schedule eta) {
    return new Muon(eta, .95, 5, .3, Batches.all());
  }

  /** Changes the memory of the gradients. */
  public Muon momentum(double momentum) {
    return new Muon(eta, momentum, steps, rest, batches);
  }

  /** Changes the step of the biases, relative to eta. */
  public Muon rest(double rest) {
    return new Muon(eta, momentum, steps, rest, batches);
  }

  /** Changes which terms a step sees. */
  public Muon batches(Batches batches) {
    return new Muon(eta, momentum, steps, rest, batches);
  }

  /** Returns the factor of O for a layer. */
  public static double scale(Layers.Block layer) {
    return .2 * Math.sqrt(Math.max(layer.rows(), layer.columns() - 1));
  }

  /** Returns the flops that a step takes beyond its gradient. */
  public double flops(Layers layers) {
    return layers.blocks().stream()
        .mapToDouble(b -> PolarFactor.flops(b.rows(), b.columns() - 1, steps))
        .sum();
  }

  @Override
  public String name() {
    return "muon";
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    BatchSampler sampler = BatchSampler.of(batches, objective, streams);
    String needs =
        "muon makes the weights of layers orthogonal and needs a LayeredObjective (Network)";
    LayeredObjective network = BatchSampler.require(LayeredObjective.class, objective, needs);
    return new Iteration(network, sampler, x0, streams);
  }

  private final class Iteration extends AbstractStepper {
    private final BatchSampler sampler;
    private final List<Layers.Block> layers;
    private final PolarFactor polar = new PolarFactor();
    private final double[] gradient = new double[x.length];

    /** M of the weights, the mean of Adam of the biases. */
    private final double[] memory = new double[x.length];

    /** The mean square of Adam; one number a bias. */
    private final double[] square;

    Iteration(LayeredObjective network, BatchSampler batch, double[] x0, RandomStreams streams) {
      super("muon", network, new GradientNoise(new Noise.None()), x0, streams);
      sampler = batch;
      layers = network.layers().blocks();
      square = new double[layers.stream().mapToInt(Layers.Block::rows).sum()];
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.arrays(memory, square);
    }

    @Override
    public StepReport advance() {
      double step = eta.checked(k);
      sampler.objective(k).gradient(x, gradient);
      int bias = 0;
      for (Layers.Block layer : layers) {
        weights(layer, step);
        biases(layer, bias, rest * step);
        bias += layer.rows();
      }
      k++;
      return StepReport.explicit(k, step, 1);
    }

    private void weights(Layers.Block layer, double step) {
      int width = layer.columns() - 1;
      forRows(layer, (at, i) -> mix(at, width));
      polar.replace(
          gradient, layer.from(), layer.rows(), width, layer.columns(), steps, scale(layer));
      forRows(
          layer,
          (at, i) -> {
            for (int j = at; j < at + width; j++) {
              x[j] = Math.fma(-step, gradient[j], x[j]);
            }
          });
    }

    /** Overwrites the gradient of a row of weights with G + momentum M. */
    private void mix(int at, int width) {
      for (int j = at; j < at + width; j++) {
        memory[j] = Math.fma(momentum, memory[j], gradient[j]);
        gradient[j] = Math.fma(momentum, memory[j], gradient[j]);
      }
    }

    private void biases(Layers.Block layer, int first, double step) {
      double rate = step / (1 - StrictMath.pow(BETA1, k + 1));
      double root = 1 / Math.sqrt(1 - StrictMath.pow(BETA2, k + 1));
      forRows(
          layer,
          (at, i) -> {
            int j = at + layer.columns() - 1;
            double g = gradient[j];
            memory[j] = Math.fma(BETA1, memory[j], (1 - BETA1) * g);
            square[first + i] = Math.fma(BETA2, square[first + i], (1 - BETA2) * (g * g));
            x[j] -= rate * memory[j] / Math.fma(Math.sqrt(square[first + i]), root, EPS);
          });
    }

    private static void forRows(Layers.Block layer, Row body) {
      IntStream.range(0, layer.rows())
          .forEach(i -> body.run(layer.from() + i * layer.columns(), i));
    }

    /** Work on the row of unit i, whose numbers begin at a place. */
    private interface Row {
      void run(int at, int i);
    }
  }
}
