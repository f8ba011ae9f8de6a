package org.ironopt.lab.ledger;

import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables.Column;

/** What a criterion asks of measured values, and the words in which it shows them. */
sealed interface CriterionForm {
  /** Two one-sided tests at 5 % each look at the 90 % interval, a difference at the 95 % one. */
  double ONE_SIDED_95 = 0.95;

  double TWO_SIDED_95 = 0.975;

  /** Of what has no interval. */
  ConfidenceInterval NONE =
      new ConfidenceInterval(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);

  /** More values than this are shown by the ends of their range. */
  int FEW = 6;

  /**
   * What became of a criterion.
   *
   * @param verdict computed from the numbers
   * @param expected number that was predicted, as text; empty for none, or several
   * @param measured what was found, as text
   * @param interval of a single mean; else {@link #NONE}
   */
  record Finding(Verdict verdict, String expected, String measured, ConfidenceInterval interval) {}

  /**
   * Measured values and what they are compared with.
   *
   * @param values the means
   * @param numbers one for each of them; NaN where the form compares with nothing
   * @param labels what each is about
   * @param some whether one that meets the criterion is enough
   */
  record Series(Column values, double[] numbers, IntFunction<String> labels, boolean some) {
    int size() {
      return values.size();
    }

    String listed(String between) {
      return Arrays.stream(values.means())
          .mapToObj(mean -> text(mean))
          .collect(Collectors.joining(between));
    }

    /** Returns the values, or their range if there are many. */
    String shown() {
      return size() <= FEW
          ? listed(", ")
          : "from " + text(least(1)) + " to " + text(-least(-1)) + " over " + size() + " values";
    }

    private double least(double sign) {
      return Arrays.stream(values.means()).map(mean -> sign * mean).min().orElseThrow();
    }
  }

  /** Judges a series that has at least one value. */
  Finding judge(Series series);

  /** A form that looks at one value after another. */
  sealed interface Pointwise extends CriterionForm {
    /** Judges a mean against a number. */
    Verdict judge(ConfidenceInterval mean, double freedom, double number);

    /** Returns the words for a single value. */
    default String shown(ConfidenceInterval mean, double freedom, double number) {
      return text(mean.mean());
    }

    /** Returns the words for several values. */
    default String shown(Series series) {
      return series.shown();
    }

    /** Returns the interval that is looked at. */
    default ConfidenceInterval interval(ConfidenceInterval mean, double freedom) {
      return mean.standardError() > 0 ? mean : NONE;
    }

    /** Returns whether the number is a prediction, which is then shown beside the criterion. */
    default boolean predicts() {
      return true;
    }

    @Override
    default Finding judge(Series series) {
      List<Verdict> verdicts =
          IntStream.range(0, series.size())
              .mapToObj(
                  i ->
                      judge(
                          series.values().interval(i),
                          series.values().freedoms()[i],
                          series.numbers()[i]))
              .toList();
      // From reproduced over not checkable to differs: every value counts, or the best one.
      Comparator<Verdict> order =
          Comparator.comparingInt(
              List.of(Verdict.REPRODUCED, Verdict.NOT_CHECKABLE, Verdict.DIFFERS)::indexOf);
      Verdict verdict =
          verdicts.stream().max(series.some() ? order.reversed() : order).orElseThrow();
      if (series.size() > 1) {
        return new Finding(verdict, "", shown(series), NONE);
      }
      ConfidenceInterval mean = series.values().interval(0);
      double freedom = series.values().freedoms()[0];
      double number = series.numbers()[0];
      return new Finding(
          verdict,
          predicts() ? text(number) : "",
          shown(mean, freedom, number),
          interval(mean, freedom));
    }
  }

  private static Verdict of(boolean condition) {
    return condition ? Verdict.REPRODUCED : Verdict.DIFFERS;
  }

  /**
   * An upper or a lower bound.
   *
   * @param upper whether the value may not be above the number; else not below
   * @param strict whether it may not be equal to it
   * @param errors how many standard errors it may lie beyond
   * @param relative how much of the number it may lie beyond
   * @param whole whether the whole 95 % interval is meant, not the mean
   */
  record Bound(boolean upper, boolean strict, double errors, double relative, boolean whole)
      implements Pointwise {
    @Override
    public Verdict judge(ConfidenceInterval mean, double freedom, double number) {
      double value = whole ? upper ? mean.high() : mean.low() : mean.mean();
      double slack = errors * mean.standardError() + relative * Math.abs(number);
      double limit = upper ? number + slack : number - slack;
      return of(
          upper
              ? strict ? value < limit : value <= limit
              : strict ? value > limit : value >= limit);
    }

    @Override
    public boolean predicts() {
      return false;
    }
  }

