package org.ironopt.curve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Archive;
import org.ironopt.method.Method;
import org.ironopt.method.State;
import org.ironopt.method.StepReport;
import org.ironopt.method.Work;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.Streams;
import org.ironopt.run.Ending;
import org.ironopt.run.EndingStepper;

/**
 * The method of Levenberg and Marquardt for a {@link SumOfSquares}. A step is the resolvent of the
 * linearised residuals with its center at the iterate,
 *
 * <pre>
 *   s = argmin |r + J s|^2/2 + |D s|^2/(2 lambda),    x = x + s
 * </pre>
 *
 * that is IRON's with its velocity at the iterate. lambda follows from a radius {@code |D s| <=
 * radius} that grows while the model is trusted, up to full Gauss-Newton steps, lambda infinite. D
 * has the largest norms that the columns of J have had, so that no unit of a variable matters; or
 * the caller's scales. J is evaluated at accepted points only. After five short steps in a row a
 * second-order correction along the valley is tried, for one evaluation more. Steps are projected
 * on the bounds. Where f is too flat to measure a step, full steps go on as long as the model's own
 * estimate of what is left shrinks. On a plateau the method starts again with other radii.
 *
 * <p>The steps end themselves ({@link EndingStepper}): {@link Ending.Settled}, {@link
 * Ending.AtRounding}, {@link Ending.Plateau} or {@link Ending.Undetermined}.
 *
 * <p>Needs the residuals and their derivatives. Guarantee: f never increases but by its rounding;
 * limit points are stationary.
 *
 * <p>Reference: J. Mor&eacute;, "The Levenberg-Marquardt algorithm", 1978, DOI 10.1007/BFb0067700;
 * M. Transtrum, J. Sethna, arXiv:1201.5885 (the correction). Deviation: the radius is 0.3 of the
 * start's size instead of 100 times, the polishing steps and the restarts are ours.
 *
 * @param names of the variables, for endings; empty for {@code x0, x1, ...}
 * @param lower bounds, empty for none
 * @param upper bounds, empty for none
 * @param scales sizes of the variables, empty to learn them from J
 * @param reach first radius over the size of the start, in the metric
 * @param tolerance largest relative change of a variable in the last step
 */
