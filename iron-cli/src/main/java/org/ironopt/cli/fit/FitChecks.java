package org.ironopt.cli.fit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ironopt.cli.render.Remark;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.data.Targets;
import org.ironopt.fit.FitMethod;
import org.ironopt.fit.Inference;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/** What can be said of data before a fit: which model it asks for, and why it is refused. */
public final class FitChecks {
  /** What the library takes at most; a fit beyond it ends there before its first step. */
  private static final int LARGEST_MATRIX = 4000;

  /** More different whole numbers than this are taken for numbers to predict. */
  private static final int MOST_CLASSES = 20;

  /** Vectors of all parameters: iterates, gradients, conjugate gradients, sums of the tasks. */
  private static final int VECTORS = 60;

  private FitChecks() {}

  /** Guesses the model from the targets. */
  public static Remark.ModelGuess guess(Dataset data) {
    if (!(data.targets() instanceof Targets.Numbers numbers)) {
      return labels(data.classes(), false, false);
    }
    double[] different = Arrays.stream(numbers.values()).distinct().limit(101).toArray();
    boolean whole = Arrays.stream(different).allMatch(v -> v == Math.rint(v));
    boolean repeated = different.length <= MOST_CLASSES && data.rows() >= 5 * different.length;
    if (different.length == 2) {
      return labels(2, false, false);
    }
    if (whole && repeated && different.length > 2) {
      return labels(different.length, true, Arrays.stream(different).allMatch(v -> v >= 0));
    }
    boolean counts = Arrays.stream(numbers.values()).allMatch(v -> v >= 0 && v == Math.rint(v));
    return new Remark.ModelGuess(ModelKind.RIDGE, 0, false, counts, false);
  }

  private static Remark.ModelGuess labels(int labels, boolean whole, boolean counts) {
    ModelKind kind = labels == 2 ? ModelKind.LOGISTIC : ModelKind.SOFTMAX;
    return new Remark.ModelGuess(kind, labels, whole, counts, false);
  }

  /** Estimates the memory of a fit: the data, what products need of each row, and vectors. */
  static long megabytes(Dataset data, ModelKind kind) {
    long stored = data.features().stored();
    double bytes =
        switch (data.features()) {
          case DenseFeatures _ -> 8.0 * stored;
          case FloatFeatures _ -> 4.0 * stored;
          case SparseFeatures _ -> 12.0 * stored + 4.0 * data.rows();
        };
    int outputs = kind == ModelKind.SOFTMAX ? data.classes() : 1;
    bytes += data.rows() * (12.0 + 16.0 * outputs) + 8.0 * VECTORS * outputs * data.columns();
    return Math.max(1, Math.round(bytes / 1e6));
  }

  /** Refuses targets that the model cannot learn from. */
  public static void targets(String file, ModelKind kind, Dataset data, boolean intercept) {
    if (data.targets() instanceof Targets.Numbers numbers) {
      double[] y = numbers.values();
      least(file, kind, y);
      if (intercept && Arrays.stream(y).allMatch(v -> v == y[0])) {
        throw same(file, data.rows(), Numbers.text(y[0]));
      }
      return;
    }
    if (!kind.classes()) {
      throw new InputError(
          "%s: the targets are %s labels such as '%s', and %s needs numbers; use --model %s",
          file,
          data.classes(),
          data.classNames().getFirst(),
          kind.word(),
          data.classes() == 2 ? "logistic" : "softmax");
    }
    if (data.classes() == 1) {
      throw same(file, data.rows(), "'" + data.classNames().getFirst() + "'");
    }
    if (kind == ModelKind.LOGISTIC && data.classes() != 2) {
      throw new InputError(
          "%s: the target has %s different values, and logistic needs two; use --model softmax for"
              + " classes or --model ridge for numbers",
          file, data.classes());
    }
  }

  /** Refuses numbers that the model has no law for. */
  private static void least(String file, ModelKind kind, double[] y) {
    double least = Arrays.stream(y).min().orElse(1);
    if ((kind == ModelKind.POISSON || kind == ModelKind.NEGBIN) && least < 0) {
      throw new InputError(
          "%s: the target %s is negative, and %s needs counts >= 0; use --model ridge",
          file, Numbers.text(least), kind.word());
    }
    InputError.when(
        kind == ModelKind.GAMMA && !(least > 0),
        "%s: the target %s is not positive, and gamma needs positive numbers; use --model ridge",
        file,
        Numbers.text(least));
    Arrays.stream(y)
        .filter(v -> kind == ModelKind.NEGBIN && v != Math.rint(v))
        .findFirst()
        .ifPresent(
            v -> {
              throw new InputError(
                  "%s: the target %s is not a whole number, and negbin needs counts; use --model poisson",
                  file, Numbers.text(v));
            });
  }