  /**
   * A value near a number, or not.
   *
   * @param inside whether it has to be near; else far
   * @param errors standard errors that are allowed between them
   * @param relative share of the number that is allowed, in addition
   * @param absolute distance that is allowed, in addition
   */
  record Near(boolean inside, double errors, double relative, double absolute)
      implements Pointwise {
    @Override
    public Verdict judge(ConfidenceInterval mean, double freedom, double number) {
      double distance = Math.abs(mean.mean() - number);
      double allowed = errors * mean.standardError() + relative * Math.abs(number) + absolute;
      return of(inside ? distance <= allowed : distance > allowed);
    }

    @Override
    public String shown(ConfidenceInterval mean, double freedom, double number) {
      return errors > 0
          ? text(mean.mean()) + " (" + text(mean.deviation(number), 3) + " standard errors away)"
          : text(mean.mean());
    }

    @Override
    public String shown(Series series) {
      if (errors == 0) {
        return series.shown();
      }
      double[] away = new double[series.size()];
      Arrays.setAll(away, i -> series.values().interval(i).deviation(series.numbers()[i]));
      int worst =
          IntStream.range(0, away.length)
              .boxed()
              .max(Comparator.comparingDouble(i -> away[i]))
              .orElseThrow();
      String label = series.labels().apply(worst);
      return "largest deviation "
          + text(away[worst], 2)
          + " standard errors"
          + (label.isEmpty() ? "" : " (" + label + ")")
          + " over "
          + series.size()
          + " values";
    }
  }

  /** A value up to a factor of a positive number, to either side. */
  record Factor(double factor) implements Pointwise {
    @Override
    public Verdict judge(ConfidenceInterval mean, double freedom, double number) {
      return of(mean.mean() <= factor * number && number <= factor * mean.mean());
    }
  }

  /** A 95 % interval that lies within a margin of a number. */
  record Inside(double margin) implements Pointwise {
    @Override
    public Verdict judge(ConfidenceInterval mean, double freedom, double number) {
      return of(mean.low() >= number - margin && mean.high() <= number + margin);
    }
  }

  /** A 95 % interval that leaves a number out, or contains it. */
  record Different(boolean different) implements Pointwise {
    @Override
    public Verdict judge(ConfidenceInterval mean, double freedom, double number) {
      return of(mean.contains(number) != different);
    }
  }

  /** A mean beyond a number by a one-sided test at 5 %, which asks for the 90 % interval. */
  record OneSided(boolean above) implements Pointwise {
    @Override
    public Verdict judge(ConfidenceInterval mean, double freedom, double number) {
      ConfidenceInterval both = interval(mean, freedom);
      return of(above ? both.low() > number : both.high() < number);
    }

    @Override
    public ConfidenceInterval interval(ConfidenceInterval mean, double freedom) {
      return both(mean, freedom);
    }
  }

  private static ConfidenceInterval both(ConfidenceInterval mean, double freedom) {
    double t = TDistribution.of(freedom).inverseCumulativeProbability(ONE_SIDED_95);
    return ConfidenceInterval.of(mean.mean(), mean.standardError(), t, 0);
  }

  /**
   * A mean that is a number up to a margin, by two one-sided tests at 5 %: equivalent if the 90 %
   * interval lies within the margin on both sides. If it does not, the mean differs if the 95 %
   * interval leaves the number out, and else the data are too noisy. An equivalent mean may be
   * different too: the difference is then real, and small.
   */
  record Equivalent(double margin) implements Pointwise {
    @Override
    public Verdict judge(ConfidenceInterval mean, double freedom, double number) {
      return equivalent(mean, freedom, number)
          ? Verdict.REPRODUCED
          : different(mean, freedom, number) ? Verdict.DIFFERS : Verdict.NOT_CHECKABLE;
    }

    private boolean equivalent(ConfidenceInterval mean, double freedom, double number) {
      ConfidenceInterval both = both(mean, freedom);
      return both.low() >= number - margin && both.high() <= number + margin;
    }

    private static boolean different(ConfidenceInterval mean, double freedom, double number) {
      double t = TDistribution.of(freedom).inverseCumulativeProbability(TWO_SIDED_95);
      return Math.abs(mean.mean() - number) > t * mean.standardError();
    }

    @Override
    public String shown(ConfidenceInterval mean, double freedom, double number) {
      boolean different = different(mean, freedom, number);
      String outcome =
          equivalent(mean, freedom, number)
              ? different ? "equivalent; the difference is real and small" : "equivalent"
              : different ? "different" : "undecided: too few data for this margin";
      ConfidenceInterval both = both(mean, freedom);
      return text(mean.mean())
          + ", difference "
          + text(mean.mean() - number, 3)
          + " ± "
          + text(both.high() - mean.mean(), 3)
          + " (90 %): "
          + outcome;
    }

    @Override
    public ConfidenceInterval interval(ConfidenceInterval mean, double freedom) {
      return both(mean, freedom);
    }
  }

  /**
   * Values in their order.
   *
   * @param increasing whether each is above the one before; else below
   * @param strict whether neighbours may not be equal
   * @param apart whether the 95 % intervals of neighbours must not touch
   */
  record Ordered(boolean increasing, boolean strict, boolean apart) implements CriterionForm {
    @Override
    public Finding judge(Series series) {
      boolean ordered = series.size() > 1;
      for (int i = 1; i < series.size(); i++) {
        ConfidenceInterval lower = series.values().interval(increasing ? i - 1 : i);
        ConfidenceInterval upper = series.values().interval(increasing ? i : i - 1);
        double low = apart ? lower.high() : lower.mean();
        double high = apart ? upper.low() : upper.mean();
        ordered &= strict ? low < high : low <= high;
      }
      return new Finding(of(ordered), "", series.listed(", "), NONE);
    }
  }
}
