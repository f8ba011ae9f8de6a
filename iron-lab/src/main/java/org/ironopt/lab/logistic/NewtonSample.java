package org.ironopt.lab.logistic;

import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.Tolerance;
import org.ironopt.theory.IronParameters;

/**
 * Solves some of the equations that the chains of the first seed meet once more, by the paper's own
 * Newton iteration from the same start, and to rounding, so that steps and errors can be compared.
 */
final class NewtonSample {
  /** Numbers for each step length. */
  static final int COUNT = 0;

  static final int NEWTON_STEPS = 1;
  static final int CHORD_STEPS = 2;
  static final int NEWTON_FAILED = 3;

  /** Largest error of the chain's point over its certificate. */
  static final int WORST_RATIO = 4;

  static final int NUMBERS = 5;

  private final LogisticSetup setup;
  private final double tolerance;
  private final double[][] center;
  private final double[][] iterate;
  private final double[] lambda;

  NewtonSample(LogisticSetup setup, double tolerance) {
    this.setup = setup;
    this.tolerance = tolerance;
    center = new double[setup.alphas.length][setup.dimension];
    iterate = new double[setup.alphas.length][setup.dimension];
    lambda = new double[setup.alphas.length];
  }

  /** Returns whether the step from iterate k is looked at. */
  boolean isDue(long k) {
    int every = setup.window() / setup.newtonSamples;
    long late = k - setup.discarded;
    return late >= 0 && late % every == 0 && late / every < setup.newtonSamples;
  }

  /** Takes down the equations of the step that the chains are about to make. */
  void prepare(FlowStepper chain) {
    int n = setup.dimension;
    double[] noise = new double[n];
    for (int a = 0; a < setup.alphas.length; a++) {
      int j = a * setup.seeds.length;
      IronParameters p = new IronParameters(setup.alphas[a], setup.mu(), chain.gamma()[j]);
      lambda[a] = p.lambda();
      new Noise.Isotropic(setup.rho)
          .draw(new Streams(setup.seeds[0]).stream("noise"), chain.step(), n, 1, noise);
      double[] v = new double[n];
      gather(chain.x(), j, iterate[a]);
      gather(chain.v(), j, v);
      Vectors.interpolate(iterate[a], v, 1 / p.s(), center[a], 0, n);
      Vectors.axpy(p.noiseScale(), noise, center[a]);
    }
  }

  private void gather(double[] all, int j, double[] x) {
    for (int i = 0; i < x.length; i++) {
      x[i] = all[i * setup.chains() + j];
    }
  }

  /** Solves them, and compares with the points that the chains have reached. */
  void solve(FlowStepper chain, int[] chordSteps, double[] certificates, double[][] numbers) {
    Parallel.forEach(
        setup.alphas.length,
        a -> {
          int j = a * setup.seeds.length;
          double[] u = new double[setup.dimension];
          InnerReport newton = solve(setup.paperInner(tolerance), a, iterate[a], u);
          Inner exact = Inner.NEWTON_CHOLESKY.withTolerance(Tolerance.relative(0));
          solve(exact, a, u, u);
          double[] reached = new double[setup.dimension];
          gather(chain.x(), j, reached);
          double[] row = numbers[a];
          row[COUNT]++;
          row[NEWTON_STEPS] += newton.newtonSteps();
          row[CHORD_STEPS] += chordSteps[j];
          row[NEWTON_FAILED] += newton.succeeded() ? 0 : 1;
          double ratio = Vectors.distance(reached, u) / certificates[j];
          row[WORST_RATIO] = Math.max(row[WORST_RATIO], ratio);
        });
  }

  private InnerReport solve(Inner inner, int a, double[] start, double[] u) {
    Resolvent resolvent = Resolvent.of(setup.problem().objective(), inner);
    return resolvent.solve(lambda[a], center[a], start, u);
  }
}
