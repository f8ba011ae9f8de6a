package org.ironopt.cli.fit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ironopt.cli.render.PathReport;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.data.TableSchema;
import org.ironopt.fit.Fit;
import org.ironopt.fit.PathFit;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.ironopt.model.ModelKind;
import org.ironopt.table.source.InputRows;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a user wants of a path of penalties. */
public final class PathOptions {
  @Option(
      names = "--model",
      paramLabel = "MODEL",
      completionCandidates = CompletionCandidates.Models.class,
      description =
          "logistic, softmax, ridge, poisson, gamma, negbin:THETA or huber:DELTA. Default: guessed "
              + "from the targets.")
  private String model;

  @Option(
      names = "--mix",
      paramLabel = "E",
      defaultValue = "1",
      description = "Share of |w| in the penalty, 0 (ridge) to 1 (lasso); default: 1.")
  private Double mix;

  @Option(
      names = "--grid",
      paramLabel = "LAMBDAS",
      description = "Decreasing list of penalties, as in 1,0.1,0.01. Default: computed.")
  private NumberList grid;

  @Option(
      names = "--points",
      paramLabel = "N",
      description = "Largest number of penalties of the computed grid; default: 100.")
  private Integer points;

  @Option(
      names = "--ratio",
      paramLabel = "SHARE",
      description =
          "Smallest penalty over the largest; default: 1e-4, with fewer rows than columns 1e-2.")
  private Double ratio;

  @Option(
      names = "--factors",
      paramLabel = "COLUMN=F",
      description =
          "Factors of the penalty by column, as in age=0,city=2; a column with factor 0 is not penalised. A column of a table stands for all its features; repeat the option for names with commas.")
  private List<String> factors = List.of();

  @Option(
      names = "--lower",
      paramLabel = "[COLUMN=]B",
      description = "Lower bounds of coefficients, <= 0, for all or by column, as in age=0.")
  private List<String> lower = List.of();

  @Option(
      names = "--upper",
      paramLabel = "[COLUMN=]B",
      description = "Upper bounds of coefficients, >= 0, for all or by column.")
  private List<String> upper = List.of();

  @Option(
      names = "--nonnegative",
      description = "Bound all coefficients below by 0, like --lower 0.")
  private boolean nonnegative;

  @Option(
      names = "--max-columns",
      paramLabel = "N",
      description = "End before the first point with more columns.")
  private Integer mostColumns;

  @Option(
      names = "--most-explained",
      paramLabel = "SHARE",
      description =
          "End after a point that explains a larger share of the deviance; default: 0.999, with --grid 1 (never).")
  private Double mostExplained;

  @Option(
      names = "--least-growth",
      paramLabel = "SHARE",
      description =
          "End after a point whose explained share grows by less than this; default: 1e-5, with --grid 0 (never).")
  private Double leastGrowth;

  @Option(
      names = "--folds",
      paramLabel = "K",
      defaultValue = "5",
      description = "Folds of the cross-validation, 0 for none; default: 5.")
  private int folds;

  @Option(
      names = "--at",
      paramLabel = "POINT",
      description =
          "Point to keep: min (smallest held-out loss; default), 1se (largest penalty within one standard error of it), or a penalty, for the point nearest to it.")
  private String at;

  @Option(
      names = "--tolerance",
      paramLabel = "GAP",
      defaultValue = "1e-6",
      description = "Gap to certify at each point, relative to the null deviance; default: 1e-6.")
  private Double tolerance;

