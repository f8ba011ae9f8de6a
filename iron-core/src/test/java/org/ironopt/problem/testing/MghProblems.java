package org.ironopt.problem.testing;

import static org.ironopt.problem.testing.MghProblem.squares;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The registry of {@link MghProblem}s, and those without data tables. Nonzero minima were computed
 * from the formulas in 50-digit arithmetic and agree with the paper's six digits.
 */
public final class MghProblems {
  private MghProblems() {}

  /** Returns all problems, by number. */
  public static List<MghProblem> all() {
    List<MghProblem> all = new ArrayList<>(small());
    all.addAll(variable());
    all.addAll(MghDataProblems.all());
    all.sort(java.util.Comparator.comparingInt(MghProblem::number));
    return List.copyOf(all);
  }

  /** Returns the problem of that number. */
  public static MghProblem number(int number) {
    return all().stream().filter(p -> p.number() == number).findFirst().orElseThrow();
  }

  static double[] at(double... x) {
    return x;
  }

  /** m residuals from one formula {@code r_i(x)}, i counted from 1. */
  static Jet[] each(int m, Jet[] x, BiFunction<Integer, Jet[], Jet> formula) {
    Jet[] r = new Jet[m];
    Arrays.setAll(r, i -> formula.apply(i + 1, x));
    return r;
  }

  private static Jet[] residuals(Jet... r) {
    return r;
  }

  private static List<MghProblem> small() {
    return List.of(
        new MghProblem(
            1,
            "Rosenbrock",
            squares(
                2, 2, x -> residuals(x[1].minus(x[0].square()).times(10), x[0].negate().plus(1))),
            at(-1.2, 1),
            15,
            0),
        new MghProblem(
            2,
            "Freudenstein and Roth",
            squares(
                2,
                2,
                x -> {
                  Jet y = x[1];
                  Jet first = y.negate().plus(5).times(y).minus(2).times(y);
                  Jet second = y.plus(1).times(y).minus(14).times(y);
                  return residuals(x[0].plus(first).minus(13), x[0].plus(second).minus(29));
                }),
            at(.5, -2),
            15,
            0,
            48.984253679240021),
        new MghProblem(
            3,
            "Powell badly scaled",
            squares(
                2,
                2,
                x ->
                    residuals(
                        x[0].times(x[1]).times(1e4).minus(1),
                        x[0].negate().exp().plus(x[1].negate().exp()).minus(1.0001))),
            at(0, 1),
            15,
            0),
        new MghProblem(
            4,
            "Brown badly scaled",
            squares(
                2, 3, x -> residuals(x[0].minus(1e6), x[1].minus(2e-6), x[0].times(x[1]).minus(2))),
            at(1, 1),
            15,
            0),
        new MghProblem(5, "Beale", squares(2, 3, MghProblems::beale), at(1, 1), 15, 0),
        new MghProblem(
            6,
            "Jennrich and Sampson",
            squares(
                2,
                10,
                x ->
                    each(
                        10,
                        x,
                        (i, y) ->
                            y[0].times(i)
                                .exp()
                                .plus(y[1].times(i).exp())
                                .negate()
                                .plus(2 + 2 * i))),
            at(.3, .4),
            15,
            124.36218235561485),
        new MghProblem(7, "Helical valley", squares(3, 3, MghProblems::helix), at(-1, 0, 0), 15, 0),
        new MghProblem(
            12, "Box three-dimensional", squares(3, 10, MghProblems::box), at(0, 10, 20), 15, 0),
        new MghProblem(
            13, "Powell singular", squares(4, 4, MghProblems::singular), at(3, -1, 0, 1), 15, 0),
        new MghProblem(14, "Wood", squares(4, 6, MghProblems::wood), at(-3, -1, -3, -1), 15, 0),
        new MghProblem(
            16,
            "Brown and Dennis",
            squares(4, 20, MghProblems::brownDennis),
            at(25, 5, -5, -1),
            15,
            85822.201626356345),
        new MghProblem(
            18,
            "Biggs EXP6",
            squares(6, 13, MghProblems::biggs),
            at(1, 2, 1, 1, 1, 1),
            6,
            0,
            5.65565e-3));
  }

  private static List<MghProblem> variable() {
    double[] trigonometric = new double[10];
    Arrays.fill(trigonometric, .1);
    double[] dimensioned = new double[10];
    Arrays.setAll(dimensioned, j -> 1 - (j + 1) / 10.0);
    double[] half = new double[10];
    Arrays.fill(half, .5);
    double[] minusOne = new double[10];
    Arrays.fill(minusOne, -1);
    return List.of(
        new MghProblem(
            20, "Watson", squares(6, 31, MghProblems::watson), new double[6], 15, WATSON_6),
        new MghProblem(
            23, "Penalty I", squares(4, 5, MghProblems::penalty), at(1, 2, 3, 4), 15, PENALTY_4),
        new MghProblem(
            25,
            "Variably dimensioned",
            squares(10, 12, MghProblems::dimensioned),
            dimensioned,
            15,
            0),
        new MghProblem(
            26,
            "Trigonometric",
            squares(10, 10, MghProblems::trigonometric),
            trigonometric,
            15,
            0,
            2.7950561218794563e-5),
        new MghProblem(
            27, "Brown almost-linear", squares(10, 10, MghProblems::almostLinear), half, 15, 0, 1),
        new MghProblem(
            30, "Broyden tridiagonal", squares(10, 10, MghProblems::broyden), minusOne, 15, 0));
  }

