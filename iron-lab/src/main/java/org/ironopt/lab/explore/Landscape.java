package org.ironopt.lab.explore;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.random.RandomMatrices;
import org.ironopt.random.Streams;
import org.ironopt.regression.Logistic;

/** The objectives of the page, all of two variables. */
enum Landscape {
  QUADRATIC {
    @Override
    Objective of(Scene s) {
      return Quadratic.ofEigen(
          new double[] {s.a1(), s.a2()}, eigenvectors(s), new double[] {s.b(), s.b()});
    }

    @Override
    double[][] minimisers(Scene s) {
      return new double[][] {((Quadratic) of(s)).minimizer()};
    }
  },
  /** Nonconvex, with the same value in four minima. */
  LOG_COSH {
    @Override
    Objective of(Scene s) {
      return LogCosh.diagonal(new double[] {s.a1(), s.a2()}, new double[] {s.b(), s.b()});
    }

    @Override
    double[][] minimisers(Scene s) {
      double[] x = ((LogCosh) of(s)).minimizer();
      return new double[][] {x, {-x[0], x[1]}, {x[0], -x[1]}, {-x[0], -x[1]}};
    }
  },
  SINE {
    @Override
    Objective of(Scene s) {
      return new Separable(Separable.SINE, Separable.SINE);
    }

    @Override
    double[][] minimisers(Scene s) {
      return new double[][] {{0, 0}};
    }
  },
  DOUBLE_WELL {
    @Override
    Objective of(Scene s) {
      return new Separable(Separable.WELLS, Separable.BOWL);
    }

    @Override
    double[][] minimisers(Scene s) {
      return new double[][] {{-1, 0}, {1, 0}};
    }
  },
  ROSENBROCK {
    @Override
    Objective of(Scene s) {
      return new Rosenbrock(2);
    }

    @Override
    double[][] minimisers(Scene s) {
      return new double[][] {{1, 1}};
    }
  },
  /** The two coefficients of the two coordinates of a point. */
  LOGISTIC {
    @Override
    Objective of(Scene s) {
      return Logistic.of(
          Dataset.classification(
              coordinates(s),
              s.points().stream().map(p -> p.get(2) == 0 ? "0" : "1").toArray(String[]::new)),
          RIDGE);
    }

    @Override
    double[][] minimisers(Scene s) {
      // Strongly convex: long steps without noise end at the minimiser, as exactly as solves are.
      double[] start = new double[2];
      Stepper iron = Iron.step(1e4).frozen().start(of(s), start, new Streams(0));
      for (int k = 0; k < 60; k++) {
        iron.advance();
      }
      return new double[][] {iron.x()};
    }
  },
  /** The line {@code y = x_1 + x_2 t} through points (t, y). */
  LEAST_SQUARES {
    @Override
    Objective of(Scene s) {
      return LinearLeastSquares.of(DenseMatrix.of(line(s)), ordinates(s), RIDGE);
    }

    @Override
    double[][] minimisers(Scene s) {
      return new double[][] {((LinearLeastSquares) of(s)).minimizer()};
    }
  };

  /** Factor of {@code |x|^2/2} in both regressions. */
  static final double RIDGE = 0.1;

  /** Returns the objective. */
  abstract Objective of(Scene s);

  /** Returns its global minimisers. */
  abstract double[][] minimisers(Scene s);

  boolean hasTerms() {
    return this == LOGISTIC || this == LEAST_SQUARES;
  }

  /** Returns whether its resolvents are known in closed form. */
  boolean closedForm() {
    return this == QUADRATIC || this == LEAST_SQUARES;
  }

  /** Returns the eigenvectors of the quadratic in the columns. */
  static DenseMatrix eigenvectors(Scene s) {
    if (s.turn().isEmpty()) {
      return RandomMatrices.orthogonal(new Streams(s.seed()).stream("rotation"), 0, 2).transpose();
    }
    double angle = StrictMath.toRadians(s.turn().getAsDouble());
    double c = StrictMath.cos(angle);
    double t = StrictMath.sin(angle);
    return DenseMatrix.of(new double[][] {{c, -t}, {t, c}});
  }

  private static double[][] coordinates(Scene s) {
    return s.points().stream().map(p -> new double[] {p.get(0), p.get(1)}).toArray(double[][]::new);
  }

  /** Returns the rows (1, t) of the line. */
  static double[][] line(Scene s) {
    return Arrays.stream(coordinates(s)).map(p -> new double[] {1, p[0]}).toArray(double[][]::new);
  }

  /** Returns the y of the line. */
  static double[] ordinates(Scene s) {
    return s.points().stream().mapToDouble(p -> p.get(1)).toArray();
  }
}
