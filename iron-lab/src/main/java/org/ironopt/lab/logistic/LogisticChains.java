package org.ironopt.lab.logistic;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.ironopt.lab.particles.LinearMoments;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.IronSweep;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.theory.IronParameters;

/**
 * The chains of one tolerance, one for each step and seed, as one ensemble, and those of the
 * quadratic model, whose second moments are known. A chain's start and noise depend on its seed
 * alone, so all steps and tolerances have common random numbers, and so has the model.
 */
final class LogisticChains {
  private final LogisticProblem problem;
  private final LogisticSettings settings;
  private final LogisticProblem.Data data;
  private final SymmetricEigen eigen;

  LogisticChains(LogisticProblem problem) {
    this.problem = problem;
    this.settings = problem.settings;
    this.data = problem.data();
    this.eigen = SymmetricEigen.of(data.anchor().hessian());
  }

  /** Returns how many chains there are: the seeds of the first step, then those of the next. */
  int count() {
    return problem.alphas.length * problem.seeds;
  }

  /** Returns the step of a chain. */
  double alpha(int chain) {
    return problem.alphas[chain / problem.seeds];
  }

  long seed(int chain) {
    return settings.chainSeeds()[chain % problem.seeds];
  }

  /** Starts the chains on the regression at {@code x0 ~ N(0, I)}, {@code v0 = 0}. */
  FlowStepper chain(double tolerance) {
    InnerMethod.Newton newton =
        InnerMethod.NEWTON_CG
            .tolerance(InnerTolerance.absolute(tolerance))
            .maxSteps(settings.newtonSteps());
    InnerMethod chord = new InnerMethod.Chord(data.anchor(), 3, newton);
    return start(data.objective(), chord, new double[settings.dimension()]);
  }

  /** Starts the chains of the quadratic model, which live in {@code x - w*}. */
  FlowStepper twin() {
    return start(data.model(), InnerMethod.CLOSED_FORM, data.minimizer());
  }

  /** Returns {@code x0 - origin} of a seed. */
  double[] start(long seed, double[] origin) {
    double[] x = new double[origin.length];
    new RandomStreams(seed).stream("start").normals(0, 0, 1, x, 0, x.length);
    Vectors.axpy(-1, origin, x);
    return x;
  }

  /** Returns {@code v0 - origin}. */
  double[] rest(double[] origin) {
    double[] v = new double[origin.length];
    Vectors.axpy(-1, origin, v);
    return v;
  }

  private FlowStepper start(Objective f, InnerMethod inner, double[] origin) {
    List<IronSweep.Group> groups =
        Arrays.stream(problem.alphas)
            .mapToObj(a -> IronSweep.seeds(problem.method(a).inner(inner), settings.chainSeeds()))
            .flatMap(sweep -> sweep.groups().stream())
            .toList();
    IronSweep sweep = new IronSweep(groups, false);
    Ensemble all = sweep.ensemble(f);
    // Every group has a seed of its own; that of the run is not used.
    return sweep.start(
        all,
        points(all, seed -> start(seed, origin)),
        points(all, seed -> rest(origin)),
        new RandomStreams(0));
  }

  /** Returns the points of all chains. */
  private double[] points(Ensemble all, LongFunction<double[]> point) {
    double[] points = new double[all.dimension()];
    for (int j = 0; j < all.members(); j++) {
      all.scatter(point.apply(seed(j)), j, points);
    }
    return points;
  }

  /**
   * Returns the exact expectation of the mean of |x_k|^2 over {@code from < k <= to} on the
   * quadratic model, also while the damping is still moving: in each eigendirection {@code z+ = M z
   * + g xi} gives {@code m+ = M m} and {@code P+ = M P M' + q g g'}.
   */
  double expectedSquares(double alpha, long seed, int from, int to) {
    double[] a = eigen.values();
    double[] e = new double[a.length];
    double[] w = new double[a.length];
    eigen.vectors().applyTransposed(start(seed, data.minimizer()), e);
    eigen.vectors().applyTransposed(rest(data.minimizer()), w);
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += squares(alpha, a[i], e[i], w[i], from, to);
    }
    return sum / (to - from);
  }

  /** Returns the expected sum of e_k^2 along one eigendirection. */
  private double squares(double alpha, double a, double e0, double w0, int from, int to) {
    double gamma = settings.gamma();
    double[] mean = {e0, w0};
    double[] second = new double[3];
    double sum = 0;
    for (int k = 1; k <= to; k++) {
      IronParameters p = new IronParameters(alpha, problem.mu, gamma);
      mean = LinearMoments.mean(p, a, mean);
      second = LinearMoments.second(p, a, problem.rho2, second);
      sum += k > from ? mean[0] * mean[0] + second[0] : 0;
      gamma = settings.frozen() ? gamma : p.gammaNext();
    }
    return sum;
  }
}