  @Mixin private ProblemOptions problem;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      description = "End with the finished points after this time.")
  private Double timeLimit;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the folds; default: 0.")
  private long seed;

  @Option(names = "--spark", paramLabel = "MASTER", hidden = true, description = "Refused.")
  private String spark;

  /** Refuses values out of range and options that exclude others. */
  public void check(ModelFiles files) {
    if (spark != null) {
      throw new InputError(
          "--spark does not apply to a path, which needs its rows on this machine; leave it out, or"
              + " fit single penalties with 'iron fit --spark'");
    }
    kind();
    OptionChecks.number("--mix", mix, mix >= 0 && mix <= 1, "from 0 to 1");
    if (grid != null) {
      InputError.when(
          points != null, "--points is for a computed grid; leave out either it or --grid");
      InputError.when(
          ratio != null, "--ratio is for a computed grid; leave out either it or --grid");
      double[] values = grid.toArray();
      for (int k = 0; k < values.length; k++) {
        OptionChecks.number("--grid", values[k], values[k] >= 0, ">= 0");
        if (k > 0 && !(values[k] < values[k - 1])) {
          throw new InputError(
              "--grid has %s after %s, expected decreasing penalties such as 1,0.1,0.01",
              Numbers.text(values[k]), Numbers.text(values[k - 1]));
        }
      }
    }
    OptionChecks.given("--points", points, v -> v >= 1, ">= 1");
    OptionChecks.given("--ratio", ratio, v -> v > 0 && v < 1, "> 0 and < 1");
    OptionChecks.given("--max-columns", mostColumns, v -> v >= 1, ">= 1");
    if (mostExplained != null) {
      boolean part = mostExplained > 0 && mostExplained <= 1;
      OptionChecks.number("--most-explained", mostExplained, part, "> 0 and <= 1");
    }
    OptionChecks.given("--least-growth", leastGrowth, v -> v >= 0, ">= 0");
    OptionChecks.number("--folds", folds, folds == 0 || folds >= 2, ">= 2, or 0 for none");
    OptionChecks.number("--tolerance", tolerance, tolerance > 0, "> 0");
    timeLimit();
    if (nonnegative && !lower.isEmpty()) {
      throw new InputError("--nonnegative and --lower set the same bounds; leave one out");
    }
    if (rule() != PathReport.Rule.NEAREST && folds == 0 && (at != null || files.kept())) {
      throw new InputError(
          "%s needs the cross-validation that --folds 0 leaves out; give --at LAMBDA, a penalty",
          at != null ? "--at " + at : "--out");
    }
  }

  /** Returns the model; empty to guess it. */
  Optional<ModelKind> kind() {
    return word().map(ModelWord::kind);
  }

  private Optional<ModelWord> word() {
    return Optional.ofNullable(model).map(word -> ModelWord.of(word, ""));
  }

  /** Returns the column of exposures, or of their logarithms; empty for none. */
  public Optional<ExposureColumn> exposure() {
    return problem.exposure();
  }

  ProblemOptions problem() {
    return problem;
  }

  int folds() {
    return folds;
  }

  /** Returns whether the penalty leaves no column out. */
  boolean ridge() {
    return mix == 0;
  }

  long seed() {
    return seed;
  }

  Optional<Duration> timeLimit() {
    return OptionChecks.seconds("--time-limit", timeLimit);
  }

  /** Returns how the point to keep is chosen. */
  PathReport.Rule rule() {
    if (at == null) {
      return PathReport.Rule.MIN;
    }
    for (PathReport.Rule rule : List.of(PathReport.Rule.MIN, PathReport.Rule.ONE_ERROR)) {
      if (rule.word.equals(at)) {
        return rule;
      }
    }
    lambda();
    return PathReport.Rule.NEAREST;
  }

  /** Returns the penalty whose nearest point is kept. */
  double lambda() {
    double value;
    try {
      value = NumberList.number(at);
    } catch (InputError e) {
      throw new InputError("--at is '%s', expected min, 1se or a penalty such as 0.01", at);
    }
    return OptionChecks.number("--at", value, value >= 0, ">= 0");
  }

  /** Puts all of it on a fit and returns its path. */
  PathFit apply(Fit fit, InputRows read) {
    word().ifPresent(word -> word.apply(fit));
    PathFit path = problem.apply(fit).seed(seed).path().mixing(mix).tolerance(tolerance);
    path.folds(folds);
    Optional.ofNullable(grid).map(NumberList::toArray).ifPresent(path::grid);
    Optional.ofNullable(points).ifPresent(path::points);
    Optional.ofNullable(ratio).ifPresent(path::ratio);
    Optional.ofNullable(mostColumns).ifPresent(path::mostColumns);
    Optional.ofNullable(mostExplained).ifPresent(path::mostExplained);
    Optional.ofNullable(leastGrowth).ifPresent(path::leastGrowth);
    if (!factors.isEmpty()) {
      double[] all = byColumn("--factors", factors, 1, read);
      for (double factor : all) {
        OptionChecks.number("--factors", factor, factor >= 0, ">= 0");
      }
      InputError.when(
          Arrays.stream(all).allMatch(f -> f == 0),
          "--factors leaves no column with a penalty, and there is no path; use 'iron fit --reg"
              + " 0'");
      path.factors(all);
    }
    if (nonnegative || !lower.isEmpty() || !upper.isEmpty()) {
      double infinity = Double.POSITIVE_INFINITY;
      double[] low = byColumn("--lower", lower, nonnegative ? 0 : -infinity, read);
      double[] high = byColumn("--upper", upper, infinity, read);
      Arrays.stream(low).forEach(b -> bound("--lower", b, b <= 0, "<= 0"));
      Arrays.stream(high).forEach(b -> bound("--upper", b, b >= 0, ">= 0"));
      path.bounds(low, high);
    }
    timeLimit().ifPresent(path::timeLimit);
    return path;
  }

  private static void bound(String option, double value, boolean holds, String expected) {
    OptionChecks.number(option, value, holds, expected + ", so that 0 is within the bounds");
  }

  /** Returns a number for each feature; a part without a name is for all. */
  private static double[] byColumn(
      String option, List<String> given, double usual, InputRows read) {
    double[] values = new double[read.columns().size()];
    Arrays.fill(values, usual);
    for (String text : given) {
      // A name may have commas and equals signs; then the whole text is one pair.
      boolean one = text.lastIndexOf('=') > 0 && !features(name(text), read).isEmpty();
      for (String part : one ? new String[] {text} : text.split(",", -1)) {
        set(option, part, values, read);
      }
    }
    return values;
  }

  private static String name(String pair) {
    return pair.substring(0, pair.lastIndexOf('='));
  }

  private static void set(String option, String part, double[] values, InputRows read) {
    if (!option.equals("--factors") && part.indexOf('=') < 0) {
      Arrays.fill(values, OptionChecks.number(option, part, "0 or age=0"));
      return;
    }
    var pair = OptionChecks.pair(option, part, part, "such as age=0,city=2");
    double value = OptionChecks.number(option, pair.getValue(), "age=0,city=2");
    List<Integer> features = features(pair.getKey(), read);
    if (features.isEmpty()) {
      throw new InputError(
          "%s names '%s', which is not a column of the model; its columns are %s%s",
          option,
          pair.getKey(),
          String.join(", ", read.columns().stream().limit(12).toList()),
          read.columns().size() > 12 ? ", ..." : "");
    }
    features.forEach(j -> values[j] = value);
  }

  /** Returns the places of a feature, or of all features of a column of the table. */
  private static List<Integer> features(String name, InputRows read) {
    List<Integer> places = new ArrayList<>();
    int feature = read.columns().indexOf(name);
    if (feature >= 0) {
      return List.of(feature);
    }
    int next = 0;
    for (TableSchema.Column column : read.table().map(TableSchema::columns).orElse(List.of())) {
      for (int k = 0; k < column.features().size(); k++, next++) {
        if (column.name().equals(name)) {
          places.add(next);
        }
      }
    }
    return places;
  }
}
