package org.ironopt.curve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.StepReport;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;

/**
 * {@link LevenbergMarquardt} at work. A step is one of three: {@link #descend} while f tells good
 * steps from bad ones, {@link #polish} where it is too flat for that, and {@link #end} where
 * nothing moves any more, which may start again.
 */
final class LevenbergMarquardtStepper extends AbstractStepper implements Run.SelfStoppingStepper {
  /** Steps shorter than the full one before second-order corrections are worth an evaluation. */
  private static final int NARROW = 5;

  /** Share of the cost below which differences of two costs are rounding. */
  private static final double MEASURABLE = 1e-13;

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

  private final LevenbergMarquardt options;
  private final SumOfSquares f;
  private final TrustModel local;
  private final RunawayParameters plateaus;
  private double cost = Double.NaN;
  private double radius = Double.NaN;
  private double nu;

  /** Steps in a row that were shorter than the full one. */
  private int narrow;

  /** Whether the cost is too flat to measure a step. */
  private boolean flat;

  /** The smallest step of the model on the flat, where that was, and steps since. */
  private double smallest = Double.POSITIVE_INFINITY;

  private final double[] best;
  private int worse;

  /** Relative change of the last step. */
  private double change = Double.NaN;

  private Phase phase = Phase.GOING;

  LevenbergMarquardtStepper(
      LevenbergMarquardt options, SumOfSquares f, double[] x0, RandomStreams streams) {
    super(options.name(), f, NoiseModel.none(), x0, streams);
    this.options = options;
    this.f = f;
    best = x.clone();
    plateaus = new RunawayParameters(x, f.residuals());
    double[] low = bounds("lower", options.lower(), Double.NEGATIVE_INFINITY);
    double[] high = bounds("upper", options.upper(), Double.POSITIVE_INFINITY);
    if (options.scales().length > 0) {
      Require.length("scales", x.length, options.scales());
    }
    for (int j = 0; j < x.length; j++) {
      String sentence = "%s starts at %s, outside of its bounds %s and %s";
      boolean inside = x[j] >= low[j] && x[j] <= high[j];
      Require.that(inside, sentence, options.variable(j), x[j], low[j], high[j]);
    }
    local = new TrustModel(f, low, high, options.scales());
  }

  private double[] bounds(String name, double[] given, double none) {
    return given.length > 0 ? Require.length(name, x.length, given) : Curve.filled(x.length, none);
  }

  @Override
  protected void state(StateCodec archive) throws IOException {
    local.state(archive);
    plateaus.state(archive);
    archive.array(best);
    cost = archive.number(cost);
    radius = archive.number(radius);
    smallest = archive.number(smallest);
    change = archive.number(change);
    nu = archive.number(nu);
    narrow = (int) archive.count(narrow);
    worse = (int) archive.count(worse);
    flat = archive.flag(flat);
    phase = Phase.values()[(int) archive.count(phase.ordinal())];
  }

  @Override
  public StepReport advance() {
    final long before = local.evaluations();
    final long linearised = local.jacobians();
    if (Double.isNaN(radius)) {
      begin();
    } else {
      local.recall(x);
    }
    if (local.model() == null) {
      phase = Phase.NOT_FINITE;
    } else {
      go();
    }
    k++;
    StepReport.Counts work =
        new StepReport.Counts(local.evaluations() - before, 0, local.jacobians() - linearised, 0);
    double none = Double.NaN;
    double lambda = 1 / nu;
    double slope = local.gradientNorm(x);
    return new StepReport(k, none, none, lambda, 0.5 * cost, slope, Optional.empty(), work);
  }

  private void go() {
    double reachable = local.model().reachable();
    flat |= reachable * reachable <= MEASURABLE * cost;
    Phase found = reachable == 0 ? Phase.SETTLED : flat ? polish(reachable) : descend();
    change = reachable == 0 ? 0 : change;
    phase = found == Phase.GOING ? found : end(found);
  }

  /** Goes to the start, with the radius of the next try. */
  private void begin() {
    Vectors.copy(plateaus.start, x);
    local.clear();
    cost = local.cost(x);
    if (Double.isFinite(cost) && local.linearise(x)) {
      double size = local.model().length(x);
      radius = options.reach() * plateaus.radius() * (size > 0 ? size : 1);
    }
  }