  /** Refuses settings that do not go with the model or with the size of the data. */
  static void settings(FitOptions settings, ModelKind kind, Dataset data) {
    settings.problem.check(kind, data);
    boolean batches = settings.method.word.equals("minibatch");
    boolean steep = kind == ModelKind.POISSON || kind.local();
    if (steep && (batches || settings.method.own().isEmpty())) {
      throw new InputError(
          "--method %s does not apply to --model %s, whose gradient has no known largest slope;"
              + " leave it out, or use cg, cholesky or lbfgs",
          settings.method.word, kind.word());
    }
    int outputs = kind == ModelKind.SOFTMAX ? data.classes() : 1;
    long parameters = (long) outputs * (data.columns() + (settings.problem.intercept() ? 1 : 0));
    if (settings.method.word.equals("cholesky") && parameters > LARGEST_MATRIX) {
      throw new InputError(
          "--method cholesky makes a matrix of %s parameters, expected at most %s; use --method cg",
          parameters, LARGEST_MATRIX);
    }
  }

  /** Refuses a model to start from that is not one of the same columns and classes. */
  static void start(
      String file, Model model, ModelKind kind, List<String> columns, List<String> classes) {
    String is = "--init " + file + " is a model ";
    InputError.when(!model.linear(), "--init %s is a network, expected a linear model", file);
    if (model.kind() != kind) {
      throw new InputError(
          "%sof kind %s, expected one of kind %s", is, model.kind().word(), kind.word());
    }
    if (!model.classes().equals(classes)) {
      throw new InputError(is + "of classes " + model.classes() + ", the data has " + classes);
    }
    int same = Math.min(model.columns().size(), columns.size());
    for (int j = 0; j < same; j++) {
      if (!model.columns().get(j).equals(columns.get(j))) {
        throw new InputError(
            "%swhose column %s is '%s', expected '%s' as in the data",
            is, j + 1, model.columns().get(j), columns.get(j));
      }
    }
    if (model.columns().size() != columns.size()) {
      throw new InputError(
          "%sof %s columns, the data has %s", is, model.columns().size(), columns.size());
    }
  }

  /** Refuses rows of which none counts. */
  public static void weights(String file, Dataset rows) {
    if (!(rows.totalWeight() > 0)) {
      throw new InputError(
          file + ": the weights of all rows to learn from are zero, expected one above zero");
    }
  }

  private static InputError same(String file, int rows, String value) {
    return new InputError(
        "%s: the target is %s in all %s rows, expected at least two different values; there is"
            + " nothing to learn",
        file, value, rows);
  }

  /** Refuses shares and folds that give one of the parts no row. */
  static void shares(HeldOutOptions held, Dataset data, int stopping, int validation) {
    share("--validation", "for validation", held.validation, data, validation, held.byDefault);
    share("--early-stopping", "to stop by", held.earlyStopping, data, stopping, false);
    int rows = data.rows();
    if (stopping + validation >= rows) {
      throw new InputError(
          "--validation and --early-stopping keep %s and %s of %s rows, which leaves none to learn"
              + " from; take less",
          validation, stopping, rows);
    }
    int most = rows - stopping - validation;
    if (held.folds() > most) {
      throw new InputError(
          "--folds is %s, and there are %s rows to share out; take less", held.folds(), most);
    }
  }

  private static void share(
      String option, String purpose, double share, Dataset data, int rows, boolean none) {
    if (share > 0 && rows == 0 && !none || rows >= data.rows()) {
      throw new InputError(
          "%s is %s, which leaves none of %s rows %s",
          option,
          Numbers.text(share),
          data.rows(),
          rows == 0 ? purpose + "; take more" : "to learn from; take less");
    }
  }

  /** Refuses what needs all rows where only a sample is. */
  static void sampled(FitOptions settings, long unseen) {
    HeldOutOptions held = settings.heldOut;
    if (unseen > 0 && held.validation + held.earlyStopping > 0) {
      throw new InputError(
          "%s needs all rows on this machine, and the cluster keeps %s of them: leave it"
              + " out, or keep rows for validation in a file of their own",
          held.validation > 0 ? "--validation" : "--early-stopping", unseen);
    }
    if (unseen > 0 && settings.errors().isPresent()) {
      throw new InputError(
          "%s needs all rows on this machine, and the cluster keeps %s of them: leave it out",
          settings.errors().get() == Inference.Errors.ROBUST ? "--robust" : "--errors", unseen);
    }
  }

  /** Refuses what needs the rows on this machine. */
  public static void elsewhere(FitOptions settings, String option) {
    String needs =
        settings.problem.balanced() || !settings.problem.classWeights().isEmpty()
            ? "--class-weight"
            : settings.search().isPresent() || settings.heldOut.folds() > 0
                ? settings.search().isPresent() ? "a penalty that is searched for" : "--folds"
                : settings.method.own().filter(m -> m != FitMethod.MINIBATCH).isEmpty()
                    ? "--method " + settings.method.word
                    : null;
    Optional<ModelKind> local = settings.kind().filter(ModelKind::local);
    needs = local.isPresent() ? "--model " + local.get().word() : needs;
    if (needs != null) {
      throw new InputError(
          "%s needs the rows on this machine; leave out either it or %s", needs, option);
    }
  }
}
