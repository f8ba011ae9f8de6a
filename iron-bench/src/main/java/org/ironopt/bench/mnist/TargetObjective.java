package org.ironopt.bench.mnist;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;

/**
 * The full training objectives to reach, and what they are measured against.
 *
 * @param objectives falling, all above the minimum
 * @param minimum of the objective
 * @param rule how they were chosen, in words
 */
record TargetObjective(double[] objectives, double minimum, String rule) {
  /** What the objectives on MNIST are. */
  static final double[] MNIST = {0.2657, 0.2640, 0.2620};

  /** The minimum on MNIST with the ridge of the benchmark. */
  static final double MNIST_MINIMUM = 0.2592483;

  /** A relative gap that is far below the smallest one of a goal. */
  private static final double TOLERANCE = 1e-6;

  private static final String AUTO = "auto";

  /** Returns the minimum where it need not be computed. */
  static OptionalDouble knownMinimum(Optional<String> asked, boolean mnist) {
    return mnist && !asked.equals(Optional.of(AUTO))
        ? OptionalDouble.of(MNIST_MINIMUM)
        : OptionalDouble.empty();
  }

  /** Returns the minimum of the objective, certified to a relative gap of 1e-6. */
  static double computedMinimum(Dataset train) {
    return Fit.softmax(train)
        .reg(SoftmaxRuns.REG)
        .scale(false)
        .tolerance(TOLERANCE)
        .go()
        .objective();
  }

  /**
   * Returns the objectives that were asked for; those published for MNIST on MNIST; or as far above
   * the minimum as those are.
   */
  static TargetObjective of(Optional<String> asked, boolean mnist, double minimum) {
    if (asked.isPresent() && !asked.get().equals(AUTO)) {
      return given(numbers(asked.get()), minimum);
    }
    return mnist && asked.isEmpty()
        ? new TargetObjective(MNIST.clone(), MNIST_MINIMUM, "as published for MNIST")
        : like(minimum);
  }

  /** Returns objectives as they were typed. */
  static double[] numbers(String text) {
    try {
      return NumberList.parse(text).toArray();
    } catch (InputError e) {
      throw new InputError(
          "--objective: %s; expected decreasing ones such as 0.2657,0.2640, or auto",
          e.getMessage());
    }
  }

  /** Returns objectives with the same relative gaps to the minimum as those on MNIST have. */
  static TargetObjective like(double minimum) {
    double[] objectives =
        Arrays.stream(MNIST).map(t -> round(t / MNIST_MINIMUM * minimum)).toArray();
    return new TargetObjective(
        objectives, minimum, "with the relative gaps to the minimum that they have on MNIST");
  }

  /** Returns objectives that were asked for, if they can be reached. */
  static TargetObjective given(double[] objectives, double minimum) {
    for (int i = 0; i < objectives.length; i++) {
      if (!(objectives[i] > 0) || i > 0 && objectives[i] >= objectives[i - 1]) {
        throw new InputError(
            "--objective has %s at place %d, expected positive numbers that fall, such as"
                + " 0.2657,0.2640",
            objectives[i], i + 1);
      }
      if (objectives[i] <= minimum) {
        throw new InputError(
            "--objective has %s at place %d, expected more than the minimum of %.7f on these"
                + " images; --objective auto chooses",
            objectives[i], i + 1, minimum);
      }
    }
    return new TargetObjective(objectives.clone(), minimum, "as asked for");
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
    String each =
        Arrays.stream(objectives)
            .mapToObj(t -> Numbers.format("%s (%.2f %%)", t, 100 * gap(t)))
            .collect(Collectors.joining(", "));
    return Numbers.format("Objectives %s, above the minimum of %.7f, %s.", each, minimum, rule);
  }

  /** To four digits behind the zeros, like those of MNIST. */
  private static double round(double value) {
    return new BigDecimal(value).round(new MathContext(5)).doubleValue();
  }
}
