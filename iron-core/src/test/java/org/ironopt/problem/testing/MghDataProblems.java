package org.ironopt.problem.testing;

import static org.ironopt.problem.testing.MghProblem.squares;
import static org.ironopt.problem.testing.MghProblems.at;
import static org.ironopt.problem.testing.MghProblems.each;

import java.util.List;

/** The {@link MghProblems} that fit a model to a table. */
final class MghDataProblems {
  private static final double[] BARD = {
    .14, .18, .22, .25, .29, .32, .35, .39, .37, .58, .73, .96, 1.34, 2.10, 4.39
  };
  private static final double[] GAUSSIAN = {
    .0009, .0044, .0175, .0540, .1295, .2420, .3521, .3989, .3521, .2420, .1295, .0540, .0175,
    .0044, .0009
  };
  private static final double[] MEYER = {
    34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744, 8261, 7030, 6005, 5147, 4427, 3820, 3307,
    2872
  };
  private static final double[] KOWALIK_Y = {
    .1957, .1947, .1735, .1600, .0844, .0627, .0456, .0342, .0323, .0235, .0246
  };
  private static final double[] KOWALIK_U = {4, 2, 1, .5, .25, .167, .125, .1, .0833, .0714, .0625};
  private static final double[] OSBORNE = {
    .844, .908, .932, .936, .925, .908, .881, .850, .818, .784, .751, .718, .685, .658, .628, .603,
    .580, .558, .538, .522, .506, .490, .478, .467, .457, .448, .438, .431, .424, .420, .414, .411,
    .406
  };

  private MghDataProblems() {}

  static List<MghProblem> all() {
    return List.of(
        new MghProblem(
            8,
            "Bard",
            squares(3, 15, MghDataProblems::bard),
            at(1, 1, 1),
            15,
            0.0082148773065789748),
        new MghProblem(
            9,
            "Gaussian",
            squares(3, 15, MghDataProblems::gaussian),
            at(.4, 1, 0),
            15,
            1.127932769618648e-8),
        new MghProblem(
            10,
            "Meyer",
            squares(3, 16, MghDataProblems::meyer),
            at(.02, 4000, 250),
            15,
            87.945855170851121),
        new MghProblem(
            15,
            "Kowalik and Osborne",
            squares(4, 11, MghDataProblems::kowalik),
            at(.25, .39, .415, .39),
            15,
            0.00030750560384923743),
        new MghProblem(
            17,
            "Osborne 1",
            squares(5, 33, MghDataProblems::osborne),
            at(.5, 1.5, -1, .01, .02),
            15,
            5.4648946974829064e-5));
  }

  private static Jet[] bard(Jet[] x) {
    return each(
        15,
        x,
        (i, y) -> {
          Jet bottom = y[1].times(16 - i).plus(y[2].times(Math.min(i, 16 - i)));
          Jet model = y[0].plus(y[0].times(0).plus(i).over(bottom));
          return model.negate().plus(BARD[i - 1]);
        });
  }

  private static Jet[] gaussian(Jet[] x) {
    return each(
        15,
        x,
        (i, y) -> {
          Jet distance = y[2].negate().plus((8 - i) / 2.0).square();
          return y[0].times(y[1].times(distance).times(-.5).exp()).minus(GAUSSIAN[i - 1]);
        });
  }

  private static Jet[] meyer(Jet[] x) {
    return each(
        16, x, (i, y) -> y[0].times(y[1].over(y[2].plus(45 + 5 * i)).exp()).minus(MEYER[i - 1]));
  }

  private static Jet[] kowalik(Jet[] x) {
    return each(
        11,
        x,
        (i, y) -> {
          double u = KOWALIK_U[i - 1];
          Jet top = y[0].times(y[1].times(u).plus(u * u));
          Jet bottom = y[2].times(u).plus(y[3]).plus(u * u);
          return top.over(bottom).negate().plus(KOWALIK_Y[i - 1]);
        });
  }

  private static Jet[] osborne(Jet[] x) {
    return each(
        33,
        x,
        (i, y) -> {
          double t = 10 * (i - 1);
          Jet first = y[1].times(y[3].times(-t).exp());
          Jet second = y[2].times(y[4].times(-t).exp());
          return y[0].plus(first).plus(second).negate().plus(OSBORNE[i - 1]);
        });
  }
}
