package org.ironopt.lab.logistic;

import org.ironopt.lab.experiment.SavedState;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.theory.IronParameters;

/**
 * Solves some of the equations that the chains of the first seed meet once more, by the paper's own
 * Newton iteration from the same start, and to rounding, so that steps and errors can be compared.
 */
final class NewtonSample {
  /** The equation of a step, and the iterate from which it is solved. */
  private record Equation(double lambda, double[] center, double[] iterate) {}

  private final LogisticProblem problem;
  private final LogisticSettings settings;
  private final InnerMethod newton;
  private final Equation[] taken;

  /** Sums by step. */
  private final double[] equations;

  private final double[] newtonSteps;
  private final double[] chordSteps;
  private final double[] failed;

  /** Largest error of a chain's point over its certificate, by step. */
  private final double[] worstRatio;

  NewtonSample(LogisticProblem problem, double tolerance) {
    this.problem = problem;
    settings = problem.settings;
    newton = paperInner(settings, tolerance);
    int steps = problem.alphas.length;
    taken = new Equation[steps];
    equations = new double[steps];
    newtonSteps = new double[steps];
    chordSteps = new double[steps];
    failed = new double[steps];
    worstRatio = new double[steps];
  }

  /** Returns Algorithm 2 of the paper with its tolerance and limit. */
  static InnerMethod paperInner(LogisticSettings settings, double tolerance) {
    return InnerMethod.PAPER
        .tolerance(InnerTolerance.absolute(tolerance))
        .maxSteps(settings.newtonSteps());
  }

  /** Returns whether the step from iterate k is looked at. */
  boolean isDue(long k) {
    int every = settings.window() / settings.newtonSamples();
    long late = k - settings.discarded();
    return late >= 0 && late % every == 0 && late / every < settings.newtonSamples();
  }

  /** Takes down the equations of the step that the chains are about to make. */
  void prepare(FlowStepper chain) {
    int n = settings.dimension();
    double[] noise = new double[n];
    for (int a = 0; a < taken.length; a++) {
      int j = chain(a);
      IronParameters p = new IronParameters(problem.alphas[a], problem.mu, chain.gamma()[j]);
      new Noise.Isotropic(settings.rho())
          .draw(
              new RandomStreams(settings.chainSeeds()[0]).stream("noise"),
              chain.step(),
              n,
              1,
              noise);
      double[] x = member(chain.x(), j);
      double[] center = new double[n];
      Vectors.interpolate(x, member(chain.v(), j), 1 / p.s(), center, 0, n);
      Vectors.axpy(p.noiseScale(), noise, center);
      taken[a] = new Equation(p.lambda(), center, x);
    }
  }

  /** Returns the number of the chain with a step and the first seed. */
  private int chain(int a) {
    return a * settings.chainSeeds().length;
  }

  private double[] member(double[] all, int j) {
    double[] x = new double[settings.dimension()];
    for (int i = 0; i < x.length; i++) {
      x[i] = all[i * chain(taken.length) + j];
    }
    return x;
  }

  /** Solves them, and compares with the points that the chains have reached. */
  void solve(FlowStepper chain) {
    InnerMethod exact = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(0));
    Parallel.forEach(
        taken.length,
        a -> {
          InnerReport chord = chain.members().orElseThrow().report(chain(a));
          double[] u = new double[settings.dimension()];
          InnerReport report = solve(newton, taken[a], taken[a].iterate, u);
          solve(exact, taken[a], u, u);
          double error = Vectors.distance(member(chain.x(), chain(a)), u);
          equations[a]++;
          newtonSteps[a] += report.newtonSteps();
          chordSteps[a] += chord.newtonSteps();
          failed[a] += report.succeeded() ? 0 : 1;
          worstRatio[a] = Math.max(worstRatio[a], error / chord.certificate().orElseThrow());
        });
  }

  private InnerReport solve(InnerMethod inner, Equation e, double[] start, double[] u) {
    return Resolvent.of(problem.data().objective(), inner).solve(e.lambda, e.center, start, u);
  }

  SavedState state() {
    return SavedState.of(equations, newtonSteps, chordSteps, failed, worstRatio);
  }

  NumericColumns table() {
    NumericColumns table =
        NumericColumns.of("alpha, equations, newton_steps, chord_steps, failed, worst_error_ratio");
    for (int a = 0; a < taken.length; a++) {
      table.add(
          problem.alphas[a],
          equations[a],
          newtonSteps[a] / equations[a],
          chordSteps[a] / equations[a],
          failed[a],
          worstRatio[a]);
    }
    return table;
  }
}
