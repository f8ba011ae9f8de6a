package org.ironopt.lab.sampling;

import java.util.ArrayList;
import java.util.List;
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
   * Chains on a function that is not convex.
   *
   * @param residual at which an inner solve stops
   */
  record Noisy(TestFunction on, double alpha, double residual) {}

  /** Chains on a convex function. */
  record Energy(TestFunction on, double alpha) {}

  final CellGroup<Noisy> noisy;

  /** One run without noise from a point whose way down leads to the saddle. */
  final CellGroup<TestFunction> saddle;

  /** {@code f(x_k) - f* + gamma_k/2 |v_k - x*|^2} for each k. */
  final CellGroup<Energy> energy;

  /** The functions of {@link #noisy}. */
  final List<TestFunction> nonconvex;

  private final SamplingSettings settings;
  private final SamplingChains all;

  NonconvexFunctions(SamplingSettings settings, DenseMatrix rows) {
    this.settings = settings;
    all = new SamplingChains(settings.seed());
    TestFunction plane = TestFunction.plane(rows, new double[] {1, -1});
    nonconvex = List.of(TestFunction.SINE, plane, TestFunction.NETWORK);
    double[] alphas = settings.plAlpha();
    List<Noisy> keys = new ArrayList<>();
    keys.addAll(CellGroup.pairs(nonconvex, alphas, (f, alpha) -> new Noisy(f, alpha, EXACT)));
    keys.addAll(
        CellGroup.pairs(
            List.of(TestFunction.SINE), alphas, (f, alpha) -> new Noisy(f, alpha, EARLY)));
    noisy = CellGroup.of(keys, this::noisyCell);
    saddle = CellGroup.of(List.of(TestFunction.NETWORK), this::saddleCell);
    List<TestFunction> convex = List.of(TestFunction.LOG_SUM_EXP, TestFunction.HUBER);
    energy = CellGroup.of(CellGroup.pairs(convex, CONVEX_STEPS, Energy::new), this::energyCell);
  }

  /** Goes down {@code f(u) + |u - c|^2/(2 lambda)} from the iterate, also where f is concave. */
  private static InnerMethod descent(double residual) {
    return InnerMethod.TRUST_REGION.tolerance(InnerTolerance.absolute(residual)).maxSteps(MOST);
  }

  private static NamedValues own(TestFunction on, double alpha) {
    return new NamedValues().with("problem", on.label()).with("alpha", alpha);
  }

  private Cell noisyCell(Noisy key) {
    TestFunction on = key.on;
    Iron iron = Iron.step(key.alpha).frozen().noise(UNIT).inner(descent(key.residual));
    String early = key.residual == EXACT ? "" : "-early";
    return all.cell(
        on.label() + early + "-alpha-" + Numbers.text(key.alpha),
        own(on, key.alpha).with("residual", key.residual).with("window", (long) settings.window()),
        settings.chains(),
        List.of("excess"),
        () ->
            number -> {
              FlowStepper chain = all.start(iron, on.f(), on.start(), number);
              SamplingChains.advance(chain, BURN);
              double mean = 0;
              for (int k = 0; k < settings.window(); k++) {
                chain.advance();
                mean += on.excess(chain.x()) / settings.window();
              }
              return new double[] {mean};
            });
  }

  private Cell saddleCell(TestFunction on) {
    Iron iron = Iron.step(10).frozen().inner(descent(EXACT));
    return all.cell(
        "saddle",
        own(on, 10),
        2,
        List.of("excess"),
        () ->
            number -> {
              FlowStepper run = all.start(iron, on.f(), on.start(), number);
              SamplingChains.advance(run, BURN);
              return new double[] {on.excess(run.x())};
            });
  }

  /**
   * The method refuses mu = 0 with updated gamma, which tends to 0; here it has an end, so each
   * step is a start of the method with its own gamma.
   */
  private Cell energyCell(Energy key) {
    TestFunction on = key.on;
    List<String> names =
        IntStream.rangeClosed(0, ENERGY_STEPS).mapToObj(k -> "energy_" + k).toList();
    Iron iron = Iron.step(key.alpha).mu(0).frozen().noise(UNIT).inner(descent(EXACT));
    return all.cell(
        "energy-" + on.label() + "-alpha-" + Numbers.text(key.alpha),
        own(on, key.alpha),
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