  private static final double WATSON_6 = 0.0022876700535524362;
  private static final double PENALTY_4 = 2.249977500899937e-5;

  private static Jet[] beale(Jet[] x) {
    double[] y = {1.5, 2.25, 2.625};
    Jet power = x[1];
    Jet[] r = new Jet[3];
    for (int i = 0; i < 3; i++) {
      r[i] = x[0].times(power.minus(1)).plus(y[i]);
      power = power.times(x[1]);
    }
    return r;
  }

  private static Jet[] helix(Jet[] x) {
    Jet turn = x[1].over(x[0]).atan().times(1 / (2 * Math.PI)).plus(x[0].value < 0 ? .5 : 0);
    Jet radius = x[0].square().plus(x[1].square()).sqrt();
    return residuals(x[2].minus(turn.times(10)).times(10), radius.minus(1).times(10), x[2]);
  }

  private static Jet[] box(Jet[] x) {
    return each(
        10,
        x,
        (i, y) -> {
          double t = .1 * i;
          double gap = StrictMath.exp(-t) - StrictMath.exp(-10 * t);
          return y[0].times(-t).exp().minus(y[1].times(-t).exp()).minus(y[2].times(gap));
        });
  }

  private static Jet[] singular(Jet[] x) {
    return residuals(
        x[0].plus(x[1].times(10)),
        x[2].minus(x[3]).times(Math.sqrt(5)),
        x[1].minus(x[2].times(2)).square(),
        x[0].minus(x[3]).square().times(Math.sqrt(10)));
  }

  private static Jet[] wood(Jet[] x) {
    return residuals(
        x[1].minus(x[0].square()).times(10),
        x[0].negate().plus(1),
        x[3].minus(x[2].square()).times(Math.sqrt(90)),
        x[2].negate().plus(1),
        x[1].plus(x[3]).minus(2).times(Math.sqrt(10)),
        x[1].minus(x[3]).times(1 / Math.sqrt(10)));
  }

  private static Jet[] brownDennis(Jet[] x) {
    return each(
        20,
        x,
        (i, y) -> {
          double t = i / 5.0;
          Jet first = y[0].plus(y[1].times(t)).minus(StrictMath.exp(t));
          Jet second = y[2].plus(y[3].times(StrictMath.sin(t))).minus(StrictMath.cos(t));
          return first.square().plus(second.square());
        });
  }

  private static Jet[] biggs(Jet[] x) {
    return each(
        13,
        x,
        (i, y) -> {
          double t = .1 * i;
          double target =
              StrictMath.exp(-t) - 5 * StrictMath.exp(-10 * t) + 3 * StrictMath.exp(-4 * t);
          Jet first = y[2].times(y[0].times(-t).exp());
          Jet second = y[3].times(y[1].times(-t).exp());
          return first.minus(second).plus(y[5].times(y[4].times(-t).exp())).minus(target);
        });
  }

  private static Jet[] watson(Jet[] x) {
    Jet[] r = new Jet[31];
    for (int i = 1; i <= 29; i++) {
      double t = i / 29.0;
      Jet sum = x[0];
      Jet slope = x[0].times(0);
      double power = 1;
      for (int j = 1; j < x.length; j++) {
        slope = slope.plus(x[j].times(j * power));
        power *= t;
        sum = sum.plus(x[j].times(power));
      }
      r[i - 1] = slope.minus(sum.square()).minus(1);
    }
    r[29] = x[0];
    r[30] = x[1].minus(x[0].square()).minus(1);
    return r;
  }

  private static Jet[] penalty(Jet[] x) {
    Jet[] r = new Jet[x.length + 1];
    for (int i = 0; i < x.length; i++) {
      r[i] = x[i].minus(1).times(Math.sqrt(1e-5));
    }
    r[x.length] = Jet.sum(x, Jet::square, i -> 1).minus(.25);
    return r;
  }

  private static Jet[] dimensioned(Jet[] x) {
    int n = x.length;
    Jet[] r = new Jet[n + 2];
    for (int i = 0; i < n; i++) {
      r[i] = x[i].minus(1);
    }
    r[n] = Jet.sum(x, y -> y.minus(1), i -> i);
    r[n + 1] = r[n].square();
    return r;
  }

  private static Jet[] trigonometric(Jet[] x) {
    int n = x.length;
    Jet cosines = Jet.sum(x, Jet::cos, i -> -1).plus(n);
    return each(
        n,
        x,
        (i, y) -> {
          Jet own = y[i - 1].cos().negate().plus(1).times(i);
          return cosines.plus(own).minus(y[i - 1].sin());
        });
  }

  private static Jet[] almostLinear(Jet[] x) {
    int n = x.length;
    Jet sum = Jet.sum(x, y -> y, i -> 1).minus(n + 1);
    Jet product = x[0];
    for (int i = 1; i < n; i++) {
      product = product.times(x[i]);
    }
    Jet last = product.minus(1);
    return each(n, x, (i, y) -> i < n ? y[i - 1].plus(sum) : last);
  }

  private static Jet[] broyden(Jet[] x) {
    return each(
        x.length,
        x,
        (i, y) -> {
          Jet r = y[i - 1].times(-2).plus(3).times(y[i - 1]).plus(1);
          r = i > 1 ? r.minus(y[i - 2]) : r;
          return i < y.length ? r.minus(y[i].times(2)) : r;
        });
  }
}
