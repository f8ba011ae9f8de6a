package org.ironopt.lab.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;

/**
 * Center noise on functions that are not strongly convex: not convex at all, with inner solves that
 * go downhill from the iterate, and convex without a modulus. gamma = mu = 1 and rho = 1 unless
 * said.
 */
final class NonconvexFunctions {
  /** The residual at which inner solves are stopped early. */
  static final double EARLY = 1;

  /** Steps on the convex functions. */
  static final int ENERGY_STEPS = 30;

  private static final double EXACT = 1e-9;
  private static final int MOST = 300;
  private static final double[] CONVEX_STEPS = {0.1, 1};
  private static final int BURN = 60;
  private static final CenterNoise UNIT = new CenterNoise(new Noise.Isotropic(1));

  /**
   * Chains on a function.
   *
   * @param residual at which an inner solve stops
   */
  record Noisy(TestFunction on, double alpha, double residual) {
    boolean early() {
      return residual == EARLY;
    }
  }

  final CellGroup<Noisy> noisy;

  /** One run without noise from a point whose way down leads to the saddle. */
  final CellGroup<Noisy> saddle;

  /** {@code f(x_k) - f* + gamma_k/2 |v_k - x*|^2} for each k. */
  final CellGroup<Noisy> energy;

  /** The functions of {@link #noisy}. */
  final List<TestFunction> nonconvex;

  private final SamplingSettings settings;
  private final SamplingChains all;

  NonconvexFunctions(SamplingSettings settings, DenseMatrix rows) {
    this.settings = settings;
    all = new SamplingChains(settings.seed());
    TestFunction plane = TestFunction.plane(rows, new double[] {1, -1});
    nonconvex = List.of(TestFunction.SINE, plane, TestFunction.NETWORK);
    List<Noisy> keys = new ArrayList<>(keys(nonconvex, settings.plAlpha(), EXACT));
    keys.addAll(keys(List.of(TestFunction.SINE), settings.plAlpha(), EARLY));
    List<TestFunction> convex = List.of(TestFunction.LOG_SUM_EXP, TestFunction.HUBER);
    noisy = CellGroup.of(keys, this::noisyCell);
    saddle = CellGroup.of(List.of(new Noisy(TestFunction.NETWORK, 10, EXACT)), this::saddleCell);
    energy = CellGroup.of(keys(convex, CONVEX_STEPS, EXACT), this::energyCell);
  }

  private static List<Noisy> keys(List<TestFunction> on, double[] alphas, double residual) {
    return CellGroup.pairs(on, alphas, (f, alpha) -> new Noisy(f, alpha, residual));
  }

  /** Goes down {@code f(u) + |u - c|^2/(2 lambda)} from the iterate, also where f is concave. */
  private static Iron iron(Noisy key) {
    return Iron.step(key.alpha)
        .frozen()
        .inner(
            InnerMethod.TRUST_REGION
                .tolerance(InnerTolerance.absolute(key.residual))
                .maxSteps(MOST));
  }

  private static NamedValues own(Noisy key) {
    return new NamedValues().with("problem", key.on.label()).with("alpha", key.alpha);
  }

  private static String label(Noisy key) {
    return key.on.label() + (key.early() ? "-early" : "") + "-alpha-" + Numbers.text(key.alpha);
  }

  private Cell noisyCell(Noisy key) {
    NamedValues own =
        own(key).with("residual", key.residual).with("window", (long) settings.window());
    Iron iron = iron(key).noise(UNIT);
    return excess(label(key), own, settings.chains(), iron, key.on, BURN, settings.window());
  }

  private Cell saddleCell(Noisy key) {
    return excess("saddle", own(key), 2, iron(key), key.on, BURN - 1, 1);
  }

  private Cell excess(
      String label, NamedValues own, int count, Iron iron, TestFunction on, int burn, int window) {
    return all.cell(
        label,
        own,
        count,
        "excess",
        () ->
            number ->
                SamplingChains.means(
                    iron.start(on.f(), on.start(), on.start(), all.streams(number, 0)),
                    burn,
                    window,
                    x -> new double[] {on.excess(x)}));
  }

  /**
   * The method refuses mu = 0 with updated gamma, which tends to 0; here it has an end, so each
   * step is a start of the method with its own gamma.
   */
  private Cell energyCell(Noisy key) {
    TestFunction on = key.on;
    String names =
        IntStream.rangeClosed(0, ENERGY_STEPS)
            .mapToObj(k -> "energy_" + k)
            .collect(Collectors.joining(", "));
    Iron iron = iron(key).mu(0).noise(UNIT);
    return all.cell(
        "energy-" + label(key),
        own(key),
        settings.chains(),
        names,
        () ->
            number -> {
              double[] x = on.start().clone();
              double[] v = x.clone();
              double gamma = 1;
              double[] energy = new double[ENERGY_STEPS + 1];
              for (int k = 0; ; k++) {
                energy[k] = on.excess(x) + gamma / 2 * Vectors.dot(v, v);
                if (k == ENERGY_STEPS) {
                  return energy;
                }
                FlowStepper step = iron.gamma(gamma).start(on.f(), x, v, all.streams(number, k));
                step.advance();
                x = step.x().clone();
                v = step.v().clone();
                gamma /= 1 + key.alpha;
              }
            });
  }
}
