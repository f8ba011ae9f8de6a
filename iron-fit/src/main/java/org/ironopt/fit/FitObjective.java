package org.ironopt.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.fit.partition.TargetSums;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.resolvent.internal.CostModel;

/**
 * The smooth part of a fit, {@code F(w, b) = mean loss + reg/2 sum_j (p_j w_j)^2}, in the variables
 * of its {@link Coordinates}. The last points are remembered with value and gradient, so that a
 * step that begins where the last one ended costs no pass over the data for it; passes are counted.
 * The sum {@code l1 sum_j |p_j w_j|} is kept beside it. To a Poisson loss its smallest value at
 * each row, {@code y - y log y}, is subtracted: half the deviance, which is never negative. Threads
 * may share it; they wait for one another, since the memory is one.
 */
final class FitObjective implements Curved {
  /** What is known of a point. */
  private record Evaluation(double[] theta, double value, double[] gradient) {}

  private final FitRows rows;
  private final Coordinates coordinates;
  private final double reg;
  private final double l1;
  private final TargetSums targets;
  private final double[] ridge;
  private final double[] kinks;
  private final Optional<MatrixPrice> price;

  /** Passes that whitening adds to a pass. */
  private final double whitening;

  private final RowCounter counter = new RowCounter();

  /** The last two points, and what was kept of the rows at some; guarded by this. */
  private Evaluation[] seen = new Evaluation[2];

  private final List<Workspace> workspaces = new ArrayList<>();

  /** Takes a loss without penalty. */
  FitObjective(LinearObjective loss, Coordinates coordinates, double reg, double l1) {
    this(new LocalRows(loss), coordinates, reg, l1);
  }

  FitObjective(FitRows rows, Coordinates coordinates, double reg, double l1) {
    this.rows = rows;
    this.coordinates = coordinates;
    this.reg = reg;
    this.l1 = l1;
    targets = rows.targets();
    ridge = new double[coordinates.columns()];
    kinks = new double[coordinates.stride()];
    for (int j = 0; j < ridge.length; j++) {
      ridge[j] = reg * coordinates.p()[j] * coordinates.p()[j];
      kinks[j] = l1 * coordinates.p()[j] * coordinates.t()[j];
    }
    Optional<CostModel> cost =
        rows instanceof LocalRows here ? Optional.of(here.cost()) : Optional.empty();
    price = cost.map(this::priced);
    double n = coordinates.columns();
    boolean white = coordinates.whitening().isPresent();
    double triangles = white ? 2.0 * coordinates.outputs() * n * n : 0;
    whitening = cost.isPresent() ? triangles / cost.get().product() : 0;
  }

  Coordinates coordinates() {
    return coordinates;
  }

  FitRows rows() {
    return rows;
  }

  /** Returns the losses of rows that are on this machine. */
  LinearObjective loss() {
    if (rows instanceof LocalRows here) {
      return here.objective();
    }
    throw new IllegalArgumentException(
        "methods that pick single rows need them on this machine: use iron, cg, cholesky or lbfgs");
  }

  double reg() {
    return reg;
  }

  double l1() {
    return l1;
  }

  TargetSums targets() {
    return targets;
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

  /**
   * Returns the element nearest to zero of the subdifferential of a smooth function plus {@code k
   * |x|}, with the slope of the former.
   */
  static double nearest(double slope, double x, double k) {
    if (x != 0) {
      return slope + Math.copySign(k, x);
    }
    double rest = Math.abs(slope) - k;
    return rest <= 0 ? 0 : Math.copySign(rest, slope);
  }

  /** Returns a lower bound on the curvature that the penalty gives to the variables. */
  double penaltyCurvature() {
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < ridge.length; j++) {
      least = Math.min(least, ridge[j] * coordinates.t()[j] * coordinates.t()[j]);
    }
    return least / coordinates.whitening().map(Whitening::largest).orElse(1.0);
  }

  /**
   * What a matrix of all parameters costs, in Hessian products.
   *
   * @param whole forming and factoring it
   * @param factor factoring it for another multiple of the identity
   * @param solve with the factor
   */
  record MatrixPrice(double whole, double factor, double solve) {}

  /** Returns the price of a matrix of rows here. */
  Optional<MatrixPrice> matrixPrice() {
    return price;
  }

  private MatrixPrice priced(CostModel cost) {
    double n = dimension();
    double outputs = coordinates.outputs();
    double d = coordinates.columns();
    double products = Math.max(1, cost.product());
    double turned = coordinates.whitening().isPresent() ? outputs * outputs * d * d * d : 0;
    double forming = 0.5 * outputs * (outputs + 1) * cost.squares() + turned;
    double factor = CostModel.factorization(n);
    return new MatrixPrice((forming + factor) / products, factor / products, 2 * n * n / products);
  }

  /** Counts what made the whitening. */
  void whitened(double columns) {
    if (rows instanceof LocalRows here) {
      counter.spend(Whitening.price(columns) / here.cost().product());
    }
  }

  /** Returns the passes that were spent by the cost model, at the start and beside it. */
  double work() {
    return (double) counter.rows() / targets.rows() + counter.more();
  }

