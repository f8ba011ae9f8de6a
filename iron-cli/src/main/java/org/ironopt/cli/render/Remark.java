package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;
import static org.ironopt.io.internal.Numbers.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.ironopt.cli.shared.Json;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.model.Evaluation.LossComparison;
import org.ironopt.model.ModelKind;
import org.ironopt.table.TableDecision;

/**
 * What was decided before and during a fit, or is to be known of it, with the numbers behind it.
 */
public sealed interface Remark {
  /** Of longer lists so many are shown. */
  int LISTED = 12;

  /** Returns the decisions about a file. */
  static List<Remark> of(List<TableDecision> decisions) {
    return decisions.stream().<Remark>map(OfFile::new).toList();
  }

  /** Returns texts for people, a line each. */
  static List<String> texts(List<? extends Remark> remarks) {
    return remarks.stream().map(Remark::text).toList();
  }

  /** Returns the members of JSON objects: the kind, and the numbers by their names. */
  static List<Map<String, Object>> json(List<? extends Remark> remarks) {
    return remarks.stream()
        .map(remark -> remark instanceof OfFile file ? file.decision : remark)
        .map(value -> Json.typed("kind", value))
        .toList();
  }

  /** Returns the members of an object with those of remarks, as texts and as values. */
  static Map<String, Object> with(Object value, List<? extends Remark> remarks) {
    Map<String, Object> members = Json.members(value);
    members.put("notes", texts(remarks));
    members.put("remarks", json(remarks));
    return members;
  }

  /** Returns it for people, in one line, with the option that changes it. */
  default String text() {
    return switch (this) {
      case OfFile r -> r.decision.sentence();
      case Exposure r ->
          format(
              "%s: '%s' is no feature; coefficients are for counts for each unit of exposure,"
                  + " and the mean loss is one over the exposure",
              r.option, r.column);
      case ModelGuess r -> r.guess();
      case StepChoice r ->
          filled(
              "step: %s, the best of %s after %s passes each over %s rows (--step changes it)",
              r.step, r.tried, r.passes, r.rows);
      case FilledByOthers r ->
          format("missing values: filled with what the %s other rows tell", r.rows);
      case FoldScoring r ->
          format(
              "folds: the model is scored by %s-fold cross-validation%s",
              r.folds, r.ownPenalty ? "; each fold searches for its own penalty" : "");
      case UnprovenFolds r ->
          format("folds: %s of %s models ended without a certificate", r.models, r.folds);
      case EarlyStopping r ->
          format(
              "early stopping: the loss on %s rows %s (--early-stopping changes their share)",
              r.rows, r.network ? "ends the fit" : "may end the fit before its optimum");
      case Validation r ->
          format(
              "validation: %s rows are kept apart to judge the network and a linear model"
                  + " (--validation changes their share)",
              r.rows);
      case PenaltySearch r ->
          "penalty: chosen by cross-validation, 5 folds, " + FitReport.grid(r.search, r.points);
      case PenaltyChoice r ->
          "penalty: "
              + FitReport.penalty(r.search, r.best)
              + FitReport.edge(r)
              + "; "
              + FitReport.loss(r.model, r.best);
      case ErrorsLeftOut r ->
          format(
              "standard errors: left out, since %d columns and %d rows take %.2g multiplications"
                  + " (--errors computes them)",
              r.columns, r.rows, r.multiplications);
      case NetworkComparison r -> r.compared();
      case NumberTarget r ->
          filled("target: numbers from %s to %s, mean %s", r.least, r.most, r.mean);
      case ClassTarget r -> r.listed();
      case AlikeLabels r ->
          format(
              "labels %s differ by letter case, blanks or dots only and are different classes; mend"
                  + " the file if they are one",
              String.join(" and ", quoted(r.labels.stream()).toList()));
      case SmallClasses r ->
          format(
              "classes with fewer rows than the %s folds of --reg auto: %s; a fold without a class"
                  + " says nothing about it",
              r.folds,
              listed(r.rows.entrySet().stream().map(e -> "'" + e.getKey() + "' " + e.getValue())));
      case RareClasses r ->
          format(
              "%s of less than 10 %% of the rows: %s; always saying '%s' is right for %s %% of the"
                  + " rows (--class-weight balanced gives all classes the same weight)",
              r.classes.size() == 1 ? "a class" : "classes",
              listed(quoted(r.classes.stream())),
              r.usual,
              Numbers.text(100 * r.share, 3));
      case TellingColumn r ->
          format(
              "column '%s' alone tells the target nearly perfectly (%s %s): will it be known when"
                  + " the model is used? (--ignore %s leaves it out)",
              r.column,
              r.measure,
              Numbers.text(r.power, 3),
              r.column.matches("[\\w.]+") ? r.column : "'" + r.column + "'");
    };
  }

  private static Stream<String> quoted(Stream<String> names) {
    return names.map(name -> "'" + name + "'");
  }

  private static String listed(Stream<String> items) {
    return String.join(", ", items.limit(LISTED).toList());
  }

  /** A decision about the file. */
  record OfFile(TableDecision decision) implements Remark {}

  /** A column of exposures. */
  record Exposure(String option, String column) implements Remark {}

