package org.ironopt.resolvent.newton;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;

/**
 * The equation {@code g(u) = u - c + lambda grad f(u) = 0} at its current point, and a trial point
 * beside it. Each has its own curvature workspace, so that products at the current point survive a
 * rejected trial, and an accepted trial needs no second evaluation.
 */
public final class ResolventEquation implements LinearOperator {
  private static final double EPS = Math.ulp(1.0);

  /**
   * Differences of phi below this part of its terms are rounding: f has more of it than its value
   * shows when it is the small difference of large numbers. Of a sum of squares it is known: {@link
   * Point#hidden}.
   */
  private static final double INDISTINCT = 1e-10;

  /** The same for an objective that is computed in floats. */
  private static final double HIDDEN_IN_FLOATS = 0x1p-22;

  private static final double MINUS_INFINITY = Double.NEGATIVE_INFINITY;

  private static final double G_ROUNDING = 4 * EPS;

  public final int n;
  private final Objective objective;

  /** The work of the present solve. */
  public final InnerReport.Counter counts = new InnerReport.Counter();

  /** The step that is tried. */
  private double[] s;

  private Point current;
  private Point trial;
  private final double[] scratch;
  private double lambda;
  private double nu;
  private double target;
  private double startSize;
  private boolean rejected;
  private boolean rejectedIsNegligible;
  private double[] center;

  /** The modulus that the objective states, NaN if none. */
  private final double modulus;

  /** |J s + g| / |g| of the last linear solve; NaN if there was none. */
  double linearResidual;

  /** Whether derivatives cost much more than a value. */
  private final boolean frugal;

  public ResolventEquation(Objective objective, Curvature first, Curvature second) {
    n = objective.dimension();
    modulus = InnerReport.modulus(objective);
    frugal = objective instanceof GaussNewton g && g.prefersGaussNewton();
    scratch = new double[n];
    this.objective = objective;
    current = new Point(first);
    trial = new Point(second);
  }

  /** Starts a solve at {@code start}; returns whether everything is finite there. */
  public boolean begin(double parameter, double[] c, double[] start, InnerTolerance tolerance) {
    lambda = parameter;
    center = c;
    counts.clear();
    rejected = false;
    linearResidual = Double.NaN;
    Vectors.copy(start, current.u);
    counts.evaluations++;
    boolean finite = current.evaluate();
    target = tolerance.target(current.residual);
    startSize = termSize();
    return finite;
  }

  /** Ends the solve: copies the current point to {@code u} and reports. */
  public InnerReport end(InnerReport.Ending ending, double[] u) {
    Vectors.copy(current.u, u);
    boolean known = !Double.isNaN(current.residual);
    double norm = known ? Vectors.norm(current.gradient) : Double.NaN;
    return counts.report(ending, current.residual, lambda, modulus, current.value, norm);
  }

  public Point current() {
    return current;
  }

  public double lambda() {
    return lambda;
  }

  public double residual() {
    return current.residual;
  }

  /** Returns the residual norm that ends the solve. */
  public double target() {
    return target;
  }

  /** Tries a step from now on; returns {@code <g, s>}, the slope of phi along it. */
  double along(double[] step) {
    s = step;
    return Vectors.dot(current.g, s);
  }

  /**
   * Evaluates the trial point {@code u + t s}; returns whether everything is finite there. Where
   * derivatives cost much more than values, as those of residuals do, they wait until the value is
   * found good enough: a point that is not taken costs none.
   */
  boolean tryStep(double t) {
    Vectors.add(current.u, t, s, trial.u);
    counts.evaluations++;
    return frugal ? trial.evaluateValue() : trial.evaluate();
  }

  private boolean linearizeTrial() {
    return trial.linear ? trial.isFinite() : trial.evaluate();
  }

  boolean trialIsFinite() {
    return trial.isFinite();
  }

  boolean trialDecreasesResidual() {
    return linearizeTrial() && trial.residual < current.residual;
  }

