package org.ironopt.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.ArgSort;
import org.ironopt.regression.internal.RowWeights;

/**
 * Measures of predicted classes.
 *
 * @param rows number of rows
 * @param classes names of the classes
 * @param accuracy share of rows whose class is named
 * @param baseline accuracy of always naming the most frequent class
 * @param logLoss mean of minus the logarithm of the probability of the true class
 * @param baselineLogLoss log loss of predicting the share of each class for every row
 * @param auc probability that a row of the second class gets a higher score than one of the first,
 *     ties counting half; of more classes the mean of each against the rest; NaN if a class is
 *     absent
 * @param prAuc area under precision over recall (average precision) of the second of two classes,
 *     or the mean over several; that of a constant prediction is the prevalence
 * @param prevalence share of the second of two classes; NaN for several, see {@code byClass}
 * @param threshold above which the second of two classes is named, NaN for several
 * @param confusion weight of the rows of class {@code [true]} predicted as {@code [predicted]}
 * @param byClass measures of each class against the rest
 * @param calibration of the second of two classes, or of the predicted one of several, in tenths
 * @param calibrationError mean distance of predicted and observed over the bins, by weight
 */
public record ClassEvaluation(
    int rows,
    List<String> classes,
    double accuracy,
    double baseline,
    double logLoss,
    double baselineLogLoss,
    double auc,
    double prAuc,
    double prevalence,
    double threshold,
    double[][] confusion,
    List<OneClass> byClass,
    List<Bin> calibration,
    double calibrationError)
    implements Evaluation {
  private static final int BINS = 10;

  /**
   * One class against the rest; what cannot be computed, such as the precision of a class that is
   * never predicted, is NaN.
   *
   * @param name of the class
   * @param prevalence its share of the rows
   * @param precision share of the rows named so that are of the class
   * @param recall share of its rows that are named so
   * @param f1 harmonic mean of both
   * @param auc probability that one of its rows scores higher than another row
   * @param prAuc area under precision over recall
   */
  public record OneClass(
      String name,
      double prevalence,
      double precision,
      double recall,
      double f1,
      double auc,
      double prAuc) {}

  @Override
  public SequencedMap<String, Double> measures() {
    SequencedMap<String, Double> all = new LinkedHashMap<>();
    all.put("accuracy", accuracy);
    all.put("baseline", baseline);
    all.put("logLoss", logLoss);
    all.put("baselineLogLoss", baselineLogLoss);
    all.put("auc", auc);
    all.put("prAuc", prAuc);
    all.put("prevalence", prevalence);
    all.put("calibrationError", calibrationError);
    return all;
  }

  @Override
  public String toString() {
    String table = Arrays.deepToString(confusion);
    Object[] shown = {rows, accuracy, logLoss, auc, table, calibrationError};
    return String.format(
        Locale.ROOT,
        "%d rows, accuracy %.6g, log loss %.6g, AUC %.6g, confusion %s, calibration error %.6g",
        shown);
  }

  static ClassEvaluation of(Model model, Dataset data, DecisionRule decision) {
    int n = data.rows();
    int classes = model.classes().size();
    DenseMatrix p = model.probabilities(data);
    double total = data.totalWeight();
    double[][] confusion = new double[classes][classes];
    double[][] bins = new double[BINS][3];
    double loss = 0;
    for (int i = 0; i < n; i++) {
      int actual = data.label(i);
      int guess = decision.of(p.data(), i * classes);
      double weight = data.weight(i);
      confusion[actual][guess] += weight;
      loss = Math.fma(weight / total, loss(model, data, i), loss);
      double said = classes == 2 ? p.get(i, 1) : p.get(i, guess);
      boolean came = classes == 2 ? actual == 1 : actual == guess;
      double[] bin = bins[Math.min(BINS - 1, (int) (BINS * said))];
      bin[0] += weight;
      bin[1] = Math.fma(weight, said, bin[1]);
      bin[2] += came ? weight : 0;
    }
    List<OneClass> byClass = new ArrayList<>();
    double correct = 0;
    double most = 0;
    double entropy = 0;
    for (int c = 0; c < classes; c++) {
      correct += confusion[c][c];
      byClass.add(oneClass(model, data, p, confusion, c));
      double share = byClass.get(c).prevalence();
      most = Math.max(most, share);
      entropy -= share > 0 ? share * Functions.log(share) : 0;
    }
    List<Bin> calibration = calibration(bins);
    double error = 0;
    for (Bin bin : Evaluation.filled(calibration)) {
      error += bin.weight() / total * Math.abs(bin.predicted() - bin.observed());
    }
    boolean two = classes == 2;
    return new ClassEvaluation(
        n,
        model.classes(),
        correct / total,
        most,
        loss,
        entropy,
        two ? byClass.get(1).auc() : mean(byClass, OneClass::auc),
        two ? byClass.get(1).prAuc() : mean(byClass, OneClass::prAuc),
        two ? byClass.get(1).prevalence() : Double.NaN,
        decision.threshold(),
        confusion,
        List.copyOf(byClass),
        calibration,
        error);
  }

  private static double mean(List<OneClass> classes, ToDoubleFunction<OneClass> of) {
    double sum = 0;
    for (OneClass one : classes) {
      sum += of.applyAsDouble(one);
    }
    return sum / classes.size();
  }

  private static OneClass oneClass(
      Model model, Dataset data, DenseMatrix p, double[][] confusion, int c) {
    double named = 0;
    double own = 0;
    for (int k = 0; k < confusion.length; k++) {
      named += confusion[k][c];
      own += confusion[c][k];
    }
    double right = confusion[c][c];
    ThresholdCurve curve = ThresholdCurve.of(p, data, c);
    return new OneClass(
        model.classes().get(c),
        own / data.totalWeight(),
        right / named,
        right / own,
        2 * right / (named + own),
        curve.auc(),
        curve.averagePrecision());
  }

  /** Returns the loss from the outputs, which never is the logarithm of zero. */
  static double loss(Model model, Dataset data, int i) {
    int actual = data.label(i);
    double[] z = model.outputs(data.features(), data.position(i));
    if (model.kind() == ModelKind.LOGISTIC) {
      double margin = actual == 1 ? z[0] : -z[0];
      return Math.max(-margin, 0) + Functions.log1p(Functions.exp(-Math.abs(margin)));
    }
    double top = z[Model.largest(z, 0, z.length)];
    double sum = 0;
    for (double output : z) {
      sum += Functions.exp(output - top);
    }
    return Functions.log(sum) + top - z[actual];
  }

  private static List<Bin> calibration(double[][] bins) {
    List<Bin> list = new ArrayList<>();
    for (int b = 0; b < BINS; b++) {
      double[] bin = bins[b];
      double low = (double) b / BINS;
      list.add(new Bin(low, (b + 1.0) / BINS, bin[0], bin[1] / bin[0], bin[2] / bin[0]));
    }
    return List.copyOf(list);
  }

  /**
   * One class against the rest at every threshold of its probability, from the highest down: the
   * ROC curve is {@link #recall} over {@link #falsePositiveRate}, the precision–recall curve {@link
   * #precision} over {@link #recall}. The first point predicts the class for no row and the last
   * one for all; rows of equal probability form one point. A row of weight two counts as two rows.
   *
   * @param falsePositives weight of the rows of other classes that are named
   * @param truePositives weight of the rows of the class that are named
   */
  public record ThresholdCurve(double[] falsePositives, double[] truePositives) {
    /** Returns the curve of a class, by its number, of a model on some rows. */
    public static ThresholdCurve of(Model model, Dataset data, int one) {
      return of(model.probabilities(data), RowWeights.inRange(data), one);
    }

    static ThresholdCurve of(DenseMatrix probabilities, Dataset data, int one) {
      int n = data.rows();
      double[] score = new double[n];
      Arrays.setAll(score, i -> -probabilities.get(i, one));
      int[] order = ArgSort.ascending(score);
      double[] falses = new double[n + 1];
      double[] trues = new double[n + 1];
      int points = 0;
      for (int i = 0; i < n; i++) {
        if (i == 0 || score[order[i]] != score[order[i - 1]]) {
          points++;
          falses[points] = falses[points - 1];
          trues[points] = trues[points - 1];
        }
        boolean own = data.label(order[i]) == one;
        (own ? trues : falses)[points] += data.weight(order[i]);
      }
      return new ThresholdCurve(
          Arrays.copyOf(falses, points + 1), Arrays.copyOf(trues, points + 1));
    }

    /** Returns at most so many points of this curve, its ends among them. */
    public ThresholdCurve thinned(int most) {
      int last = truePositives.length - 1;
      int parts = Math.min(last, most - 1);
      int[] kept =
          IntStream.rangeClosed(0, parts)
              .map(k -> parts == 0 ? 0 : (int) ((long) k * last / parts))
              .toArray();
      return new ThresholdCurve(
          Arrays.stream(kept).mapToDouble(i -> falsePositives[i]).toArray(),
          Arrays.stream(kept).mapToDouble(i -> truePositives[i]).toArray());
    }

    /** Returns the share of the rows of other classes that are named; NaN without such rows. */
    public double[] falsePositiveRate() {
      double all = last(falsePositives);
      return Arrays.stream(falsePositives).map(weight -> weight / all).toArray();
    }

    /** Returns the share of the rows of the class that are named; NaN without such rows. */
    public double[] recall() {
      double all = last(truePositives);
      return Arrays.stream(truePositives).map(weight -> weight / all).toArray();
    }

    /**
     * Returns the share of the named rows that are of the class; where none is named, that of the
     * next point.
     */
    public double[] precision() {
      return IntStream.range(0, truePositives.length)
          .map(i -> i == 0 ? Math.min(1, truePositives.length - 1) : i)
          .mapToDouble(i -> truePositives[i] / (truePositives[i] + falsePositives[i]))
          .toArray();
    }

    /**
     * Returns the area under the ROC curve: the probability that a row of the class scores higher
     * than one of another, ties counting half; NaN if either kind is absent.
     */
    public double auc() {
      double below = last(falsePositives);
      double area = 0;
      for (int i = truePositives.length - 1; i > 0; i--) {
        double tied = falsePositives[i] - falsePositives[i - 1];
        double own = truePositives[i] - truePositives[i - 1];
        area += own * (below - falsePositives[i] + 0.5 * tied);
      }
      return area / (below * last(truePositives));
    }

    /** Returns the sum of precision times the increase of recall; NaN without rows of the class. */
    public double averagePrecision() {
      double sum = 0;
      for (int i = truePositives.length - 1; i > 0; i--) {
        double own = truePositives[i] - truePositives[i - 1];
        if (own > 0) {
          sum += own * truePositives[i] / (truePositives[i] + falsePositives[i]);
        }
      }
      return sum / last(truePositives);
    }

    private static double last(double[] values) {
      return values[values.length - 1];
    }
  }
}
