package org.ironopt.lab.logistic;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.IronSweep;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Tolerance;

/**
 * The chains of one tolerance, one for each step and seed, as one ensemble, and those of the
 * quadratic model. A chain's start and noise depend on its seed alone, so all steps and tolerances
 * have common random numbers, and so has the model.
 */
final class Chains {
  private final LogisticSetup setup;
  private final LogisticProblem problem;

  Chains(LogisticSetup setup) {
    this.setup = setup;
    this.problem = setup.problem();
  }

  /** Starts the chains on the regression at {@code x0 ~ N(0, I)}, {@code v0 = 0}. */
  FlowStepper chain(double tolerance) {
    Inner inner =
        new Inner.Chord(
            problem.anchor(),
            3,
            Inner.NEWTON_CG
                .withTolerance(Tolerance.absolute(tolerance))
                .withMaxSteps(setup.maxSteps));
    int n = setup.dimension;
    int m = setup.chains();
    double[] x0 = new double[n * m];
    for (int j = 0; j < m; j++) {
      put(start(setup.seed(j)), j, x0);
    }
    return start(problem.objective(), inner, x0, new double[n * m]);
  }

  /** Starts the chains of the quadratic model, which live in {@code x - w*}. */
  FlowStepper twin() {
    int n = setup.dimension;
    int m = setup.chains();
    double[] x0 = new double[n * m];
    double[] v0 = new double[n * m];
    for (int j = 0; j < m; j++) {
      put(offset(setup.seed(j)), j, x0);
      put(restOffset(), j, v0);
    }
    return start(problem.model(), Inner.CLOSED_FORM, x0, v0);
  }

  /** Returns x0 of a seed. */
  double[] start(long seed) {
    double[] x = new double[setup.dimension];
    new Streams(seed).stream("start").normals(0, 0, 1, x, 0, x.length);
    return x;
  }

  /** Returns {@code x0 - w*} of a seed. */
  double[] offset(long seed) {
    double[] x = start(seed);
    Vectors.axpy(-1, problem.minimizer(), x);
    return x;
  }

  /** Returns {@code v0 - w*}. */
  double[] restOffset() {
    double[] v = problem.minimizer().clone();
    Vectors.scale(-1, v);
    return v;
  }

  private void put(double[] point, int j, double[] all) {
    int m = setup.chains();
    for (int i = 0; i < point.length; i++) {
      all[i * m + j] = point[i];
    }
  }

  private FlowStepper start(Objective f, Inner inner, double[] x0, double[] v0) {
    List<IronSweep.Group> groups = new ArrayList<>();
    for (int j = 0; j < setup.chains(); j++) {
      Iron iron = setup.method(setup.alpha(j)).inner(inner);
      groups.add(new IronSweep.Group(iron, 1, OptionalLong.of(setup.seed(j))));
    }
    IronSweep sweep = new IronSweep(groups, false);
    // Every group has a seed of its own; that of the run is not used.
    return sweep.start(sweep.ensemble(f), x0, v0, new Streams(0));
  }
}
