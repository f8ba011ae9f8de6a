package org.ironopt.fit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Logistic.LogisticLoss;
import org.ironopt.regression.Loss;
import org.ironopt.regression.Poisson.PoissonLoss;
import org.ironopt.regression.Ridge.SquaredLoss;
import org.ironopt.regression.Softmax.SoftmaxLoss;

/** Data in parts elsewhere; their moments are asked for once. */
record PartedData(ModelKind kind, Parts parts, Answer.Moments moments, List<String> classNames)
    implements FitData {
  static PartedData of(ModelKind kind, Parts parts, List<String> names) {
    Answer.Moments m = (Answer.Moments) parts.ask(new Parts.Ask.Moments());
    if (kind == ModelKind.LOGISTIC && m.targets().length > 2) {
      throw new IllegalArgumentException(
          "logistic regression needs 2 classes, the data has "
              + m.targets().length
              + ": use softmax regression");
    }
    int classes = kind.classes() ? m.targets().length : 0;
    List<String> numbers = IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    if (!names.isEmpty()) {
      Require.sameLength("classes of the data", classes, "names", names.size());
    }
    return new PartedData(kind, parts, m, names.isEmpty() ? numbers : List.copyOf(names));
  }

  @Override
  public long rows() {
    return moments.rows();
  }

  @Override
  public int columns() {
    return moments.mean().length;
  }

  @Override
  public PartedData weighed(boolean balanced, Map<String, Double> classWeights) {
    if (balanced || !classWeights.isEmpty()) {
      here("weighing classes");
    }
    return this;
  }

  @Override
  public FitRows loss(boolean intercept) {
    Loss loss =
        switch (kind) {
          case LOGISTIC -> new LogisticLoss();
          case SOFTMAX -> new SoftmaxLoss(moments.targets().length);
          case RIDGE -> new SquaredLoss();
          case POISSON -> new PoissonLoss();
        };
    int parameters = loss.outputs() * (columns() + (intercept ? 1 : 0));
    return new PartedRows(parts, moments, loss, parts.matrixPays(parameters));
  }

  @Override
  public void requireMinimum() {
    double[] weights = kind.classes() ? moments.targets() : new double[] {moments.counts()[2]};
    UnfitDataException.requireMinimum(kind, weights, classNames);
  }

  @Override
  public ColumnMoments moments(boolean exact) {
    double scale = 1 / moments.weight();
    double[][] tilt = new double[moments.tilt().length][];
    Arrays.setAll(tilt, k -> scaled(scale, moments.tilt()[k]));
    return new ColumnMoments(moments.mean(), scaled(scale, moments.squares()), tilt);
  }

  private static double[] scaled(double factor, double[] v) {
    double[] out = v.clone();
    Vectors.scale(factor, out);
    return out;
  }

  @Override
  public boolean matrixPays(int parameters, int products) {
    return parts.matrixPays(parameters);
  }

  @Override
  public String reason(int parameters, int products) {
    return String.format(
        Locale.ROOT,
        parts.matrixPays(parameters)
            ? " (each pass over the parts brings the matrix of the %d parameters)"
            : " (a matrix of the %d parameters would cost more than passes for products)",
        parameters);
  }

  @Override
  public boolean minibatchesPay(int parameters) {
    return false;
  }

  @Override
  public Optional<Whitening> whitening(Coordinates x, Loss loss, double reg) {
    return Optional.empty();
  }

  @Override
  public Dataset here(String what) {
    throw new IllegalArgumentException(
        what + " takes rows on this machine, these are in parts elsewhere");
  }
}
