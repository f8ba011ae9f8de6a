package org.ironopt.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.regression.ChainCurvature;
import org.ironopt.regression.LinearCurvature;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.LogisticLoss;
import org.ironopt.regression.PoissonLoss;
import org.ironopt.regression.SoftmaxCurvature;

/**
 * The smooth part of a fit, {@code F(w, b) = mean loss + reg/2 sum_j (p_j w_j)^2}, in the variables
 * of its {@link Coordinates}. The last points are remembered with value and gradient, so that a
 * step that begins where the last one ended costs no pass over the data for it; passes are counted.
 * The sum {@code l1 sum_j |p_j w_j|} is kept beside it. To a Poisson loss its smallest value at
 * each row, {@code y - y log y}, is subtracted: half the deviance, which is never negative. Unlike
 * other objectives it belongs to one thread at a time.
 */
public final class FitObjective implements Curved {
  /** What is known of a point. */
  private record Seen(double[] theta, double value, double[] gradient) {}

  private final LinearObjective loss;
  private final Coordinates coordinates;
  private final double reg;
  private final double l1;
  private final double offset;
  private final double magnitude;
  private final double[] ridge;
  private final double[] kinks;
  private final Meter meter = new Meter();
  private volatile Seen[] seen = new Seen[2];
  private final List<FitCurvature> workspaces = new ArrayList<>();

  /** Takes a loss without penalty. */
  public FitObjective(LinearObjective loss, Coordinates coordinates, double reg, double l1) {
    this.loss = loss;
    this.coordinates = coordinates;
    this.reg = reg;
    this.l1 = l1;
    boolean counts = loss.terms.loss() instanceof PoissonLoss;
    offset = counts ? mean(loss, y -> y * Functions.log(y) - y) : 0;
    magnitude = counts ? mean(loss, y -> y * Math.abs(Functions.log(y)) + y) : 0;
    ridge = new double[coordinates.columns()];
    kinks = new double[coordinates.stride()];
    for (int j = 0; j < ridge.length; j++) {
      ridge[j] = reg * coordinates.p()[j] * coordinates.p()[j];
      kinks[j] = l1 * coordinates.p()[j] * coordinates.t()[j];
    }
  }

  /** Returns the weighted mean of a function of the targets that is zero at zero. */
  private static double mean(LinearObjective loss, DoubleUnaryOperator of) {
    double sum = 0;
    for (int i = 0; i < loss.terms(); i++) {
      double y = loss.target(i);
      sum += y > 0 ? loss.weight(i) * of.applyAsDouble(y) : 0;
    }
    return sum / loss.terms();
  }

  Coordinates coordinates() {
    return coordinates;
  }

  public LinearObjective loss() {
    return loss;
  }

  double reg() {
    return reg;
  }

  double l1() {
    return l1;
  }

  /** Returns how large numbers are of which F is a difference; zero if it is none. */
  double magnitude() {
    return magnitude;
  }

  /** Returns the factor of |theta_i| that is added to F; F itself is without it. */
  double kink(int i) {
    return kinks[i % kinks.length];
  }

  /** Returns the sum of what has kinks. */
  double kinks(double[] theta) {
    double sum = 0;
    for (int i = 0; i < theta.length; i++) {
      sum = Math.fma(kink(i), Math.abs(theta[i]), sum);
    }
    return sum;
  }

  /** Returns the element of the subdifferential in coordinate i that is nearest to zero. */
  double slope(int i, double theta, double gradient) {
    double k = kink(i);
    if (theta != 0) {
      return gradient + Math.copySign(k, theta);
    }
    double rest = Math.abs(gradient) - k;
    return rest <= 0 ? 0 : Math.copySign(rest, gradient);
  }