public record LevenbergMarquardt(
    List<String> names,
    double[] lower,
    double[] upper,
    double[] scales,
    double reach,
    double tolerance)
    implements Method {

  /** What is used when nothing is said. */
  public static final LevenbergMarquardt DEFAULT =
      new LevenbergMarquardt(List.of(), new double[0], new double[0], new double[0], 0.3, 1e-12);

  public LevenbergMarquardt {
    names = List.copyOf(names);
    Arrays.stream(scales).forEach(scale -> Require.positive("scale", scale));
    Require.positive("reach", reach);
    Require.positive("tolerance", tolerance);
  }

  /** Names the variables. */
  public LevenbergMarquardt names(List<String> names) {
    return new LevenbergMarquardt(names, lower, upper, scales, reach, tolerance);
  }

  /** Keeps the variables between bounds, which may be infinite. */
  public LevenbergMarquardt bounds(double[] lower, double[] upper) {
    return new LevenbergMarquardt(names, lower, upper, scales, reach, tolerance);
  }

  /** Measures steps by the sizes of the variables instead of the columns of J. */
  public LevenbergMarquardt scales(double... scales) {
    return new LevenbergMarquardt(names, lower, upper, scales, reach, tolerance);
  }

  /** Changes the first radius, over the size of the start. */
  public LevenbergMarquardt reach(double reach) {
    return new LevenbergMarquardt(names, lower, upper, scales, reach, tolerance);
  }

  /** Changes the relative change of a variable at which steps end. */
  public LevenbergMarquardt tolerance(double tolerance) {
    return new LevenbergMarquardt(names, lower, upper, scales, reach, tolerance);
  }

  @Override
  public String name() {
    return "levenberg-marquardt";
  }

  @Override
  public Regularizer regularizer() {
    return lower.length + upper.length == 0 ? Regularizer.none() : new Box(lower, upper);
  }

  @Override
  public EndingStepper start(Objective objective, double[] x0, Streams streams) {
    if (!(objective instanceof SumOfSquares squares)) {
      throw new IllegalArgumentException(
          name() + " needs a SumOfSquares, got " + objective.getClass().getSimpleName());
    }
    return new Steps(squares, x0, streams);
  }

  private String variable(int j) {
    return names.isEmpty() ? "x" + j : names.get(j);
  }

  /** Zero between bounds, infinite elsewhere. */
  private record Box(double[] lower, double[] upper) implements Regularizer {
    @Override
    public double value(double[] x) {
      double[] inside = new double[x.length];
      prox(1, x, inside);
      return Arrays.equals(x, inside) ? 0 : Double.POSITIVE_INFINITY;
    }

    @Override
    public void prox(double t, double[] u, double[] x) {
      for (int j = 0; j < u.length; j++) {
        x[j] = Math.min(upper[j], Math.max(lower[j], u[j]));
      }
    }

    @Override
    public void jacobian(double t, double[] u, double[] v, double[] jv) {
      for (int j = 0; j < u.length; j++) {
        jv[j] = u[j] > lower[j] && u[j] < upper[j] ? v[j] : 0;
      }
    }

    @Override
    public String description() {
      return "box " + Arrays.toString(lower) + " to " + Arrays.toString(upper);
    }
  }

  private enum Phase {
    GOING,
    /** No variable changes by more than the tolerance. */
    SETTLED,
    /** The cost and the steps of the model are at their rounding. */
    ROUNDING,
    /** Nothing but rounding moves, and a variable has left where the data can see it. */
    PLATEAU,
    NOT_FINITE
  }

  private final class Steps extends State implements EndingStepper {
    /** Steps shorter than the full one before second-order corrections are worth an evaluation. */
    private static final int NARROW = 5;

    /** Share of the cost below which differences of two costs are rounding. */
    private static final double MEASURABLE = 1e-13;

    /** Radii of further tries from the start, over the first one. */
    private static final double[] TRIES = {1, 0.3, 3, 0.03, 30};

    private final SumOfSquares f;
    private final double[] start;
    private final double[] low;
    private final double[] high;

    /** Largest norms that the columns of J have had, and the metric D. */
    private final double[] largest;

    private final double[] metric;
    private double cost = Double.NaN;
    private double radius = Double.NaN;
    private int narrow;
    private double nu;
    private boolean central;

    /** The model at x; null until it is asked for. */
    private GaussNewtonModel model;

    private SumOfSquares.Linear linear;

    /** Whether the cost is too flat to measure a step. */
    private boolean flat;

    /** The smallest step of the model on the flat, where that was, and steps since. */
    private double smallest = Double.POSITIVE_INFINITY;

    private final double[] best;
    private int worse;

    /** Relative change of the last step. */
    private double change = Double.NaN;

    private int tried;

    /** The best plateau of earlier tries. */
    private final double[] plateau;

    private double plateauCost = Double.POSITIVE_INFINITY;
    private Phase phase = Phase.GOING;
    private long evaluations;
    private long jacobians;

    Steps(SumOfSquares f, double[] x0, Streams streams) {
      super(name(), f, NoiseModel.none(), x0, streams);
      this.f = f;
      start = x.clone();
      best = x.clone();
      plateau = x.clone();
      int n = x.length;
      low = lower.length > 0 ? Require.length("lower", n, lower) : all(Double.NEGATIVE_INFINITY);
      high = upper.length > 0 ? Require.length("upper", n, upper) : all(Double.POSITIVE_INFINITY);
      largest = new double[n];
      metric = new double[n];
      if (scales.length > 0) {
        Require.length("scales", n, scales);
      }
      for (int j = 0; j < n; j++) {
        if (!(x[j] >= low[j] && x[j] <= high[j])) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "%s starts at %s, outside of its bounds %s and %s",
                  variable(j),
                  x[j],
                  low[j],
                  high[j]));
        }
      }
    }

    private double[] all(double value) {
      double[] a = new double[x.length];
      Arrays.fill(a, value);
      return a;
    }

    @Override
    protected void state(Archive archive) throws IOException {
      archive.arrays(largest, metric, best, plateau);
      cost = archive.number(cost);
      radius = archive.number(radius);
      smallest = archive.number(smallest);
      change = archive.number(change);
      plateauCost = archive.number(plateauCost);
      nu = archive.number(nu);
      narrow = (int) archive.count(narrow);
      worse = (int) archive.count(worse);
      tried = (int) archive.count(tried);
      evaluations = archive.count(evaluations);
      jacobians = archive.count(jacobians);
      central = archive.flag(central);
      flat = archive.flag(flat);
      phase = Phase.values()[(int) archive.count(phase.ordinal())];
      model = null;
    }

    @Override
    public StepReport advance() {
      final long before = evaluations;
      final long linearised = jacobians;
      if (Double.isNaN(radius)) {
        begin();
      } else {
        recall();
      }
      if (model == null) {
        phase = Phase.NOT_FINITE;
      } else {
        go();
      }
      k++;
      Work work = new Work(evaluations - before, 0, jacobians - linearised, 0);
      double none = Double.NaN;
      double lambda = 1 / nu;
      return new StepReport(
          k, none, none, lambda, 0.5 * cost, gradientNorm(), Optional.empty(), 0, 0, work);
    }

    private void go() {
      double reachable = model.reachable();
      flat |= reachable * reachable <= MEASURABLE * cost;
      Phase found = reachable == 0 ? Phase.SETTLED : flat ? polish(reachable) : descend();
      change = reachable == 0 ? 0 : change;
      phase = found == Phase.GOING ? found : end(found);
    }

    /** Goes to the start, with the radius of the next try. */
    private void begin() {
      System.arraycopy(start, 0, x, 0, x.length);
      Arrays.fill(largest, 0);
      Arrays.fill(metric, 0);
      cost = cost(x);
      model = null;
      if (Double.isFinite(cost) && linearise()) {
        double size = model.length(x);
        radius = reach * TRIES[tried] * (size > 0 ? size : 1);
      }
    }

    private double cost(double[] at) {
      evaluations++;
      return f.cost(at);
    }

    private double gradientNorm() {
      if (model == null) {
        return Double.NaN;
      }
      double[] g = model.gradient();
      double[] moved = new double[g.length];
      for (int j = 0; j < g.length; j++) {
        moved[j] = x[j] - Math.min(high[j], Math.max(low[j], x[j] - g[j]));
      }
      return Vectors.norm(moved);
    }

    /** Linearises at x; returns whether that is finite. */
    private boolean linearise() {
      jacobians++;
      evaluations += f.evaluations(central);
      SumOfSquares.Linear here = f.linear(x, central);
      if (!Vectors.allFinite(here.triangle())) {
        return false;
      }
      linear = here;
      int n = x.length;
      double[] norms = GaussNewtonModel.columnNorms(here.triangle(), n + 1);
      double[] gradient = GaussNewtonModel.gradient(here.triangle(), n);
      boolean[] held = new boolean[n];
      for (int j = 0; j < n; j++) {
        largest[j] = Math.max(largest[j], norms[j]);
        metric[j] = scales.length > 0 ? 1 / scales[j] : largest[j] > 0 ? largest[j] : 1;
        held[j] = (x[j] <= low[j] && gradient[j] > 0) || (x[j] >= high[j] && gradient[j] < 0);
      }
      model = new GaussNewtonModel(here.triangle(), metric, held);
      return true;
    }

    /** Linearises after a restored state, which was counted already. */
    private void recall() {
      if (model == null) {
        long counted = jacobians;
        long evaluated = evaluations;
        linearise();
        jacobians = counted;
        evaluations = evaluated;
      }
    }

    /** Where derivatives are differences, finer ones are worth a few more steps. */
    private Phase end(Phase found) {
      if (!f.exact() && !central) {
        central = true;
        calm();
        linearise();
        radius = 2 * model.length(model.step(0));
        return Phase.GOING;
      }
      if (lost().isEmpty()) {
        return found;
      }
      if (cost < plateauCost) {
        plateauCost = cost;
        System.arraycopy(x, 0, plateau, 0, x.length);
      }
      if (++tried < TRIES.length) {
        calm();
        narrow = 0;
        central = false;
        begin();
        return Phase.GOING;
      }
      System.arraycopy(plateau, 0, x, 0, x.length);
      cost = plateauCost;
      linearise();
      return Phase.PLATEAU;
    }

    private void calm() {
      smallest = Double.POSITIVE_INFINITY;
      worse = 0;
      flat = false;
    }

    /**
     * A full step where the cost is too flat to measure it: it is judged by the next one, and the
     * point with the smallest is kept.
     */
    private Phase polish(double reachable) {
      if (reachable < smallest) {
        smallest = reachable;
        System.arraycopy(x, 0, best, 0, x.length);
        worse = 0;
      } else if (++worse == 2) {
        return back();
      }
      nu = 0;
      double[] next = projected(model.step(0));
      double there = cost(next);
      if (!(there <= cost * (1 + 1e-10))) {
        return back();
      }
      boolean small = isSmall(next);
      return move(next, there) && small && worse == 0 ? Phase.SETTLED : Phase.GOING;
    }

    private Phase back() {
      if (!Arrays.equals(x, best)) {
        System.arraycopy(best, 0, x, 0, x.length);
        cost = cost(x);
        linearise();
      }
      return Phase.ROUNDING;
    }

    /** A step that lowers the cost: shorter ones are tried until one does. */
    private Phase descend() {
      while (true) {
        nu = model.damping(radius);
        double[] step = model.step(nu);
        double length = model.length(step);
        narrow = nu > 0 ? narrow + 1 : 0;
        double[] next = projected(corrected(step, length));
        // The model knows nothing of the correction: what it predicts is for the step alone.
        double[] modelled = projected(step);
        Vectors.subtract(modelled, x, modelled);
        double predicted = model.reduction(modelled);
        double there = cost(next);
        double ratio = Double.isFinite(there) && predicted > 0 ? (cost - there) / predicted : -1;
        if (ratio < 0.25) {
          double share = shrink(there, Vectors.dot(model.gradient(), modelled));
          radius = share * Math.min(radius, 10 * length);
        } else if (ratio > 0.75 || nu == 0) {
          radius = 2 * length;
        }
        if (ratio > 1e-4) {
          boolean small = nu == 0 && isSmall(next);
          return move(next, there) && small ? Phase.SETTLED : Phase.GOING;
        }
        if (isNegligible(next)) {
          flat = true;
          return Phase.GOING;
        }
      }
    }

    /** Returns the share of the radius at which a parabola through both costs has its minimum. */
    private double shrink(double there, double slope) {
      if (!Double.isFinite(there)) {
        return 0.1;
      }
      double rise = there - cost - 2 * slope;
      double share = rise > 0 ? -slope / rise : 0.5;
      return Math.clamp(share, 0.1, 0.5);
    }

    /** Adds half of the second-order correction, where that is smaller than the step. */
    private double[] corrected(double[] step, double length) {
      if (narrow <= NARROW || linear.rows() == null) {
        return step;
      }
      evaluations++;
      double[] bend = f.bend(linear, step);
      if (bend == null) {
        return step;
      }
      double[] correction = model.solve(bend, nu);
      if (2 * model.length(correction) > 0.75 * length) {
        return step;
      }
      double[] both = new double[step.length];
      Vectors.add(step, 0.5, correction, both);
      return both;
    }

    private double[] projected(double[] step) {
      double[] next = new double[x.length];
      for (int j = 0; j < next.length; j++) {
        next[j] = Math.min(high[j], Math.max(low[j], x[j] + step[j]));
      }
      return next;
    }

    /** Moves; returns whether the same bounds hold the variables there. */
    private boolean move(double[] next, double there) {
      final GaussNewtonModel left = model;
      final SumOfSquares.Linear before = linear;
      double[] was = moveTo(next);
      if (linearise()) {
        cost = there;
        return left.holds(model);
      }
      // The cost is finite there and a derivative is not: stay, and turn back sooner.
      moveTo(was);
      model = left;
      linear = before;
      radius *= 0.1;
      return false;
    }

    /** Whether no parameter moves by more than the tolerance, or by more than the data can tell. */
    private boolean isSmall(double[] next) {
      boolean small = true;
      change = 0;
      for (int j = 0; j < x.length; j++) {
        double moved = Math.abs(next[j] - x[j]);
        boolean seen = moved * model.columnNorm(j) > 0.01 * tolerance * model.norm();
        double relative = moved == 0 ? 0 : moved / Math.abs(x[j]);
        small &= !seen || relative <= tolerance;
        change = seen ? Math.max(change, relative) : change;
      }
      return small;
    }

    private boolean isNegligible(double[] next) {
      for (int j = 0; j < x.length; j++) {
        if (Math.abs(next[j] - x[j]) > 0x1p-52 * Math.abs(x[j])) {
          return false;
        }
      }
      return true;
    }

    /**
     * Returns the variables that ran away: to where the cost hardly depends on them, though it did
     * on the way, or beyond ten thousand times their start without being determined there.
     */
    private List<Integer> lost() {
      List<Integer> lost = new ArrayList<>();
      double[] errors = model.relativeErrors(x, f.residuals());
      for (int j = 0; j < x.length; j++) {
        double norm = model.columnNorm(j);
        double size = Math.max(Math.abs(x[j]), Math.abs(start[j]));
        boolean unseen = norm <= 1e-6 * largest[j] && norm * size <= 1e-6 * model.norm();
        boolean far = start[j] != 0 && Math.abs(x[j]) > 1e4 * Math.abs(start[j]);
        if (largest[j] > 0 && !model.held(j) && (unseen || (far && !(errors[j] < 0.5)))) {
          lost.add(j);
        }
      }
      return lost;
    }

    @Override
    public Optional<Ending> ending() {
      if (phase == Phase.GOING) {
        return Optional.empty();
      }
      if (phase == Phase.NOT_FINITE) {
        return Optional.of(new Ending.NotFinite(k, "a residual or its derivative"));
      }
      recall();
      if (phase == Phase.PLATEAU) {
        return Optional.of(new Ending.Plateau(k, whereTo()));
      }
      List<String> free = new ArrayList<>();
      for (int j : model.undetermined(f.exact() ? 0x1p-46 : 1e-9)) {
        free.add(variable(j));
      }
      if (!free.isEmpty()) {
        return Optional.of(new Ending.Undetermined(k, free));
      }
      String what = "relative change of a parameter";
      return Optional.of(
          phase == Phase.SETTLED
              ? new Ending.Settled(k, what, change, tolerance)
              : new Ending.AtRounding(k, 0.5 * cost));
    }

    private String whereTo() {
      List<String> words = new ArrayList<>();
      for (int j : lost()) {
        words.add(
            String.format(Locale.ROOT, "%s went from %.3g to %.3g", variable(j), start[j], x[j]));
      }
      return String.join(", ", words) + ", where the residuals hardly depend on it";
    }
  }
}
