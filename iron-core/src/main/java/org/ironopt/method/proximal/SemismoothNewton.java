package org.ironopt.method.proximal;

import java.util.Arrays;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.Regularizer;
import org.ironopt.resolvent.InnerReport;
import org.jspecify.annotations.Nullable;

/**
 * The dual of an implicit step of {@link Snspp}: minimises {@code sum_i phi_i*(s_i) + psi(z(s)) /
 * q} with {@code q = eta w/b}, w the weight of the batch, {@code z(s) = c - q A's} and {@code
 * psi(z) = |z|^2/2 - min_y (eta R(y) + |y - z|^2/2)}, whose gradient is {@code prox_{eta R}(z)}; R
 * is r and the ridge of the terms, so {@code prox_{eta R}(z) = prox_{t r}(z / h)} with {@code h = 1
 * + eta ridge, t = eta / h}.
 */
final class SemismoothNewton {
  private static final int NEWTON_STEPS = 50;
  private static final int HALVINGS = 60;
  private static final double SUFFICIENT = 0.4;

  private final DualTerms sum;
  private final Regularizer r;
  private final int n;
  private final double[][] rows;
  private final DualTerms.ScalarLoss[] losses;
  private final double[] scaled;
  private final double[] u;
  private final double[] v;
  private int b;

  /** The factor of a batch's losses, and the step times it over b. */
  private double weight;

  private double share;
  private double eta;
  private double shrink;
  private double[] center;

  @SuppressWarnings("NullAway.Init")
  SemismoothNewton(DualTerms sum, Regularizer r, int largest) {
    this.sum = sum;
    this.r = r;
    n = sum.dimension();
    rows = new double[largest][n];
    losses = new DualTerms.ScalarLoss[largest];
    scaled = new double[n];
    u = new double[n];
    v = new double[n];
  }

  /** Takes up the terms of a batch, whose average counts {@code weight} times. */
  void load(int[] batch, int count, double weight) {
    b = count;
    this.weight = weight;
    for (int i = 0; i < b; i++) {
      sum.row(batch[i], rows[i]);
      losses[i] = sum.loss(batch[i]);
    }
  }

  /** {@code y += (w eta/b) sum_i phi_i'(<a_i, x>) a_i}. */
  void addSlopes(double[] x, double eta, double[] y) {
    for (int i = 0; i < b; i++) {
      Vectors.axpy(eta * weight / b * losses[i].slope(Vectors.dot(rows[i], x)), rows[i], y);
    }
  }

  /**
   * {@code y += (w eta/b) sum_i gamma_i <a_i, x> a_i}: for weakly convex losses the step's model is
   * {@code phi_i(z) + gamma_i (z - <a_i, x>)^2/2}, whose square is in the conjugate already and
   * whose linear part is in the center.
   */
  void addWeakness(double[] x, double eta, double[] y) {
    for (int i = 0; i < b; i++) {
      double gamma = losses[i].weakness();
      if (gamma != 0) {
        Vectors.axpy(eta * weight / b * gamma * Vectors.dot(rows[i], x), rows[i], y);
      }
    }
  }

  /** A dual point with what belongs to it. */
  private record Point(double[] s, double[] residual, double norm, double value) {}

  /** Overwrites {@code x} with the step from the center c; it changes x last. */
  InnerReport solve(double eta, double[] c, double tolerance, double[] x) {
    this.eta = eta;
    share = eta * weight / b;
    center = c;
    shrink = 1 + eta * sum.ridge();
    double[] start = new double[b];
    Arrays.setAll(start, i -> losses[i].inside());
    Point at = point(start);
    ConjugateGradient cg = new ConjugateGradient(b);
    InnerReport.Counter counts = new InnerReport.Counter();
    InnerReport.Ending ending = ending(at, tolerance);
    while (ending == null) {
      if (counts.newtonSteps == NEWTON_STEPS) {
        ending = InnerReport.Ending.STEP_LIMIT;
        break;
      }
      double[] direction = new double[b];
      double[] right = at.residual.clone();
      Vectors.scale(-1, right);
      KrylovSolver.Report solved = newtonSystem(cg, at, right, direction);
      counts.linearSteps += solved.iterations();
      double slope = Vectors.dot(at.residual, direction);
      Point next = null;
      double t = 1;
      for (int h = 0; h < HALVINGS && next == null; h++, t /= 2) {
        Point trial = point(moved(at.s, t, direction));
        boolean descends = trial.value <= at.value + SUFFICIENT * t * slope;
        if (descends || trial.norm <= 0.5 * at.norm) {
          next = trial;
        } else {
          counts.backtracks++;
        }
      }
      if (next == null) {
        ending = InnerReport.Ending.NO_DECREASE;
        break;
      }
      at = next;
      counts.newtonSteps++;
      ending = ending(at, tolerance);
    }
    primal(at.s, x);
    counts.evaluations = counts.newtonSteps + counts.backtracks + 1;
    counts.products = counts.linearSteps;
    return counts.report(ending, at.norm, Double.NaN, Double.NaN, Double.NaN);
  }

  private static InnerReport.@Nullable Ending ending(Point at, double tolerance) {
    if (at.norm <= tolerance) {
      return InnerReport.Ending.CONVERGED;
    }
    return Double.isFinite(at.norm) ? null : InnerReport.Ending.NOT_FINITE;
  }

  private static double[] moved(double[] s, double t, double[] direction) {
    double[] moved = new double[s.length];
    Vectors.add(s, t, direction, moved);
    return moved;
  }

  /** Overwrites {@code p} with prox_{eta R}(z(s)), and {@code scaled} with z / h. */
  private void primal(double[] s, double[] p) {
    Vectors.copy(center, scaled);
    for (int i = 0; i < b; i++) {
      Vectors.axpy(-share * s[i], rows[i], scaled);
    }
    Vectors.scale(1 / shrink, scaled);
    r.prox(eta / shrink, scaled, p);
  }

  private Point point(double[] s) {
    primal(s, u);
    // psi(z) = <p, z> - |p|^2/2 - eta (r(p) + ridge |p|^2/2), z = h scaled
    double psi = shrink * (Vectors.dot(u, scaled) - 0.5 * Vectors.dot(u, u)) - eta * r.value(u);
    double value = psi / share;
    double[] residual = new double[b];
    for (int i = 0; i < b; i++) {
      value += losses[i].conjugate(s[i]);
      residual[i] = losses[i].conjugateSlope(s[i]) - Vectors.dot(rows[i], u);
    }
    return new Point(s, residual, Vectors.norm(residual), value);
  }

  /** Solves the Newton system, better and better as the residual falls. */
  private KrylovSolver.Report newtonSystem(
      ConjugateGradient cg, Point at, double[] right, double[] direction) {
    double[] curvature = new double[b];
    Arrays.setAll(curvature, i -> losses[i].conjugateCurvature(at.s[i]));
    primal(at.s, u);
    double relative = Math.min(1e-2, at.norm);
    return cg.solveFromZero(
        (w, out) -> {
          Arrays.fill(v, 0);
          for (int i = 0; i < b; i++) {
            Vectors.axpy(w[i], rows[i], v);
          }
          r.jacobian(eta / shrink, scaled, v, v);
          for (int i = 0; i < b; i++) {
            out[i] = Math.fma(curvature[i], w[i], share / shrink * Vectors.dot(rows[i], v));
          }
        },
        right,
        direction,
        KrylovSolver.Tolerance.toRelative(relative, Math.max(12, b)));
  }
}
