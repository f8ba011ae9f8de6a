package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;
import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.ironopt.cli.shared.Sentences;
import org.ironopt.fit.Inference;
import org.ironopt.fit.PenaltyPath;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;

/**
 * What a path of penalties says at its end, for people and for programs.
 *
 * @param rows that were learnt from
 * @param columns names of the features
 * @param spreads standard deviations of the features
 * @param folds of the cross-validation, 0 for none
 * @param chosen the point to keep; empty if the path was cut before there was a choice
 * @param rule by which it was chosen
 * @param kept whether finished points were kept in a file
 * @param remarks what was decided on the way
 * @param command what to type for the same path
 */
public record PathReport(
    ModelKind kind,
    PenaltyPath path,
    int rows,
    List<String> columns,
    double[] spreads,
    int folds,
    OptionalInt chosen,
    Rule rule,
    double seconds,
    boolean kept,
    List<Remark> remarks,
    String command)
    implements Report {
  /** A point of a path by a rule, or by its penalty. */
  public enum Rule {
    /** The smallest loss on rows left out. */
    MIN("min"),
    /** The largest penalty within one standard error of it. */
    ONE_ERROR("1se"),
    /** The point whose penalty is nearest to a number. */
    NEAREST("");

    public final String word;

    Rule(String word) {
      this.word = word;
    }
  }

  /** Points of the table on a terminal, and coefficients. */
  private static final int PRINTED = 20;

  @Override
  public FitOutcome conclusion() {
    int done = path.points().size();
    return switch (path.ending()) {
      case Ending.GapCertified e ->
          new FitOutcome(
              "converged",
              true,
              filled(
                  "%s proven to be within %s of the optimum, relative to the null"
                      + " deviance, as asked with --tolerance %s.",
                  done == 1 ? "The point is" : "All " + done + " points are",
                  Numbers.text(e.gap(), 2),
                  e.tolerance()));
      case Ending.TimeLimit _, Ending.Interrupted _ ->
          FitOutcome.cut(
              path.ending(), "after " + finished(), "", "The finished points were kept", kept);
      default ->
          FitOutcome.unfinished(
              "rounding",
              filled(
                  "%s of %s not within --tolerance %s of the optimum, marked in the table; the"
                      + " largest gap is %s. Nearly equal columns or rounding keep it there: a"
                      + " larger --tolerance, --ratio or a --mix below 1 avoid them.",
                  Numbers.count((int) path.points().stream().filter(this::missed).count(), "point"),
                  done + (done == 1 ? " is" : " are"),
                  path.tolerance(),
                  Numbers.text(largestGap(), 2)));
    };
  }

  private boolean missed(Point point) {
    return !(point.largestGap() <= path.tolerance());
  }

  private String finished() {
    boolean folded = folds > 0 && path.minimum().isEmpty();
    return Numbers.count(path.points().size(), "point") + (folded ? ", before the choice" : "");
  }

  /** Returns the bound on the gap of all points and folds, relative to the null deviance. */
  double largestGap() {
    return path.points().stream().mapToDouble(Point::largestGap).max().orElse(Double.NaN);
  }

  private Optional<Model> first() {
    return path.points().isEmpty() ? Optional.empty() : Optional.of(path.model(0));
  }

  @Override
  public Map<String, Object> summary(List<String> files) {
    PenaltyPath.Work work = path.work();
    return JsonFields.of(
        "model", kind.word(),
        "shape", first().flatMap(FitReport::shape),
        "rows", rows,
        "columns", columns.size(),
        "mix", path.mixing(),
        "folds", folds,
        "nullLoss", path.nullLoss(),
        "ending", conclusion().word(),
        "conclusion", conclusion().paragraph(),
        "tolerance", path.tolerance(),
        "gap", largestGap(),
        "end", path.end().sentence(),
        "points", path.points(),
        "minimum", penalty(path.minimum()),
        "oneStandardError", penalty(path.oneStandardError()),
        "chosen", chosen.stream().boxed().findFirst().map(this::chosen),
        "work",
            JsonFields.of(
                "updates", work.updates(),
                "columnReads", work.columnReads(),
                "gramProducts", work.gramProducts(),
                "checks", work.checks()),
        "seconds", seconds,
        "files", files,
        "notes", Remark.texts(remarks),
        "remarks", Remark.json(remarks));
  }

  private Optional<Double> penalty(OptionalInt point) {
    return point.stream().boxed().findFirst().map(k -> path.points().get(k).lambda());
  }

  private Map<String, Object> chosen(int point) {
    Model model = path.model(point);
    return JsonFields.of(
        "point", point,
        "lambda", path.points().get(point).lambda(),
        "rule", rule == Rule.NEAREST ? "nearest" : rule.word,
        "intercepts", model.intercepts(),
        "coefficients",
            coefficients(point).coefficients().stream()
                .filter(c -> c.value() != 0 && !c.column().equals(Inference.INTERCEPT))
                .map(
                    c ->
                        JsonFields.of(
                            "output", c.output(),
                            "column", c.column(),
                            "value", c.value(),
                            "standardized", c.standardized()))
                .toList());
  }

  @Override
  public String page(String file) {
    return PathPage.render("Path of " + file, this);
  }

  @Override
  public void keep(Map<String, Object> manifest) {
    manifest.put("notes", Remark.texts(remarks));
  }

  @Override
  public List<String> lines(int width) {
    List<String> lines = new ArrayList<>(Sentences.labelled(computation(), 7, width));
    lines.add("");
    List<Integer> shown = shown(PRINTED);
    lines.addAll(ColumnLayout.aligned(table(shown)));
    if (shown.size() < path.points().size()) {
      lines.add(
          format(
              "%s of %s points; --json%s has all",
              shown.size(), path.points().size(), kept ? " or the page" : ""));
    }
    List<String> choice = choice();
    if (!choice.isEmpty()) {
      lines.add("");
      lines.addAll(choice);
    }
    chosen.ifPresent(
        k -> {
          lines.add("");
          lines.addAll(Coefficients.lines(coefficients(k), PRINTED, width));
        });
    lines.add("");
    lines.addAll(Sentences.wrapped("", conclusion().paragraph(), width));
    lines.add("Again: " + command);
    return lines;
  }

  /** Returns what was fitted and how it went, as rows of a name and a text. */
  List<List<String>> computation() {
    PenaltyPath.Work work = path.work();
    List<List<String>> rows = new ArrayList<>();
    String mix =
        path.mixing() == 1
            ? "lasso"
            : path.mixing() == 0 ? "ridge" : filled("elastic net, mix %s", path.mixing());
    rows.add(
        List.of(
            "model",
            format(
                "%s, %s, %s%s",
                first().map(FitReport::word).orElse(kind.word()),
                mix,
                Numbers.count(columns.size(), "column"),
                folds > 0 ? ", " + folds + " folds" : "")));
    if (!path.points().isEmpty()) {
      rows.add(
          List.of(
              "grid",
              filled(
                  "%s, lambda %s to %s: %s",
                  Numbers.count(path.points().size(), "point"),
                  Numbers.text(path.points().getFirst().lambda(), 4),
                  Numbers.text(path.points().getLast().lambda(), 4),
                  path.end().sentence())));
    }
    rows.add(
        List.of(
            "work",
            filled(
                "%s updates of coefficients, %s columns read, %s s",
                Numbers.text(work.updates(), 3),
                Numbers.text(work.columnReads(), 3),
                Numbers.text(seconds, 3))));
    return rows;
  }

  /** Returns places of at most so many points, evenly spread, those of a choice among them. */
  private List<Integer> shown(int most) {
    int n = path.points().size();
    int step = Math.max(1, Math.ceilDiv(n, most - 3));
    return IntStream.range(0, n)
        .filter(k -> k % step == 0 || k == n - 1 || !mark(k).isEmpty())
        .boxed()
        .toList();
  }

  /** Returns the points as cells, titles first. */
  List<List<String>> table(List<Integer> places) {
    List<Point> points = path.points();
    ColumnLayout<Integer> table = new ColumnLayout<>();
    table
        .number("lambda", 4, k -> points.get(k).lambda())
        .text("columns", k -> String.valueOf(points.get(k).columns()))
        .text("explained", k -> percent(points.get(k).explained()));
    if (path.minimum().isPresent()) {
      table
          .number("loss", 5, k -> points.get(k).loss())
          .text("error", k -> "± " + Numbers.text(points.get(k).error(), 2));
    }
    table.text("gap", k -> Numbers.text(points.get(k).largestGap(), 2)).text("", this::mark);
    return table.table(places);
  }

  private static String percent(double part) {
    return format("%.1f %%", 100 * Math.max(0, part));
  }

  /** Returns what is special about a point. */
  private String mark(int point) {
    List<String> words = new ArrayList<>();
    if (missed(path.points().get(point))) {
      words.add("above --tolerance");
    }
    if (path.minimum().equals(OptionalInt.of(point))) {
      words.add("smallest loss");
    }
    if (path.oneStandardError().equals(OptionalInt.of(point))) {
      words.add("one standard error");
    }
    if (rule == Rule.NEAREST && chosen.equals(OptionalInt.of(point))) {
      words.add("nearest");
    }
    return String.join(", ", words);
  }

  /** Says which points the cross-validation chooses, and which one is kept. */
  List<String> choice() {
    List<String> sentences = new ArrayList<>();
    if (path.minimum().isPresent()) {
      int min = path.minimum().getAsInt();
      int one = path.oneStandardError().getAsInt();
      Point least = path.points().get(min);
      sentences.add(
          filled(
              "Smallest loss on rows left out: %s ± %s at lambda %s with %s.",
              Numbers.text(least.loss(), 5),
              Numbers.text(least.error(), 2),
              Numbers.text(least.lambda(), 4),
              Numbers.count(least.columns(), "column")));
      sentences.add(
          one == min
              ? "No larger penalty is within one standard error of it."
              : filled(
                  "Largest penalty within one standard error of it: lambda %s with %s.",
                  Numbers.text(path.points().get(one).lambda(), 4),
                  Numbers.count(path.points().get(one).columns(), "column")));
      edge(min).ifPresent(sentences::add);
    }
    chosen.ifPresent(
        k ->
            sentences.add(
                filled(
                    "Chosen: lambda %s, %s.",
                    Numbers.text(path.points().get(k).lambda(), 4), why())));
    return sentences;
  }

  private Optional<String> edge(int min) {
    if (min == 0) {
      return Optional.of("No coefficient does better: the columns may tell nothing of the target.");
    }
    return min == path.points().size() - 1
        ? Optional.of("It is the last point: a smaller --ratio may find a better one.")
        : Optional.empty();
  }

  private String why() {
    return switch (rule) {
      case MIN ->
          "the smallest loss (--at 1se takes the largest penalty within one standard error)";
      case ONE_ERROR ->
          "the largest penalty within one standard error (--at min takes the smallest loss)";
      case NEAREST -> "the point nearest to the --at that was asked for";
    };
  }

  /** Returns the coefficients of a point, with their size for one deviation of the column. */
  Inference coefficients(int point) {
    Inference plain = Coefficients.of(path.model(point));
    List<Inference.Coefficient> scaled = new ArrayList<>();
    int j = 0;
    for (Inference.Coefficient c : plain.coefficients()) {
      boolean constant = c.column().equals(Inference.INTERCEPT);
      double spread = constant ? Double.NaN : spreads[j++];
      j = constant ? 0 : j;
      scaled.add(
          new Inference.Coefficient(
              c.output(),
              c.column(),
              c.value(),
              c.value() * spread,
              c.error(),
              c.z(),
              c.p(),
              c.low(),
              c.high(),
              c.inflation()));
    }
    return new Inference(
        plain.kind(),
        plain.basis(),
        scaled,
        plain.zeros(),
        plain.dispersion(),
        plain.freedom(),
        plain.likelihood(),
        plain.aliases());
  }

  /** Returns the names of the outputs, one that is empty if there is one output. */
  List<String> outputs() {
    Model model = path.model(0);
    return model.outputs() > 1 ? model.classes() : List.of("");
  }

  /** Returns the coefficients of an output by column and point, for one deviation of the column. */
  double[][] standardized(int output) {
    double[][] byPoint = path.coefficients(output);
    double[][] byColumn = new double[columns.size()][byPoint.length];
    for (int k = 0; k < byPoint.length; k++) {
      for (int j = 0; j < byColumn.length; j++) {
        byColumn[j][k] = byPoint[k][j] * spreads[j];
      }
    }
    return byColumn;
  }

  double[] lambdas() {
    return path.points().stream().mapToDouble(Point::lambda).toArray();
  }

  /** Returns the places of all points. */
  List<Integer> all() {
    return Arrays.stream(IntStream.range(0, path.points().size()).toArray()).boxed().toList();
  }
}
