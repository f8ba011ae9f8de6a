package org.ironopt.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;

/**
 * How well classes are predicted.
 *
 * @param rows number of rows
 * @param classes names of the classes
 * @param accuracy share of rows whose most probable class is theirs
 * @param logLoss mean of minus the logarithm of the probability of the true class
 * @param auc probability that a row of the second class gets a higher score than one of the first,
 *     ties counting half; of more classes the mean of each against the rest; NaN if a class is
 *     absent
 * @param confusion weight of the rows of class {@code [true]} predicted as {@code [predicted]}
 * @param calibration of the second of two classes, or of the predicted one of several, in tenths
 * @param calibrationError mean distance of predicted and observed over the bins, by weight
 */
public record ClassEvaluation(
    int rows,
    List<String> classes,
    double accuracy,
    double logLoss,
    double auc,
    double[][] confusion,
    List<Bin> calibration,
    double calibrationError)
    implements Evaluation {
  private static final int BINS = 10;

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d rows, accuracy %.6g, log loss %.6g, AUC %.6g, confusion %s, calibration error %.6g",
        rows,
        accuracy,
        logLoss,
        auc,
        Arrays.deepToString(confusion),
        calibrationError);
  }

  static ClassEvaluation of(Model model, Dataset data) {
    int n = data.rows();
    int classes = model.classes().size();
    DenseMatrix p = model.probabilities(data);
    double total = data.totalWeight();
    double[][] confusion = new double[classes][classes];
    double[][] bins = new double[BINS][3];
    double loss = 0;
    for (int i = 0; i < n; i++) {
      int actual = data.label(i);
      int guess = Model.largest(p.data(), i * classes, classes);
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
    double correct = 0;
    for (int c = 0; c < classes; c++) {
      correct += confusion[c][c];
    }
    List<Bin> calibration = calibration(bins);
    double error = 0;
    for (Bin bin : Evaluation.filled(calibration)) {
      error += bin.weight() / total * Math.abs(bin.predicted() - bin.observed());
    }
    return new ClassEvaluation(
        n, model.classes(), correct / total, loss, auc(data, p), confusion, calibration, error);
  }

  /** Returns the loss from the linear outputs, which never is the logarithm of zero. */
  private static double loss(Model model, Dataset data, int i) {
    int row = data.position(i);
    int actual = data.label(i);
    if (model.kind() == ModelKind.LOGISTIC) {
      double z = model.output(data.features(), row, 0);
      double margin = actual == 1 ? z : -z;
      return Math.max(-margin, 0) + Functions.log1p(Functions.exp(-Math.abs(margin)));
    }
    double[] z = new double[model.outputs()];
    for (int c = 0; c < z.length; c++) {
      z[c] = model.output(data.features(), row, c);
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

  private static double auc(Dataset data, DenseMatrix p) {
    int classes = p.columns();
    if (classes == 2) {
      return auc(data, p, 1);
    }
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += auc(data, p, c);
    }
    return sum / classes;
  }

  /** Returns the area under the curve of one class against the rest, by ranks. */
  private static double auc(Dataset data, DenseMatrix p, int one) {
    Integer[] order = IntStream.range(0, data.rows()).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> Double.compare(p.get(a, one), p.get(b, one)));
    double below = 0;
    double above = 0;
    double area = 0;
    for (int i = 0; i < order.length; ) {
      double tiedBelow = 0;
      double tiedAbove = 0;
      int j = i;
      while (j < order.length && p.get(order[j], one) == p.get(order[i], one)) {
        double weight = data.weight(order[j]);
        if (data.label(order[j]) == one) {
          tiedAbove += weight;
        } else {
          tiedBelow += weight;
        }
        j++;
      }
      area += tiedAbove * (below + 0.5 * tiedBelow);
      below += tiedBelow;
      above += tiedAbove;
      i = j;
    }
    return area / (below * above);
  }
}
