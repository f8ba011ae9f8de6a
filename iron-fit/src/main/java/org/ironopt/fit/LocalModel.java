package org.ironopt.fit;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.theory.sampling.QuadraticSum;

/**
 * A fit near its optimum as a sum of quadratics, one for each row: gradient and Hessian of every
 * term at the fitted parameters, in the variables of {@link FitProblem}. For ridge regression the
 * sum is the problem itself. For the other models it predicts what minibatch methods do on {@link
 * FitProblem#terms} as long as they stay where the second derivatives change little.
 *
 * @param sum the quadratics
 * @param coefficients which of their variables are coefficients, not an intercept
 * @param start the model with a fitted intercept alone: coefficients 0, and 0 if there is none
 * @param problem what they are a model of, for methods to run on
 * @param fitted how the parameters were found
 */
public record LocalModel(
    QuadraticSum sum, int[] coefficients, double[] start, FitProblem problem, FitResult fitted) {
  /** Fits, if the task has a model that is smooth and determined. */
  static LocalModel of(FitTask task, Fit fit) {
    Require.that(!task.kind().local(), "there is no local model of a %s fit", task.kind().word());
    Require.that(task.l1() == 0, "the local model is smooth, got l1 %s: leave it 0", task.l1());
    Require.that(
        task.kind() != ModelKind.SOFTMAX || !task.intercept(),
        "the intercepts of softmax can move together at no cost: leave the intercept out");
    LinearObjective loss = task.loss("a local model");
    FitResult fitted = fit.go();
    Coordinates x = task.coordinates(task.weighed(), new LocalRows(loss)).penalized();
    FitProblem problem = FitProblem.of(loss, x, task.reg(), 0, new RowCounter());
    double[] theta = task.theta(fitted.model(), x);
    double[] ridge = new double[theta.length];
    problem.terms().ridge(ridge);
    QuadraticSum sum = at(theta, task.kind(), loss, x, ridge);
    int[] coefficients =
        IntStream.range(0, theta.length).filter(j -> j % x.stride() < x.columns()).toArray();
    return new LocalModel(sum, coefficients, start(task.kind(), loss, x), problem, fitted);
  }

  private static double[] start(ModelKind kind, LinearObjective loss, Coordinates x) {
    double[] start = new double[x.dimension()];
    if (x.intercept()) {
      double weights = 0;
      double targets = 0;
      for (int i = 0; i < loss.terms(); i++) {
        weights += loss.weight(i);
        targets += loss.weight(i) * loss.target(i);
      }
      double mean = targets / weights;
      start[x.columns()] =
          switch (kind) {
            case RIDGE -> mean;
            case LOGISTIC -> StrictMath.log((1 + mean) / (1 - mean));
            case POISSON -> StrictMath.log(mean);
            default -> throw new IllegalStateException("no intercept of " + kind.word());
          };
    }
    return start;
  }

  /** Computes the terms at a point theta of the variables x. */
  private static QuadraticSum at(
      double[] theta, ModelKind kind, LinearObjective loss, Coordinates x, double[] ridge) {
    int outputs = x.outputs();
    int stride = x.stride();
    int n = loss.terms();
    DenseMatrix rows = DenseMatrix.zeros(Math.multiplyExact(n, outputs), theta.length);
    DenseMatrix gradients = DenseMatrix.zeros(n, theta.length);
    double[] a = new double[stride];
    double[] z = new double[outputs];
    double[] slope = new double[outputs];
    DenseMatrix root = DenseMatrix.zeros(outputs, outputs);
    for (int i = 0; i < n; i++) {
      loss.row(i, a);
      x.pull(a);
      for (int c = 0; c < outputs; c++) {
        z[c] = Vectors.dot(a, 0, theta, c * stride, stride);
      }
      derivatives(kind, z, loss.target(i), slope, root);
      double weight = loss.weight(i);
      for (int c = 0; c < outputs; c++) {
        for (int j = 0; j < stride; j++) {
          int at = c * stride + j;
          gradients.set(i, at, weight * slope[c] * a[j] + ridge[at] * theta[at]);
          for (int r = 0; r < outputs; r++) {
            rows.set(i * outputs + r, at, Math.sqrt(weight) * root.get(r, c) * a[j]);
          }
        }
      }
    }
    return QuadraticSum.local(theta, rows, outputs, gradients, ridge);
  }

  /** Overwrites the derivatives of a loss by its predictions, and a root of the second ones. */
  private static void derivatives(
      ModelKind kind, double[] z, double target, double[] slope, DenseMatrix root) {
    switch (kind) {
      case RIDGE -> {
        slope[0] = z[0] - target;
        root.set(0, 0, 1);
      }
      case LOGISTIC -> {
        double miss = Functions.sigmoid(-target * z[0]);
        slope[0] = -target * miss;
        root.set(0, 0, Math.sqrt(miss * (1 - miss)));
      }
      case POISSON -> {
        double rate = Functions.exp(z[0]);
        slope[0] = rate - target;
        root.set(0, 0, Math.sqrt(rate));
      }
      case SOFTMAX -> {
        // diag(p) - p p' = S'S with row r of S equal to sqrt(p_r) (e_r - p).
        double top = Arrays.stream(z).max().orElseThrow();
        double sum = 0;
        for (int c = 0; c < z.length; c++) {
          slope[c] = Functions.exp(z[c] - top);
          sum += slope[c];
        }
        Vectors.scale(1 / sum, slope);
        for (int r = 0; r < z.length; r++) {
          for (int c = 0; c < z.length; c++) {
            root.set(r, c, Math.sqrt(slope[r]) * ((r == c ? 1 : 0) - slope[c]));
          }
        }
        slope[(int) target] -= 1;
      }
      default -> throw new IllegalStateException("no local model of " + kind.word());
    }
  }
}