  /** Returns a lower bound on the curvature that the penalty gives to the variables. */
  double penaltyCurvature() {
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < ridge.length; j++) {
      least = Math.min(least, ridge[j] * coordinates.t()[j] * coordinates.t()[j]);
    }
    return least / coordinates.whitening().map(Whitening::largest).orElse(1.0);
  }

  /** Returns what counts the rows that are read. */
  Meter meter() {
    return meter;
  }

  /** Returns how often the data was read so far. */
  long passes() {
    return Math.ceilDiv(meter.rows(), loss.terms());
  }

  private void countPass() {
    meter.read(loss.terms());
  }

  @Override
  public int dimension() {
    return coordinates.dimension();
  }

  /** Returns 0: convex in any coordinates, and the intercepts are not penalised. */
  @Override
  public OptionalDouble modulus() {
    return OptionalDouble.of(0);
  }

  @Override
  public double value(double[] theta) {
    return valueAndGradient(theta, new double[dimension()]);
  }

  @Override
  public void gradient(double[] theta, double[] gradient) {
    valueAndGradient(theta, gradient);
  }

  @Override
  public double valueAndGradient(double[] theta, double[] gradient) {
    Require.length("theta", dimension(), theta);
    Require.length("gradient", dimension(), gradient);
    for (Seen known : seen) {
      if (known != null && Arrays.equals(known.theta, theta)) {
        System.arraycopy(known.gradient, 0, gradient, 0, gradient.length);
        return known.value;
      }
    }
    // In a workspace, so that a step that begins here finds the point linearised.
    return (workspaces.isEmpty() ? curvature() : workspaces.getFirst()).at(theta, gradient);
  }

  /** Turns loss and gradient in the user's units into F and its gradient, and keeps them. */
  private double remember(double[] theta, double[] w, double lossValue, double[] gradient) {
    addRidge(w, gradient);
    coordinates.pull(gradient);
    double value = lossValue + offset + penalty(w);
    seen = new Seen[] {new Seen(theta.clone(), value, gradient.clone()), seen[0]};
    return value;
  }

  private double penalty(double[] w) {
    double sum = 0;
    for (int c = 0; c < w.length; c += coordinates.stride()) {
      for (int j = 0; j < ridge.length; j++) {
        sum = Math.fma(ridge[j] * w[c + j], w[c + j], sum);
      }
    }
    return 0.5 * sum;
  }

  private void addRidge(double[] v, double[] out) {
    for (int c = 0; c < v.length; c += coordinates.stride()) {
      for (int j = 0; j < ridge.length; j++) {
        out[c + j] = Math.fma(ridge[j], v[c + j], out[c + j]);
      }
    }
  }

  @Override
  public FitCurvature curvature() {
    FitCurvature made = new FitCurvature();
    workspaces.add(made);
    return made;
  }

  /** Returns a workspace that stands at a point already, or moves one there. */
  FitCurvature curvatureAt(double[] theta) {
    for (FitCurvature known : workspaces) {
      if (Arrays.equals(known.last, theta)) {
        return known;
      }
    }
    FitCurvature moved = workspaces.isEmpty() ? curvature() : workspaces.getFirst();
    moved.at(theta, new double[dimension()]);
    return moved;
  }

  /** The Hessian at the last point. */
  final class FitCurvature implements Curvature {
    private final LinearCurvature h = (LinearCurvature) loss.curvature();
    private final double[] w = new double[coordinates.dimension()];
    private double[] last = new double[0];
    private double value;
    private final double[] gradientAt = new double[coordinates.dimension()];

    private FitCurvature() {
      if (loss.terms.loss() instanceof LogisticLoss) {
        h.chain.keepSlopes();
      }
    }

    @Override
    public int dimension() {
      return coordinates.dimension();
    }

    /** Returns what was kept of the rows at the last point. */
    ChainCurvature rows() {
      return h.chain;
    }

    @Override
    public double at(double[] theta, double[] gradient) {
      if (!Arrays.equals(theta, last)) {
        coordinates.expand(theta, w);
        countPass();
        last = new double[0];
        value = remember(theta, w, h.at(w, gradientAt), gradientAt);
        last = theta.clone();
      }
      System.arraycopy(gradientAt, 0, gradient, 0, gradient.length);
      return value;
    }

    @Override
    public void apply(double[] v, double[] hv) {
      coordinates.expand(v, w);
      countPass();
      h.apply(w, hv);
      addRidge(w, hv);
      coordinates.pull(hv);
    }

    /** Overwrites a matrix with the Hessian of the intercepts. */
    void interceptBlock(DenseMatrix block) {
      if (h instanceof SoftmaxCurvature softmax) {
        DenseMatrix moments = softmax.outputMoments();
        System.arraycopy(moments.data(), 0, block.data(), 0, block.data().length);
        return;
      }
      double sum = loss.terms();
      if (loss.terms.loss().kept() > 0) {
        // These losses keep their second derivatives.
        double[] kept = Arrays.copyOf(h.chain.kept(), loss.terms());
        sum = Vectors.sum(kept) / loss.terms.meanWeight();
      }
      block.set(0, 0, sum / loss.terms());
    }

    @Override
    public void block(int from, DenseMatrix block) {
      if (from != 0
          || block.rows() != coordinates.stride()
          || coordinates.outputs() > 1
          || coordinates.whitening().isPresent()) {
        Curvature.super.block(from, block);
        return;
      }
      countPass();
      h.block(0, block);
      for (int j = 0; j < ridge.length; j++) {
        block.set(j, j, block.get(j, j) + ridge[j]);
      }
      coordinates.pull(block);
    }
  }
}
