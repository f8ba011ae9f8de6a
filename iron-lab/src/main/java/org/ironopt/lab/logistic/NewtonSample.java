package org.ironopt.lab.logistic;

import org.ironopt.lab.experiment.SavedState;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.theory.IronParameters;

/**
 * Solves some of the equations that the chains of the first seed meet once more, by the paper's own
 * Newton iteration from the same start, and to rounding, so that steps and errors can be compared.
 */
final class NewtonSample {
  private final LogisticProblem problem;
  private final LogisticSettings settings;
  private final InnerMethod newton;

  /** Solutions to rounding, by step. */
  private final double[][] solutions;

  /** Sums by step. */
  private final double[] equations;

  private final double[] newtonSteps;

  /** Largest error of a chain's point over its certificate, by step. */
  private final double[] worstRatio;

  NewtonSample(LogisticProblem problem, double tolerance) {
    this.problem = problem;
    settings = problem.settings;
    newton = paperInner(settings, tolerance);
    int steps = problem.alphas.length;
    solutions = new double[steps][];
    equations = new double[steps];
    newtonSteps = new double[steps];
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

  /** Solves the equations of the step that the chains are about to make. */
  void solve(FlowStepper chain) {
    InnerMethod exact = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(0));
    int n = settings.dimension();
    double[] noise = new double[n];
    new Noise.Isotropic(settings.rho())
        .draw(
            new RandomStreams(settings.chainSeeds()[0]).stream("noise"), chain.step(), n, 1, noise);
    Parallel.forEach(
        solutions.length,
        a -> {
          double gamma = chain.gamma()[chain(a)];
          IronParameters p = new IronParameters(problem.alphas[a], problem.mu, gamma);
          double[] x = member(chain.x(), a);
          double[] center = new double[n];
          Vectors.interpolate(x, member(chain.v(), a), 1 / p.s(), center, 0, n);
          Vectors.axpy(p.noiseScale(), noise, center);
          double[] u = new double[n];
          newtonSteps[a] += resolvent(newton).solve(p.lambda(), center, x, u).newtonSteps();
          resolvent(exact).solve(p.lambda(), center, u, u);
          solutions[a] = u;
          equations[a]++;
        });
  }

  private Resolvent resolvent(InnerMethod inner) {
    return Resolvent.of(problem.data().objective(), inner);
  }

  /** Compares with the points that the chains have reached. */
  void compare(FlowStepper chain) {
    for (int a = 0; a < solutions.length; a++) {
      double error = Vectors.distance(member(chain.x(), a), solutions[a]);
      double bound = chain.members().orElseThrow().report(chain(a)).certificate().orElseThrow();
      worstRatio[a] = Math.max(worstRatio[a], error / bound);
    }
  }

  /** Returns the number of the chain with a step and the first seed. */
  private int chain(int a) {
    return a * problem.seeds;
  }

  private double[] member(double[] all, int a) {
    double[] x = new double[settings.dimension()];
    for (int i = 0; i < x.length; i++) {
      x[i] = all[i * chain(solutions.length) + chain(a)];
    }
    return x;
  }

  SavedState state() {
    return SavedState.of(equations, newtonSteps, worstRatio);
  }

  NumericColumns table() {
    NumericColumns table = NumericColumns.of("alpha, equations, newton_steps, worst_error_ratio");
    for (int a = 0; a < solutions.length; a++) {
      table.add(problem.alphas[a], equations[a], newtonSteps[a] / equations[a], worstRatio[a]);
    }
    return table;
  }
}