  /** Returns what counts the rows that are read. */
  RowCounter counter() {
    return counter;
  }

  /** Returns how often the data was read so far. */
  long passes() {
    return Math.ceilDiv(counter.rows(), targets.rows());
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
  public synchronized double valueAndGradient(double[] theta, double[] gradient) {
    Require.length("theta", dimension(), theta);
    Require.length("gradient", dimension(), gradient);
    for (Evaluation known : seen) {
      if (known != null && Arrays.equals(known.theta, theta)) {
        Vectors.copy(known.gradient, gradient);
        return known.value;
      }
    }
    // In a workspace, so that a step that begins here finds the point linearised.
    return first().at(theta, gradient);
  }

  /** Returns the quadratic penalty of parameters in the user's units. */
  double penalty(double[] w) {
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
  public synchronized FitCurvature curvature() {
    workspaces.add(new Workspace());
    return new FitCurvature(workspaces.getLast());
  }

  /** Returns the Hessian at a point, in a workspace that stands there already or moves there. */
  synchronized FitCurvature curvatureAt(double[] theta) {
    Workspace there = first();
    for (Workspace known : workspaces) {
      if (Arrays.equals(known.last, theta)) {
        there = known;
        break;
      }
    }
    FitCurvature made = new FitCurvature(there);
    made.at(theta, new double[dimension()]);
    return made;
  }

  private Workspace first() {
    if (workspaces.isEmpty()) {
      workspaces.add(new Workspace());
    }
    return workspaces.getFirst();
  }

  /** What was kept of the rows at the last point. */
  private final class Workspace {
    private final FitRows.Linearized h = rows.curvature(counter::read);
    private final double[] w = new double[dimension()];
    private double[] last = new double[0];
    private double value;
    private final double[] gradient = new double[dimension()];

    double at(double[] theta, double[] out) {
      if (!Arrays.equals(theta, last)) {
        counter.spend(whitening);
        coordinates.expand(theta, w);
        last = new double[0];
        value = h.at(w, gradient) + targets.offset() + penalty(w);
        addRidge(w, gradient);
        coordinates.pull(gradient);
        last = theta.clone();
        seen = new Evaluation[] {new Evaluation(last, value, gradient.clone()), seen[0]};
      }
      Vectors.copy(gradient, out);
      return value;
    }
  }

  /**
   * The Hessian at a point of its own. The workspace behind it may be moved by others; it is moved
   * back, at the price of a pass, before it is used.
   */
  final class FitCurvature implements Curvature {
    private final Workspace workspace;
    private double[] theta = new double[0];

    private FitCurvature(Workspace workspace) {
      this.workspace = workspace;
    }

    @Override
    public int dimension() {
      return coordinates.dimension();
    }

    /** Returns what was kept of the rows, until a point is evaluated elsewhere. */
    FitRows.Linearized rows() {
      return here().h;
    }

    /** Returns the workspace, at this point. */
    private Workspace here() {
      workspace.at(theta, new double[theta.length]);
      return workspace;
    }

    @Override
    public double at(double[] point, double[] gradient) {
      synchronized (FitObjective.this) {
        theta = point.clone();
        return workspace.at(theta, gradient);
      }
    }

    @Override
    public void apply(double[] v, double[] hv) {
      synchronized (FitObjective.this) {
        Workspace at = here();
        counter.spend(whitening);
        coordinates.expand(v, at.w);
        at.h.apply(at.w, hv);
        addRidge(at.w, hv);
        coordinates.pull(hv);
      }
    }

    /** Returns where it is. */
    double[] point() {
      return theta;
    }

    /** Returns the whole matrix. */
    DenseMatrix matrix() {
      int n = dimension();
      DenseMatrix h = DenseMatrix.zeros(n, n);
      if (coordinates.outputs() > 1 && rows.elsewhere()) {
        Curvature.super.block(0, h);
        return h;
      }
      synchronized (FitObjective.this) {
        here().h.block(h);
      }
      price.ifPresent(p -> counter.spend(Math.max(0, p.whole - p.factor - 1)));
      int stride = coordinates.stride();
      for (int c = 0; c < n; c += stride) {
        for (int e = 0; e <= c; e += stride) {
          DenseMatrix part = DenseMatrix.zeros(stride, stride);
          for (int i = 0; i < stride; i++) {
            System.arraycopy(h.data(), (c + i) * n + e, part.data(), i * stride, stride);
          }
          for (int j = 0; j < ridge.length && c == e; j++) {
            part.set(j, j, part.get(j, j) + ridge[j]);
          }
          coordinates.pull(part);
          coordinates.whitening().ifPresent(l -> l.pull(part));
          for (int i = 0; i < stride; i++) {
            for (int j = 0; j < stride; j++) {
              h.set(c + i, e + j, part.get(i, j));
              h.set(e + j, c + i, part.get(i, j));
            }
          }
        }
      }
      return h;
    }

    @Override
    public void block(int from, DenseMatrix block) {
      if (from != 0 || block.rows() != dimension()) {
        Curvature.super.block(from, block);
        return;
      }
      Vectors.copy(matrix().data(), block.data());
      price.ifPresent(p -> counter.spend(p.factor));
    }
  }
}
