package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;
import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.cli.shared.Sentences;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.Inference;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.JsonFields;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Evaluation.FoldScores;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/**
 * What a fit says at its end.
 *
 * @param asked how the fit was asked for
 * @param learnt number of rows that were learnt from; {@code parts} may have a sample of them
 * @param parts the rows by what they are for
 * @param quality measures on the rows; empty if the fit was interrupted
 * @param inference coefficients with their errors; empty if they were not computed
 * @param path the search that chose the penalty, if there was one
 * @param network what there is to say of a network; empty for a linear model
 * @param remarks what was decided on the way
 * @param command what to type for the same fit
 */
public record FitReport(
    Asked asked,
    ModelKind kind,
    FitResult result,
    FitOutcome conclusion,
    double seconds,
    long learnt,
    TrainingSplit parts,
    Optional<Quality> quality,
    Optional<Inference> inference,
    Optional<CrossValidation.Found> path,
    Optional<NetworkResult> network,
    List<Remark> remarks,
    String command)
    implements Report {
  /**
   * The method as the user named it.
   *
   * @param method its word
   * @param step its step, if it has one
   * @param details what a report adds to the name of the method
   */
  public record Asked(String method, OptionalDouble step, String details, double tolerance) {}

  /** Coefficients that are printed. */
  private static final int PRINTED = 20;

  /** A model file holds the errors of at most so many coefficients. */
  private static final int KEPT = 2000;

  /**
   * Measures of the model.
   *
   * @param training on the rows that were learnt from
   * @param stopping on the rows that ended the fit, which flatter it
   * @param validation on rows that it does not depend on
   * @param folds of the same model fitted to other rows than those measured
   */
  public record Quality(
      Evaluation training,
      Optional<Evaluation> stopping,
      Optional<Evaluation> validation,
      Optional<FoldScores> folds) {
    public static Quality of(Model model, TrainingSplit parts, Optional<FoldScores> folds) {
      return new Quality(
          Evaluation.of(model, parts.train()),
          parts.stopping().map(rows -> Evaluation.of(model, rows)),
          parts.validation().map(rows -> Evaluation.of(model, rows)),
          folds);
    }

    /** Returns whether rows that the model depends on are all that was measured. */
    boolean optimistic() {
      return validation.isEmpty() && folds.isEmpty();
    }

    /**
     * Returns the measures to show in full: on rows that were not learnt from, if there are any.
     */
    Evaluation shown() {
      return validation.orElse(training);
    }
  }

  @Override
  public Map<String, Object> summary(List<String> files) {
    return JsonFields.of(
        "model", kind.word(),
        "shape", shape(result.model()),
        "rows", learnt,
        "columns", result.model().columns().size(),
        "objective", result.objective(),
        "ending", conclusion.word(),
        "conclusion", conclusion.paragraph(),
        "gap", result.gap(),
        "certificate", result.certificate().kind().word(),
        "steps", result.steps(),
        "seconds", seconds,
        "passes", result.passes(),
        "work", result.work(),
        "method", asked.method,
        "step", asked.step,
        "reg", trained("reg", 0.0),
        "l1", trained("l1", 0.0),
        "zeros", zeros(),
        "training", quality.map(Quality::training),
        "earlyStopping", quality.flatMap(Quality::stopping),
        "validation", quality.flatMap(Quality::validation),
        "folds", quality.flatMap(Quality::folds).map(ModelMeasures::summary),
        "coefficients", inference.map(Coefficients::json),
        "path", path,
        "network", network.map(NetworkWords::summary),
        "files", files,
        "notes", Remark.texts(remarks),
        "remarks", Remark.json(remarks));
  }

  @SuppressWarnings("unchecked")
  private <T> T trained(String name, T otherwise) {
    Object value = result.model().training().get(name);
    return otherwise.getClass().isInstance(value) ? (T) value : otherwise;
  }

  private long zeros() {
    return network.isPresent()
        ? 0
        : Arrays.stream(result.model().weights())
            .flatMapToDouble(Arrays::stream)
            .filter(w -> w == 0)
            .count();
  }

  @Override
  public void keep(Map<String, Object> manifest) {
    manifest.put("notes", Remark.texts(remarks));
    quality.ifPresent(q -> manifest.put("measures", ModelMeasures.map(q)));
    inference
        .filter(i -> i.coefficients().size() <= KEPT)
        .ifPresent(i -> manifest.put("inference", Coefficients.map(i)));
  }

  @Override
  public String page(String file) {
    return FitPage.render("Fit of " + file, this);
  }

  @Override
  public List<String> lines(int width) {
    List<List<String>> rows = new ArrayList<>(rows());
    quality.ifPresent(
        q -> {
          rows.add(List.of("training", ModelMeasures.line(q.training())));
          q.stopping().ifPresent(s -> rows.add(List.of("stopping", ModelMeasures.line(s))));
          q.validation().ifPresent(v -> rows.add(List.of("validation", ModelMeasures.line(v))));
          q.folds().ifPresent(f -> rows.add(List.of("folds", ModelMeasures.line(f))));
          honest().ifPresent(line -> rows.add(List.of("", line)));
        });
    List<String> lines = new ArrayList<>(Sentences.labelled(rows, 11, width));
    quality.ifPresent(
        q -> {
          String on = q.validation().isPresent() ? "validation" : "training";
          lines.addAll(ModelMeasures.tables(q.shown(), " on the " + on + " rows"));
        });
    inference.ifPresent(
        i -> {
          lines.add("");
          lines.addAll(Coefficients.lines(i, PRINTED, width));
        });
    lines.add("");
    lines.addAll(Sentences.wrapped("", conclusion.paragraph(), width));
    lines.add("Again: " + command);
    return lines;
  }

  /** Says how to measure the model on rows that it does not depend on, if nothing else did. */
  Optional<String> honest() {
    return quality
        .filter(Quality::optimistic)
        .map(
            q ->
                "optimistic: these rows made the model; --validation 0.2"
                    + (q.stopping().isPresent() ? "" : " or --folds 5")
                    + " measures it on others, 'iron evaluate' on another file");
  }

  /** Returns penalties that were chosen as text. */
  static String penalty(CrossValidation.Search search, CrossValidation.Point best) {
    String reg = "R = " + Numbers.text(best.reg());
    String l1 = "R1 = " + Numbers.text(best.l1());
    return switch (search) {
      case REG -> reg;
      case L1 -> l1;
      case BOTH -> reg + ", " + l1;
    };
  }

  /** Returns the number that is part of a model. */
  static Optional<Double> shape(Model model) {
    return model.shape().stream().boxed().findFirst();
  }

  /** Returns the kind of a model, with the number that is part of it. */
  static String word(Model model) {
    String number =
        model.shape().isPresent()
            ? filled(", %s %s", model.kind().shape().orElse(""), model.shape().getAsDouble())
            : "";
    return model.kind().word() + number;
  }

  /** Returns how good a penalty was on rows left out. */
  static String loss(ModelKind kind, CrossValidation.Point point) {
    String which =
        switch (kind) {
          case LOGISTIC, SOFTMAX -> "log loss";
          case RIDGE -> "half the mean square error";
          case POISSON, GAMMA, NEGBIN -> "half the deviance";
          case HUBER -> "Huber's loss";
        };
    return filled(
        "cross-validated loss %s +- %s (%s, mean and standard error over the folds)",
        point.loss(), Numbers.text(point.error(), 2), which);
  }

  /** Returns which penalties are tried. */
  static String grid(CrossValidation.Search wanted, int points) {
    return switch (wanted) {
      case REG -> points + " penalties from 10 to 1e-6";
      case L1 -> "a path of up to " + points + " l1 penalties from where all coefficients are zero";
      case BOTH ->
          "a path of up to " + points + " pairs of penalties from where all coefficients are zero";
    };
  }

  /** Says where the best penalty lies if not in the middle of those tried. */
  static String edge(Remark.PenaltyChoice choice) {
    String tried = choice.longer() ? ", also after the path was made longer" : "";
    if (choice.smallest()) {
      return " is the smallest tried" + tried + ": no penalty may be better still (--reg 0)";
    }
    if (choice.largest()) {
      return choice.search() == CrossValidation.Search.REG
          ? " is the largest tried" + tried + ": the columns may tell nothing about the target"
          : " is the largest: all coefficients are zero, the columns tell nothing about the target";
    }
    return choice.longer()
        ? "; the best of the first path was at its end, so it was made longer"
        : "";
  }

  /** Returns what was fitted and how it went, as rows of a name and a text. */
  List<List<String>> rows() {
    String steps = Numbers.count(result.steps(), "step");
    String time = Numbers.text(seconds, 3) + " s";
    int formed = result.work().matrices().size();
    String matrices =
        formed == 0
            ? ""
            : ", "
                + formed
                + (formed == 1 ? " matrix" : " matrices")
                + " after products that cost more";
    String work = steps + ", " + result.passes() + " passes over the data" + matrices + ", " + time;
    return network.map(n -> rows(n, work)).orElseGet(() -> linearRows(work));
  }

  private List<List<String>> rows(NetworkResult n, String work) {
    Model model = result.model();
    return List.of(
        List.of(
            "model",
            format(
                "network, %s columns, %s, %s outputs, %s parameters",
                model.columns().size(), model.units(), kind.word(), model.parameters())),
        List.of("method", result.method()),
        List.of(
            "objective",
            filled(
                "%s = mean loss + R/2 |weights|^2, R = %s",
                result.objective(), trained("reg", 0.0))),
        List.of("gap", "no certificate: a network has none"),
        List.of("epochs", n.epochs() + ", the network after epoch " + n.epoch() + " is kept"),
        List.of("work", work));
  }

  private List<List<String>> linearRows(String work) {
    String weights = trained("scaled", false) ? "scaled w" : "w";
    String constant = trained("intercept", false) ? "intercept free" : "no intercept";
    double l1 = trained("l1", 0.0);
    String kinks = l1 > 0 ? filled(", + R1 |%s|_1, R1 = %s", weights, l1) : "";
    String gap =
        switch (result.certificate().kind()) {
          case GAP -> Numbers.text(result.gap(), 2) + ", relative, proven by a dual point";
          case ROUNDING -> Numbers.text(result.gap(), 2) + ", relative, optimal to rounding";
          case NONE -> "unknown";
        };
    int columns = result.model().columns().size();
    int all = columns * result.model().outputs();
    String zero = l1 > 0 ? ", " + zeros() + " of " + all + " coefficients are zero" : "";
    List<List<String>> rows = new ArrayList<>();
    rows.addAll(
        List.of(
            List.of("model", word(result.model()) + ", " + columns + " columns" + zero),
            List.of("method", result.method() + asked.details),
            List.of(
                "objective",
                filled(
                    "%s = mean loss + R/2 |%s|^2, R = %s%s, %s",
                    Numbers.text(result.objective(), 12),
                    weights,
                    trained("reg", 0.0),
                    kinks,
                    constant)),
            List.of("gap", gap)));
    path.ifPresent(p -> rows.add(List.of("penalty", loss(kind, p.best()))));
    rows.add(List.of("work", work));
    return rows;
  }
}
