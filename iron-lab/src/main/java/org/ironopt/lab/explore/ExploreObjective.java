package org.ironopt.lab.explore;

import java.util.Arrays;
import java.util.function.Function;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.ironopt.regression.Logistic;

/** The objectives of the page, all of two variables. */
enum ExploreObjective {
  QUADRATIC(
      s ->
          Quadratic.ofEigen(
              new double[] {s.a1(), s.a2()}, eigenvectors(s), new double[] {s.b(), s.b()}),
      f -> new double[][] {((Quadratic) f).minimizer()}),
  /** Nonconvex, with the same value in four minima. */
  LOG_COSH(
      s -> LogCosh.diagonal(new double[] {s.a1(), s.a2()}, new double[] {s.b(), s.b()}),
      f -> {
        double[] x = ((LogCosh) f).minimizer();
        return new double[][] {x, {-x[0], x[1]}, {x[0], -x[1]}, {-x[0], -x[1]}};
      }),
  SINE(s -> new SeparableSum(SeparableSum.SINE, SeparableSum.SINE), f -> new double[][] {{0, 0}}),
  DOUBLE_WELL(
      s -> new SeparableSum(SeparableSum.WELLS, SeparableSum.BOWL),
      f -> new double[][] {{-1, 0}, {1, 0}}),
  ROSENBROCK(s -> new Rosenbrock(2), f -> new double[][] {{1, 1}}),
  /** The two coefficients of the two coordinates of a point. */
  LOGISTIC(
      s ->
          Logistic.of(
              Dataset.classification(
                  coordinates(s),
                  s.points().stream().map(p -> p.get(2) == 0 ? "0" : "1").toArray(String[]::new)),
              ExploreObjective.RIDGE),
      f -> {
        // Strongly convex: long steps without noise end at the minimiser, as exactly as solves are.
        Stepper iron = Iron.step(1e4).frozen().start(f, new double[2], new RandomStreams(0));
        for (int k = 0; k < 60; k++) {
          iron.advance();
        }
        return new double[][] {iron.x()};
      }),
  /** The line {@code y = x_1 + x_2 t} through points (t, y). */
  LEAST_SQUARES(
      s -> LinearLeastSquares.of(DenseMatrix.of(line(s)), ordinates(s), ExploreObjective.RIDGE),
      f -> new double[][] {((LinearLeastSquares) f).minimizer()});

  /** Factor of {@code |x|^2/2} in both regressions. */
  static final double RIDGE = 0.1;

  private final Function<PageState, Objective> made;
  private final Function<Objective, double[][]> minimisers;

  ExploreObjective(
      Function<PageState, Objective> made, Function<Objective, double[][]> minimisers) {
    this.made = made;
    this.minimisers = minimisers;
  }

  /** Returns the objective. */
  Objective of(PageState s) {
    return made.apply(s);
  }

  /** Returns its global minimisers. */
  double[][] minimisers(PageState s) {
    return minimisers.apply(of(s));
  }

  boolean hasTerms() {
    return this == LOGISTIC || this == LEAST_SQUARES;
  }

  /** Returns whether its resolvents are known in closed form. */
  boolean closedForm() {
    return this == QUADRATIC || this == LEAST_SQUARES;
  }

  /** Returns the eigenvectors of the quadratic in the columns. */
  static DenseMatrix eigenvectors(PageState s) {
    if (s.turn().isEmpty()) {
      return RandomMatrices.orthogonal(new RandomStreams(s.seed()).stream("rotation"), 0, 2)
          .transpose();
    }
    double angle = StrictMath.toRadians(s.turn().getAsDouble());
    double c = StrictMath.cos(angle);
    double t = StrictMath.sin(angle);
    return DenseMatrix.of(new double[][] {{c, -t}, {t, c}});
  }

  private static double[][] coordinates(PageState s) {
    return s.points().stream().map(p -> new double[] {p.get(0), p.get(1)}).toArray(double[][]::new);
  }

  /** Returns the rows (1, t) of the line. */
  static double[][] line(PageState s) {
    return Arrays.stream(coordinates(s)).map(p -> new double[] {1, p[0]}).toArray(double[][]::new);
  }

  /** Returns the y of the line. */
  static double[] ordinates(PageState s) {
    return s.points().stream().mapToDouble(p -> p.get(1)).toArray();
  }
}
