package org.ironopt.method;

import java.util.Arrays;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerReport;

/** {@link Truncated} at work. */
final class TruncatedStepper extends State {
  private static final double EPS = 1e-10;

  private final Truncated method;
  private final Sampler sampler;

  /** The terms one by one; null if only their average is needed. */
  private final Terms terms;

  /** Sums of squared gradients; empty without AdaGrad. */
  private final double[] squares;

  private final double[] gradient;
  private final double[] direction;
  private double[][] gradients = {};

  TruncatedStepper(Truncated method, Objective objective, double[] x0, Streams streams) {
    super(objective, Layout.one(method.name(), objective), null, x0);
    this.method = method;
    sampler = Sampler.of(method.batches(), objective, streams);
    terms =
        method.batching() == Truncated.Batching.TANGENTS
            ? null
            : Terms.of(method.name(), objective, sampler);
    squares = new double[method.adaGrad() ? x.length : 0];
    gradient = new double[x.length];
    direction = new double[x.length];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, squares};
  }

  @Override
  public StepReport advance() {
    double eta = method.eta().checked(k);
    Optional<InnerReport> inner = Optional.empty();
    Arrays.fill(direction, 0);
    switch (method.batching()) {
      case TANGENTS -> average(eta);
      case MODELS -> inner = Optional.of(averageOfModels(eta));
      case POINTS -> averageOfPoints(eta);
    }
    Vectors.axpy(-1, direction, x);
    k++;
    return Reports.of(k, eta, inner, Work.gradients(1));
  }

  /** Returns how far to go along a gradient whose squared length is {@code square}. */
  private static double length(double eta, double excess, double square) {
    return square == 0 ? 0 : Math.min(eta, Math.max(0, excess) / square);
  }

  private void average(double eta) {
    double value = sampler.objective(k).valueAndGradient(x, gradient);
    double excess = Math.fma(-sampler.weight(), method.lower(), value);
    if (!method.adaGrad()) {
      Vectors.axpy(length(eta, excess, Vectors.dot(gradient, gradient)), gradient, direction);
      return;
    }
    for (int j = 0; j < x.length; j++) {
      squares[j] = Math.fma(gradient[j], gradient[j], squares[j]);
      direction[j] = gradient[j] / (Math.sqrt(squares[j]) + EPS);
    }
    Vectors.scale(length(eta, excess, Vectors.dot(gradient, direction)), direction);
  }

  private void averageOfPoints(double eta) {
    int b = terms.select(k);
    double step = eta * sampler.weight();
    for (int l = 0; l < b; l++) {
      double excess = terms.term(l).valueAndGradient(x, gradient) - method.lower();
      double length = length(step, excess, Vectors.dot(gradient, gradient));
      Vectors.axpy(length / b, gradient, direction);
    }
  }

  /**
   * The dual of the averaged models is {@code max_l l.(f - lower) - (eta/2) |G'l|^2} with {@code 0
   * <= l_i <= 1/b}, and {@code x+ = x - eta G'l}.
   */
  private InnerReport averageOfModels(double step) {
    int b = terms.select(k);
    double eta = step * sampler.weight();
    if (gradients.length < b) {
      gradients = new double[b][x.length];
    }
    double[] excess = new double[b];
    for (int l = 0; l < b; l++) {
      excess[l] = terms.term(l).valueAndGradient(x, gradients[l]) - method.lower();
    }
    double[][] gram = new double[b][b];
    for (int l = 0; l < b; l++) {
      for (int m = 0; m <= l; m++) {
        gram[l][m] = eta * Vectors.dot(gradients[l], gradients[m]);
        gram[m][l] = gram[l][m];
      }
    }
    BoxDual dual = BoxDual.solve(gram, excess, 1. / b);
    for (int l = 0; l < b; l++) {
      Vectors.axpy(eta * dual.solution()[l], gradients[l], direction);
    }
    return dual.report();
  }
}
