package org.ironopt.lab.bench.mnist;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.lab.InputError;

/**
 * The full training objectives to reach, and what they are measured against.
 *
 * @param objectives falling, all above the minimum
 * @param minimum of the objective
 * @param rule how they were chosen, in words
 */
public record Goal(double[] objectives, double minimum, String rule) {
  /** What the objectives on MNIST are. */
  static final double[] MNIST = {0.2657, 0.2640, 0.2620};

  /** The minimum on MNIST with the ridge of the benchmark. */
  static final double MNIST_MINIMUM = 0.2592483;

  /** A relative gap that is far below the smallest one of a goal. */
  private static final double TOLERANCE = 1e-6;

  /** Returns the goal of the benchmark on MNIST. */
  static Goal mnist() {
    return new Goal(MNIST.clone(), MNIST_MINIMUM, "as published for MNIST");
  }

  /** Returns objectives with the same relative gaps to the minimum as those on MNIST have. */
  static Goal like(double minimum) {
    double[] objectives =
        Arrays.stream(MNIST).map(t -> round(t / MNIST_MINIMUM * minimum)).toArray();
    return new Goal(
        objectives, minimum, "with the relative gaps to the minimum that they have on MNIST");
  }

  /** Returns objectives that were asked for, if they can be reached. */
  static Goal given(double[] objectives, double minimum) {
    for (int i = 0; i < objectives.length; i++) {
      if (!(objectives[i] > 0) || i > 0 && objectives[i] >= objectives[i - 1]) {
        throw new InputError(
            "--objective has "
                + objectives[i]
                + " at place "
                + (i + 1)
                + ", expected positive numbers that fall, such as 0.2657,0.2640");
      }
      if (objectives[i] <= minimum) {
        throw new InputError(
            String.format(
                Locale.ROOT,
                "--objective has %s at place %d, expected more than the minimum of %.7f on these"
                    + " images; --objective auto chooses",
                objectives[i],
                i + 1,
                minimum));
      }
    }
    return new Goal(objectives.clone(), minimum, "as asked for");
  }

  /** Returns the minimum of the objective, certified to a relative gap of 1e-6. */
  static double minimum(BenchData data, Consumer<String> log) {
    FitResult fit =
        Fit.softmax(data.train()).reg(Problem.REG).scale(false).tolerance(TOLERANCE).go();
    log.accept("the minimum is " + fit.objective() + " (" + fit.ending().sentence() + ")");
    return fit.objective();
  }

  double last() {
    return objectives[objectives.length - 1];
  }

  /** Returns how far an objective is above the minimum, relative to it. */
  double gap(double objective) {
    return objective / minimum - 1;
  }

  /** Returns the objectives and where they come from. */
  String words() {
    StringBuilder text = new StringBuilder("Objectives ");
    for (int i = 0; i < objectives.length; i++) {
      text.append(i == 0 ? "" : ", ").append(objectives[i]);
      text.append(String.format(Locale.ROOT, " (%.2f %%)", 100 * gap(objectives[i])));
    }
    return text.append(
            String.format(Locale.ROOT, ", above the minimum of %.7f, %s.", minimum, rule))
        .toString();
  }

  /** To four digits behind the zeros, like those of MNIST. */
  private static double round(double value) {
    return new java.math.BigDecimal(value)
        .round(new java.math.MathContext(5))
        .stripTrailingZeros()
        .doubleValue();
  }
}
