package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.problem.analytic.StudentRegression;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.StepRecord;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;

/**
 * The bound of a report against the true distance to the solution, for objectives that are strongly
 * convex, convex and neither, under a flow whose mu has nothing to do with them.
 */
class CertificateTest {
  private static final long SEED = 20261;
  private static final int TRIALS = 40;

  /** What the flow is told. */
  private static final double[] FLOW_MU = {1e-4, 1, 1e4};

  /** Every kind of solver that takes the objective, stopped early. */
  private static List<InnerMethod> solvers(Objective f) {
    List<InnerMethod> all = new ArrayList<>(List.of(InnerMethod.LBFGS));
    if (f instanceof Curved curved) {
      all.addAll(
          List.of(
              InnerMethod.NEWTON_CG,
              InnerMethod.NEWTON_CHOLESKY,
              InnerMethod.PAPER,
              InnerMethod.LEVENBERG_MARQUARDT,
              InnerMethod.TRUST_REGION,
              InnerMethod.NEWTON_MINRES,
              InnerMethod.DIAGONAL,
              InnerMethod.NEWTON_CG.direction(new Direction.Gmres())));
      if (f.modulus().isPresent()) {
        HessianEigenbasis anchor = HessianEigenbasis.at(curved, new double[f.dimension()]);
        all.add(new InnerMethod.Chord(anchor));
      }
    }
    if (f instanceof Proximable) {
      all.add(InnerMethod.CLOSED_FORM);
    }
    if (f instanceof LinearSum) {
      all.add(InnerMethod.PREDICTIONS);
      all.add(InnerMethod.GRAM);
    }
    return all;
  }

  private static double spread(SplittableRandom random, double from, double to) {
    return StrictMath.exp(random.nextDouble(StrictMath.log(from), StrictMath.log(to)));
  }

  private static Quadratic quadratic(SplittableRandom random, double least) {
    double[] eigenvalues = {least, spread(random, 1e-2, 1), spread(random, 1, 100)};
    var stream = new RandomStreams(random.nextLong()).stream("matrix");
    return Quadratic.ofSymmetric(
        RandomMatrices.symmetric(stream, 0, eigenvalues), point(random, 3, 2));
  }

  private static double[] point(SplittableRandom random, int n, double size) {
    return random.doubles(n, -size, size).toArray();
  }

  private static List<Objective> strong(SplittableRandom random) {
    Dataset two = Samples.classes(Samples.dense(20, 3, random.nextLong()), 2, random.nextLong());
    Dataset many = Samples.classes(Samples.dense(20, 3, random.nextLong()), 3, random.nextLong());
    double reg = spread(random, 1e-4, 10);
    Logistic logistic = Logistic.of(two, reg, Intercept.NONE);
    return List.of(
        quadratic(random, spread(random, 1e-3, 1)),
        logistic,
        logistic.batch(new int[] {random.nextInt(20), 7, 7, 3}, 0, 3),
        Softmax.of(many, reg, Intercept.PENALIZED));
  }

  private static List<Objective> convex(SplittableRandom random) {
    Dataset two = Samples.classes(Samples.dense(20, 3, random.nextLong()), 2, random.nextLong());
    DenseMatrix x = DenseMatrix.of(new double[][] {point(random, 4, 1), point(random, 4, 1)});
    double[] seen = random.ints(20, 0, 5).asDoubleStream().toArray();
    Dataset counts = Dataset.regression(Samples.dense(20, 2, random.nextLong()), seen);
    return List.of(
        Logistic.of(two, spread(random, 1e-4, 10), Intercept.FREE),
        Poisson.of(counts, 0, Intercept.FREE),
        LinearLeastSquares.of(x, point(random, 2, 3), 0));
  }

  private static List<Objective> unknown(SplittableRandom random) {
    DenseMatrix x = DenseMatrix.of(new double[][] {point(random, 2, 1), point(random, 2, 1)});
    return List.of(
        new Rosenbrock(4),
        LogCosh.of(x, point(random, 2, 2)),
        StudentRegression.of(x, point(random, 2, 3), 1, spread(random, 1e-4, 10)),
        quadratic(random, -1e-3));
  }