  /**
   * Returns the part of a promised decrease of phi that the trial point {@code u + t s} delivers.
   * Where the promise is hidden by the rounding of phi, the decrease is taken from the slopes at
   * both ends, {@code -t <g(u) + g(u + t s), s>/2}, which rounding does not hide (compare the
   * approximate Wolfe condition of Hager and Zhang 2005, DOI 10.1137/030601880).
   */
  double gain(double promise, double t) {
    double part = INDISTINCT * Math.max(current.magnitude, trial.magnitude);
    double hidden = Math.max(part, current.hidden);
    double decrease = current.phi - trial.phi;
    if (promise > hidden) {
      return decrease / promise;
    }
    if (!linearizeTrial()) {
      return MINUS_INFINITY;
    }
    double trapezoid = -0.5 * t * (Vectors.dot(current.g, s) + Vectors.dot(trial.g, s));
    return decrease >= -hidden ? trapezoid / promise : MINUS_INFINITY;
  }

  /**
   * Moves to {@code u + s} without an evaluation there. If {@code look}, phi is computed there
   * first, and the equation stays where it is unless phi decreases.
   *
   * @param promise the decrease of phi in the model
   * @return how the model did; a ratio below 0 says that the equation stays
   */
  InnerReport.Model leap(double promise, boolean look) {
    return leap(
        look,
        gained -> {
          double hidden = HIDDEN_IN_FLOATS * current.magnitude;
          boolean lost = promise < hidden && Math.abs(gained) < hidden;
          return lost ? Double.NaN : gained / promise;
        });
  }

  /**
   * The same with a judge of one's own.
   *
   * @param ratio of what was gained, which is a finite number, to what was promised
   */
  InnerReport.Model leap(boolean look, DoubleUnaryOperator ratio) {
    Vectors.add(current.u, 1, s, trial.u);
    double value = Double.NaN;
    double phi = Double.NaN;
    double found = Double.NaN;
    double decrease = Double.NaN;
    if (look) {
      value = objective.value(trial.u);
      counts.evaluations++;
      decrease = current.value - value;
      Vectors.subtract(trial.u, center, scratch);
      phi = Math.fma(lambda, value, 0.5 * Vectors.dot(scratch, scratch));
      found = Double.isFinite(phi) ? ratio.applyAsDouble(current.phi - phi) : MINUS_INFINITY;
    }
    InnerReport.Model model = new InnerReport.Model(linearResidual, decrease, found);
    counts.model = Optional.of(model);
    if (found < 0) {
      reject();
      return model;
    }
    Vectors.copy(trial.u, current.u);
    current.value = value;
    current.phi = phi;
    current.residual = Double.NaN;
    counts.newtonSteps++;
    return model;
  }

  /** Stays at the current point. */
  void reject() {
    counts.backtracks++;
    if (!rejected) {
      rejected = true;
      rejectedIsNegligible = isNegligible();
    }
  }

  /** Moves to the trial point, unless a derivative is not finite there; returns whether it did. */
  boolean accept() {
    if (!linearizeTrial()) {
      return false;
    }
    rejected = false;
    Point left = current;
    current = trial;
    trial = left;
    counts.newtonSteps++;
    return true;
  }

  /** Changes nu in {@code J + nu I}, the matrix that {@link #apply} multiplies with. */
  public void damp(double damping) {
    nu = damping;
  }