  /**
   * The model that the targets ask for.
   *
   * @param labels how many different there are; 0 for numbers
   * @param whole whether labels are whole numbers
   * @param counts whether all numbers are whole and at least 0
   * @param network whether its outputs are those of a network
   */
  record ModelGuess(ModelKind model, int labels, boolean whole, boolean counts, boolean network)
      implements Remark {
    /** Returns the same of the outputs of a network, or of a linear model. */
    public ModelGuess of(boolean outputs) {
      return new ModelGuess(model, labels, whole, counts, outputs);
    }

    private String guess() {
      String seen =
          labels == 0
              ? "the targets are numbers"
              : whole
                  ? labels + " different whole numbers, taken for labels"
                  : labels == 2 ? "two labels" : labels + " labels";
      String poisson = counts ? "--model poisson takes them for counts" : "--model changes it";
      String sizes = "--model ridge takes them for sizes";
      String change = !whole ? poisson : sizes + (counts ? ", --model poisson for counts" : "");
      return network
          ? format(
              "model: network with %s outputs, guessed: %s (--model network:logistic,"
                  + " network:softmax or network:ridge changes it)",
              model.word(), seen)
          : format("model: %s, guessed: %s (%s)", model.word(), seen, change);
    }
  }

  /** The step of another method, found by trials on some rows. */
  record StepChoice(double step, int tried, int passes, int rows) implements Remark {}

  /** Missing values are filled by what so many other rows tell. */
  record FilledByOthers(int rows) implements Remark {}

  /** The model is scored by folds, each of which may search for its own penalty. */
  record FoldScoring(int folds, boolean ownPenalty) implements Remark {}

  /** Models of folds ended without a certificate. */
  record UnprovenFolds(int models, int folds) implements Remark {}

  /** The loss on some rows ends the fit. */
  record EarlyStopping(int rows, boolean network) implements Remark {}

  /** Some rows are kept apart to judge a network. */
  record Validation(int rows) implements Remark {}

  /** A penalty is searched for among so many points. */
  record PenaltySearch(CrossValidation.Search search, int points) implements Remark {}

  /**
   * The penalty that was chosen.
   *
   * @param longer whether the path was made longer
   * @param smallest whether it is the smallest that was tried
   * @param largest whether it is the largest
   */
  record PenaltyChoice(
      ModelKind model,
      CrossValidation.Search search,
      CrossValidation.Point best,
      boolean longer,
      boolean smallest,
      boolean largest)
      implements Remark {
    /** Returns what a search found. */
    public static PenaltyChoice of(
        ModelKind kind, CrossValidation.Search search, CrossValidation.Found found) {
      return new PenaltyChoice(
          kind, search, found.best(), found.longer(), found.atSmallest(), found.atLargest());
    }
  }

  /** Standard errors take long. */
  record ErrorsLeftOut(int columns, int rows, double multiplications) implements Remark {}

  /**
   * A network beside a linear model, on rows that neither has seen.
   *
   * @param losses the network's first; empty without such rows
   * @param logLoss whether they are log losses, else mean squares
   * @param judged whether there are enough rows
   */
  record NetworkComparison(
      Optional<LossComparison> losses, boolean logLoss, boolean judged, boolean better)
      implements Remark {
    /** Returns that of a result. */
    public static NetworkComparison of(NetworkResult result) {
      boolean classes = result.network().model().kind().classes();
      return new NetworkComparison(
          result.comparison(), classes, result.judged(), result.beatsLinear());
    }

    private String compared() {
      if (!judged) {
        return "whether the network is better than a linear model cannot be judged"
            + losses
                .map(c -> filled(" on %s rows, at least %s", c.rows(), LossComparison.FEWEST))
                .orElse(": no rows were kept for it, and some")
            + " are needed (--validation keeps a share of them)";
      }
      LossComparison c = losses.orElseThrow();
      return filled(
          "on %s rows that neither has seen the network has the %s %s, the linear model with a"
              + " cross-validated penalty %s (%s by %s +- %s, one-sided p = %s): %s",
          c.rows(),
          logLoss ? "log loss" : "mean square error",
          Numbers.text(c.first(), 4),
          Numbers.text(c.second(), 4),
          c.gain() >= 0 ? "less" : "more",
          Numbers.text(Math.abs(c.gain()), 2),
          Numbers.text(c.error(), 2),
          Numbers.text(c.p(), 2),
          better
              ? "the network is better"
              : "the network does not beat the linear model, which is simpler and has a"
                  + " certificate; leave --model network out");
    }
  }

  /** The numbers to predict. */
  record NumberTarget(double least, double most, double mean) implements Remark {}

  /** The classes to predict, and how many rows each has. */
  record ClassTarget(SequencedMap<String, Integer> classes) implements Remark {
    private String listed() {
      double all = classes.values().stream().mapToInt(n -> n).sum();
      Stream<String> each =
          classes.entrySet().stream()
              .map(
                  e ->
                      format(
                          "'%s' %s (%s %%)",
                          e.getKey(), e.getValue(), Numbers.text(100 * e.getValue() / all, 2)));
      int more = classes.size() - LISTED;
      String rest = more > 0 ? " and " + more + " more" : "";
      return "target: " + classes.size() + " classes" + ": " + Remark.listed(each) + rest;
    }
  }

  /** Labels that look alike. */
  record AlikeLabels(List<String> labels) implements Remark {}

  /** Classes with fewer rows than a cross-validation has folds. */
  record SmallClasses(SequencedMap<String, Integer> rows, int folds) implements Remark {}

  /**
   * Classes of few rows.
   *
   * @param usual the most frequent class
   * @param share of the rows that are of it
   */
  record RareClasses(List<String> classes, String usual, double share) implements Remark {}

  /** A column that alone tells the target, by its Gini or R2. */
  record TellingColumn(String column, String measure, double power) implements Remark {}
}