  /** Solves roughly by every solver; returns the largest ratio of error and bound. */
  private static double worst(Objective f, SplittableRandom random, String what) {
    int n = f.dimension();
    double lambda = spread(random, 1e-2, 1e3);
    double[] c = point(random, n, 3);
    double[] start = point(random, n, 1);
    double[] exact = new double[n];
    InnerMethod tight = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(0));
    InnerReport best = Resolvent.of(f, tight).solve(lambda, c, start, exact);
    double worst = 0;
    for (InnerMethod inner : solvers(f)) {
      double relative = random.nextDouble(.05, .7);
      InnerMethod rough = inner.tolerance(InnerTolerance.relative(relative));
      double[] u = new double[n];
      InnerReport report = Resolvent.of(f, rough).solve(lambda, c, start, u);
      assertEquals(f.modulus().isPresent(), report.certificate().isPresent(), what + rough);
      assertGradientIsTrue(f, report, u, what + rough);
      if (report.certificate().isPresent()) {
        double bound = report.certificate().getAsDouble();
        double sure = best.certificate().orElseThrow() + 1e-12 * (1 + Vectors.norm(u));
        double error = Vectors.distance(u, exact);
        assertTrue(
            error <= bound * (1 + 1e-12) + sure,
            () -> what + rough + ", lambda " + lambda + ": error " + error + " > " + bound);
        worst = Math.max(worst, bound > sure ? error / bound : 0);
      }
    }
    return worst;
  }

  private static void assertGradientIsTrue(Objective f, InnerReport report, double[] u, String in) {
    double[] g = new double[u.length];
    f.gradient(u, g);
    assertEquals(Vectors.norm(g), report.gradientNorm(), 1e-9 * (1 + Vectors.norm(g)), in);
  }

  @Test
  void boundsTheErrorWhereConvexityIsKnown() {
    SplittableRandom random = new SplittableRandom(SEED);
    double strong = 0;
    double convex = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      String what = "seed " + SEED + ", trial " + trial + ", ";
      for (Objective f : strong(random)) {
        assertTrue(f.modulus().orElseThrow() > 0);
        strong = Math.max(strong, worst(f, random, what));
      }
      for (Objective f : convex(random)) {
        assertEquals(0, f.modulus().orElseThrow());
        convex = Math.max(convex, worst(f, random, what));
      }
    }
    // The bound is nearly met, so that a larger modulus would be seen.
    assertTrue(strong > 0.9 && convex > 0.9, strong + ", " + convex);
  }

  @Test
  void isAbsentWhereConvexityIsNotKnown() {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    for (int trial = 0; trial < TRIALS; trial++) {
      for (Objective f : unknown(random)) {
        assertEquals(OptionalDouble.empty(), f.modulus(), f.getClass().getSimpleName());
        worst(f, random, "seed " + (SEED + 1) + ", trial " + trial + ", ");
      }
    }
  }

  /** A modulus is true: gradients are monotone by at least that much. */
  @Test
  void moduliAreTrue() {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    for (int trial = 0; trial < TRIALS; trial++) {
      List<Objective> all = new ArrayList<>(strong(random));
      all.addAll(convex(random));
      for (Objective f : all) {
        double m = f.modulus().orElseThrow();
        int n = f.dimension();
        double[] x = point(random, n, 2);
        double[] y = point(random, n, 2);
        double[] gx = new double[n];
        double[] gy = new double[n];
        f.gradient(x, gx);
        f.gradient(y, gy);
        Vectors.subtract(gx, gy, gx);
        double distance = Vectors.distance(x, y);
        Vectors.subtract(x, y, x);
        double slope = Vectors.dot(gx, x) / (distance * distance);
        assertTrue(slope >= m * (1 - 1e-9) - 1e-12, f + ": " + slope + " < " + m);
      }
    }
  }

  /** In a run, the bound of every step is that of f, whatever mu the flow has. */
  @Test
  void flowsDoNotLendTheirMu() {
    SplittableRandom random = new SplittableRandom(SEED + 3);
    for (int trial = 0; trial < TRIALS; trial++) {
      List<Objective> all = new ArrayList<>(strong(random));
      all.addAll(convex(random));
      all.addAll(unknown(random));
      for (Objective f : all) {
        double mu = FLOW_MU[trial % FLOW_MU.length];
        Iron iron = Iron.step(spread(random, 1, 1e3)).mu(mu);
        InnerMethod inner = InnerMethod.NEWTON_CG.tolerance(InnerTolerance.relative(.3));
        List<StepRecord> records = new ArrayList<>();
        Run.of(iron.inner(inner), f)
            .from(point(random, f.dimension(), 1))
            .stop(Stop.steps(2))
            .trace(records::add)
            .go();
        for (StepRecord step : records.subList(1, records.size())) {
          InnerReport report = step.inner().orElseThrow();
          OptionalDouble expected =
              InnerReport.certificate(report.residual(), step.lambda(), f.modulus());
          assertEquals(expected, report.certificate(), "seed " + (SEED + 3) + ", trial " + trial);
        }
      }
    }
  }

  /**
   * A flow with mu = 1 on a valley whose modulus is 1e-3: the error is fifty times the residual's.
   */
  @Test
  void weakDirectionOfAValley() {
    Quadratic f = Quadratic.diagonal(new double[] {1e-3, 1}, new double[2]);
    double[] start = {100, 1};
    InnerMethod.Newton rough = InnerMethod.NEWTON_CG.tolerance(InnerTolerance.relative(.3));
    for (InnerMethod inner : List.of(rough, rough.direction(new Direction.Lbfgs()))) {
      Iron iron = Iron.step(100).inner(inner);
      List<StepRecord> records = new ArrayList<>();
      RunResult result = Run.of(iron, f).from(start).stop(Stop.steps(1)).trace(records::add).go();
      StepRecord step = records.getLast();
      double[] exact = new double[2];
      f.prox(step.lambda(), start, exact);
      InnerReport report = step.inner().orElseThrow();
      double error = Vectors.distance(exact, result.x());
      assertTrue(error <= report.certificate().orElseThrow(), inner + ": " + error);
    }
  }

  /** Members of an ensemble have the modulus of their objective, solved one by one or at once. */
  @Test
  void ensembles() {
    Quadratic f = Quadratic.diagonal(new double[] {1e-3, 1}, new double[] {1, 2});
    Ensemble all = Ensemble.of(f, 5);
    assertEquals(f.modulus(), all.modulus());
    double[] c = point(new SplittableRandom(SEED + 4), 10, 3);
    HessianEigenbasis anchor = HessianEigenbasis.at(f, new double[2]);
    for (InnerMethod inner :
        List.of(
            InnerMethod.CLOSED_FORM,
            InnerMethod.NEWTON_CG,
            new InnerMethod.Chord(anchor, 0, InnerMethod.NEWTON_CG))) {
      EnsembleResolvent resolvent = EnsembleResolvent.of(all, inner);
      double[] lambda = {1, 10, 100, 1000, 1e4};
      double[] u = new double[10];
      EnsembleResolvent.Report report = resolvent.solve(lambda, c, c, u);
      double[] x = new double[2];
      double[] g = new double[2];
      double squares = 0;
      for (int j = 0; j < 5; j++) {
        double expected = report.report(j).residual() / (1 + 1e-3 * lambda[j]);
        assertEquals(expected, report.report(j).certificate().orElseThrow(), 1e-15 * expected);
        all.gather(u, j, x);
        f.gradient(x, g);
        assertEquals(Vectors.norm(g), report.report(j).gradientNorm(), 1e-15);
        squares += Vectors.dot(g, g);
      }
      assertEquals(Math.sqrt(squares), report.total().gradientNorm(), 1e-14);
      assertTrue(report.total().certificate().isPresent());
    }
    Ensemble nonconvex = Ensemble.of(new Rosenbrock(2), 3);
    double[] u = new double[6];
    InnerReport none =
        Resolvent.of(nonconvex, InnerMethod.NEWTON_CG).solve(1e-3, new double[6], new double[6], u);
    assertFalse(none.certificate().isPresent());
  }
}