  /** A step that lowers the cost: shorter ones are tried until one does. */
  private Phase descend() {
    GaussNewtonModel model = local.model();
    while (true) {
      nu = model.damping(radius);
      double[] step = model.step(nu);
      double length = model.length(step);
      narrow = nu > 0 ? narrow + 1 : 0;
      double[] next = local.projected(x, narrow > NARROW ? local.corrected(step, nu) : step);
      // The model knows nothing of the correction: what it predicts is for the step alone.
      double[] modelled = local.projected(x, step);
      Vectors.subtract(modelled, x, modelled);
      double predicted = model.reduction(modelled);
      double there = local.cost(next);
      double ratio = Double.isFinite(there) && predicted > 0 ? (cost - there) / predicted : -1;
      if (ratio < 0.25) {
        double share = shrink(there, Vectors.dot(model.gradient, modelled));
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

  /**
   * A full step where the cost is too flat to measure it: it is judged by the next one, and the
   * point with the smallest is kept.
   */
  private Phase polish(double reachable) {
    if (reachable < smallest) {
      smallest = reachable;
      Vectors.copy(x, best);
      worse = 0;
    } else if (++worse == 2) {
      return back();
    }
    nu = 0;
    double[] next = local.projected(x, local.model().step(0));
    double there = local.cost(next);
    if (!(there <= cost * (1 + 1e-10))) {
      return back();
    }
    boolean small = isSmall(next);
    return move(next, there) && small && worse == 0 ? Phase.SETTLED : Phase.GOING;
  }

  private Phase back() {
    if (!Arrays.equals(x, best)) {
      Vectors.copy(best, x);
      cost = local.cost(x);
      local.linearise(x);
    }
    return Phase.ROUNDING;
  }

  /** Moves; returns whether the same bounds hold the variables there. */
  private boolean move(double[] next, double there) {
    final GaussNewtonModel left = local.model();
    if (local.linearise(next)) {
      moveTo(next);
      cost = there;
      return left.holds(local.model());
    }
    // The cost is finite there and a derivative is not: stay, and turn back sooner.
    radius *= 0.1;
    return false;
  }

  /** Whether no parameter moves by more than the tolerance, or by more than the data can tell. */
  private boolean isSmall(double[] next) {
    GaussNewtonModel model = local.model();
    boolean small = true;
    change = 0;
    for (int j = 0; j < x.length; j++) {
      double moved = Math.abs(next[j] - x[j]);
      boolean seen = moved * model.columns[j] > 0.01 * options.tolerance() * model.norm;
      double relative = moved == 0 ? 0 : moved / Math.abs(x[j]);
      small &= !seen || relative <= options.tolerance();
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

  /** Where derivatives are differences, finer ones are worth a few more steps. */
  private Phase end(Phase found) {
    if (!local.fine()) {
      local.central(true);
      calm();
      local.linearise(x);
      radius = 2 * local.model().length(local.model().step(0));
      return Phase.GOING;
    }
    if (plateaus.lost(x, local).isEmpty()) {
      return found;
    }
    if (plateaus.again(x, cost)) {
      calm();
      narrow = 0;
      local.central(false);
      begin();
      return Phase.GOING;
    }
    Vectors.copy(plateaus.best, x);
    cost = plateaus.cost();
    local.linearise(x);
    return Phase.PLATEAU;
  }

  private void calm() {
    smallest = Double.POSITIVE_INFINITY;
    worse = 0;
    flat = false;
  }

  @Override
  public Optional<Ending> ending() {
    if (phase == Phase.GOING) {
      return Optional.empty();
    }
    if (phase == Phase.NOT_FINITE) {
      return Optional.of(new Ending.NotFinite(k, "a residual or its derivative"));
    }
    local.recall(x);
    if (phase == Phase.PLATEAU) {
      return Optional.of(new Ending.Plateau(k, whereTo()));
    }
    List<String> free =
        local.model().undetermined(f.rounding()).stream().map(options::variable).toList();
    if (!free.isEmpty()) {
      return Optional.of(new Ending.Undetermined(k, free));
    }
    String what = "relative change of a parameter";
    return Optional.of(
        phase == Phase.SETTLED
            ? new Ending.Settled(k, what, change, options.tolerance())
            : new Ending.AtRounding(k, 0.5 * cost));
  }

  private String whereTo() {
    List<String> words = new ArrayList<>();
    for (int j : plateaus.lost(x, local)) {
      Object[] way = {options.variable(j), plateaus.start[j], x[j]};
      words.add(String.format(Locale.ROOT, "%s went from %.3g to %.3g", way));
    }
    return String.join(", ", words) + ", where the residuals hardly depend on it";
  }
}