  /** Overwrites {@code y} with {@code (1 + nu) x + lambda H x}. */
  @Override
  public void apply(double[] x, double[] y) {
    current.curvature().apply(x, y);
    counts.products++;
    double shift = 1 + nu;
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.fma(lambda, y[i], shift * x[i]);
    }
  }

  @Override
  public double form(double[] x, double[] y) {
    counts.products++;
    return Math.fma(lambda, current.curvature().form(x, y), (1 + nu) * Vectors.dot(x, x));
  }

  /** Returns whether |g| is of the size that rounding of its three terms gives it anyway. */
  public boolean atRounding() {
    // Far from rounding at the start's scale: spare the norms.
    if (current.residual > 1e-6 * startSize) {
      return false;
    }
    return isRounding(G_ROUNDING * termSize());
  }

  /**
   * As {@link #atRounding}, counting also the rounding inside grad f, whose terms are about |H u|.
   * Costs a product, so it is asked only when |g| hardly decreases.
   */
  public boolean stuckAtRounding() {
    double inside = 0;
    if (current.curvature() != null) {
      current.curvature().apply(current.u, scratch);
      counts.products++;
      inside = lambda * Vectors.norm(scratch);
    }
    return isRounding(4 * G_ROUNDING * (termSize() + inside));
  }

  private boolean isRounding(double level) {
    return current.residual <= level && level < Double.POSITIVE_INFINITY;
  }

  /**
   * Returns whether the last step was too short to change u: the accepted one, or, where none was,
   * the first that was rejected, before damping made it short.
   */
  boolean stepIsNegligible() {
    return rejected ? rejectedIsNegligible : isNegligible();
  }

  /** A step short by damping or by a small region does not count: it leaves J s far from -g. */
  private boolean isNegligible() {
    if (Vectors.norm(s) > EPS * Vectors.norm(current.u)) {
      return false;
    }
    if (current.curvature() == null) {
      return true;
    }
    damp(0);
    apply(s, scratch);
    return Vectors.norm(scratch) >= 0.05 * current.residual;
  }

  private double termSize() {
    return Vectors.norm(current.u) + Vectors.norm(center) + lambda * Vectors.norm(current.gradient);
  }

  /** A point of the resolvent equation and everything known there. */
  public final class Point {
    final double[] u = new double[n];
    final double[] gradient = new double[n];

    /** The residual g = u - c + lambda grad f(u), which is the gradient of phi. */
    public final double[] g = new double[n];

    private final double[] offset = new double[n];
    private final Curvature curvature;

    double value;
    double phi;

    /** |g|. */
    double residual;

    /** Whether gradient and curvature are those at {@link #u}, not at an earlier point. */
    private boolean linear;

    /** lambda |f| + |u - c|^2/2: what the rounding of phi is relative to. */
    double magnitude;

    /**
     * What rounding of residuals r hides of lambda f: with errors e their squares are {@code |r|^2
     * + 2 r'e + |e|^2}, which is nearly all of f where a curve goes through its data. Else 0.
     */
    private double hidden;

    /** With {@code curvature == null} the point is known to first order only. */
    Point(Curvature curvature) {
      this.curvature = curvature;
    }

    /** Evaluates everything at {@link #u}; returns whether all of it is finite. */
    boolean evaluate() {
      value =
          curvature != null ? curvature.at(u, gradient) : objective.valueAndGradient(u, gradient);
      Vectors.subtract(u, center, offset);
      Vectors.add(offset, lambda, gradient, g);
      measure();
      residual = Vectors.norm(g);
      hidden = curvature != null ? lambda * rounding() : 0;
      linear = true;
      return isFinite();
    }

    private double rounding() {
      return objective instanceof GaussNewton squares && frugal
          ? squares.tangent(u).map(t -> t.rounding() * (t.norm() + t.rounding())).orElse(0.0)
          : 0;
    }

    /** Evaluates f alone at {@link #u}; returns whether phi is finite. */
    boolean evaluateValue() {
      value = objective.value(u);
      Vectors.subtract(u, center, offset);
      measure();
      linear = false;
      return isFinite();
    }

    private void measure() {
      double proximity = 0.5 * Vectors.dot(offset, offset);
      phi = Math.fma(lambda, value, proximity);
      magnitude = Math.fma(lambda, Math.abs(value), proximity);
    }

    boolean isFinite() {
      return Double.isFinite(phi) && (!linear || Double.isFinite(residual));
    }

    /** The second-order picture at this point; null for first-order directions. */
    public Curvature curvature() {
      return curvature;
    }
  }
}
