package org.ironopt.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.ironopt.io.internal.StableId;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.run.Run.RunFailedException;

/** Why a run ended: a type to switch on, and one sentence of advice. */
public sealed interface Ending {
  /** Returns how many steps were complete. */
  long step();

  /** Returns the kind of ending in files. */
  default String id() {
    return StableId.name(getClass());
  }

  /** Returns what happened and, where the goal was missed, what to change. */
  default String sentence() {
    return switch (this) {
      case Converged e ->
          text(
              "converged after %s: the gradient norm %.3g is at most %.3g",
              steps(), e.gradientNorm(), e.tolerance());
      case Settled e ->
          text(
              "converged after %s: the %s is %.3g, at most %.3g",
              steps(), e.what(), e.size(), e.tolerance());
      case AtRounding e ->
          text(
              "converged after %s: f is %.17g, and rounding hides any further decrease",
              steps(), e.value());
      case Plateau e ->
          text(
              "ended on a plateau after %s: %s; start nearer to the answer, or give bounds",
              steps(), e.what());
      case TargetReached e ->
          text(
              "reached the target after %s: f is %.17g, at most %.17g",
              steps(), e.value(), e.target());
      case GapCertified e ->
          text(
              "reached the optimum after %s: the relative gap is at most %.3g, asked were"
                  + " %.3g",
              steps(), e.gap(), e.tolerance());
      case ExactFit e ->
          text(
              "the targets are met to rounding after %s: %.3g is left of the objective",
              steps(), e.value());
      case Diverged e ->
          text(
              "diverged after %s: the objective went from %.3g to %.3g; the step is too"
                  + " large: take a smaller one, or an implicit method on the whole objective, which"
                  + " no step makes unstable",
              steps(), e.start(), e.value());
      case NotAttained e ->
          text(
              "stopped after %s: %s; add a penalty",
              steps(),
              e.separated()
                  ? "the classes can be separated, so that without a penalty the objective has no"
                      + " minimum: it falls to zero while the coefficients grow"
                  : "the gradient is small, but some predictions still grow: without a penalty the"
                      + " objective seems to have no minimum");
      case ValidationStalled e ->
          text(
              "stopped after %s: the loss on the early-stopping rows did not improve for %d"
                  + " %s%s; the model of its smallest value%s is returned",
              steps(),
              e.since(),
              e.unit().name().toLowerCase(Locale.ROOT),
              e.since() == 1 ? "" : "s",
              e.unit() == Check.EPOCH ? ", after epoch " + e.best() + "," : "");
      case RoundingFloor e ->
          text(
              "stopped after %s: rounding hides any further progress%s",
              steps(),
              e.column().isPresent()
                  ? text(
                      "; column %d is about %.0e times as large as its spread, which costs as many"
                          + " digits: subtract a constant from it",
                      e.column().getAsInt() + 1, e.ratio())
                  : "; a larger penalty or a larger tolerance would help");
      case NoiseFloor e ->
          text(
              "stopped after %s: the objective did not decrease for %d rounds; without"
                  + " variance reduction a constant step stalls at its noise floor: take a smaller or a"
                  + " decreasing one",
              steps(), e.rounds());
      case Stopped e -> text("stopped after %s: %s", steps(), e.reason());
      case StepLimit _ ->
          text("made the %d steps allowed; to go on, raise the limit and resume", step());
      case TimeLimit e ->
          text(
              "used the %s s allowed after %s; to go on, raise the limit and resume",
              e.limit().toMillis() / 1000.0, steps());
      case Interrupted _ ->
          text("interrupted after %s; run again, or resume from the checkpoint", steps());
      case NotFinite e ->
          text(
              "%s is not finite after %s; if the method is explicit take a smaller alpha,"
                  + " else check the objective there (DerivativeCheck) or start elsewhere",
              e.what(), steps());
      case InnerFailure e ->
          text(
              "the last %d inner solves failed (%s, residual %.3g) after %s; loosen the inner"
                  + " tolerance, allow more inner steps, or choose another direction or"
                  + " globalization",
              e.inARow(), e.last().ending(), e.last().residual(), steps());
      case Failed e ->
          text(
              "after %s the code that was called threw %s; fix it and resume or run again",
              steps(), e.cause());
      case Undetermined e -> {
        int last = e.names().size() - 1;
        String before = String.join(", ", e.names().subList(0, last));
        yield text(
            "the data do not determine %s%s (after %s): other values fit as well; fix %s",
            last == 0 ? "" : before + " and ",
            e.names().getLast(),
            steps(),
            last == 0 ? "it or leave it out" : "one of them");
      }
    };
  }

  private String steps() {
    return step() + (step() == 1 ? " step" : " steps");
  }

  /**
   * Returns whether an aim was reached, not a limit. No number behind a goal is NaN or infinite.
   */
  default boolean goal() {
    return this instanceof Converged
        || this instanceof TargetReached
        || this instanceof GapCertified
        || this instanceof ExactFit
        || this instanceof Settled
        || this instanceof AtRounding;
  }

  /** The gradient, evaluated at the returned point, is small enough. */
  record Converged(long step, double gradientNorm, double tolerance) implements Ending {}

  /**
   * The last step changed next to nothing, by a measure that does not depend on units.
   *
   * @param what the measure, such as {@code relative change of a variable}
   * @param size its last value
   */
  record Settled(long step, String what, double size, double tolerance) implements Ending {}

  /** The point is as good as the arithmetic can tell: steps change f by rounding only. */
  record AtRounding(long step, double value) implements Ending {}

  /**
   * Steps became small because f hardly depends on a variable any more, far from where it started:
   * no minimum.
   *
   * @param what which variable went where
   */
  record Plateau(long step, String what) implements Ending {}

  /**
   * The minimum is not one point: other values of these variables give the same f.
   *
   * @param names of the variables
   */
  record Undetermined(long step, List<String> names) implements Ending {
    public Undetermined {
      names = List.copyOf(names);
    }
  }

  /** f, evaluated at the returned point, is small enough. */
  record TargetReached(long step, double value, double target) implements Ending {}

  /**
   * The distance to the smallest value is bounded and small enough.
   *
   * @param gap bound on {@code (f(x) - f*) / f*}
   */
  record GapCertified(long step, double gap, double tolerance) implements Ending {}

  /**
   * The objective is zero but for the rounding of its residuals: no relative gap means anything.
   *
   * @param value what is left of the objective
   */
  record ExactFit(long step, double value) implements Ending {}

  /**
   * The objective grew without bound.
   *
   * @param value the objective, perhaps not finite
   * @param start what it was at the start
   */
  record Diverged(long step, double value, double start) implements Ending {}

  /**
   * The objective has no minimum, or none that is attained.
   *
   * @param separated whether the classes can be separated; else some predictions keep growing
   */
  record NotAttained(long step, boolean separated) implements Ending {}

  /** How often held-out rows are looked at. */
  enum Check {
    STEP,
    EPOCH
  }

  /**
   * The loss on rows kept for early stopping did not improve; the point of its smallest value is
   * returned.
   *
   * @param since checks without an improvement
   * @param best the check with the smallest loss
   */
  record ValidationStalled(long step, Check unit, long since, long best) implements Ending {}

  /**
   * Rounding errors are as large as what is left to gain.
   *
   * @param column the index of one whose mean costs most digits, where one does
   * @param ratio how many times as large as its spread that column is, else NaN
   */
  record RoundingFloor(long step, OptionalInt column, double ratio) implements Ending {}

  /**
   * The noise of the gradients hides any further decrease.
   *
   * @param rounds without a decrease
   */
  record NoiseFloor(long step, long rounds) implements Ending {}

  /** A rule of the caller's own was met; the reason is the caller's sentence. */
  record Stopped(long step, String reason) implements Ending {}

  /** The allowed steps were made. */
  record StepLimit(long step) implements Ending {}

  /** The allowed time is over. */
  record TimeLimit(Duration limit, long step) implements Ending {}

  /** The thread was interrupted; its interrupt flag is set again. */
  record Interrupted(long step) implements Ending {}

  /** A NaN or an infinity appeared. */
  record NotFinite(long step, String what) implements Ending {}

  /** Inner solves kept failing. */
  record InnerFailure(long step, int inARow, InnerReport last) implements Ending {}

  /**
   * The objective, a schedule or an observer threw: the ending of {@link
   * RunFailedException#result}, never of a result that {@link Run#go} returns.
   */
  record Failed(long step, Throwable cause) implements Ending {}

  private static String text(String format, Object... numbers) {
    return String.format(Locale.ROOT, format, numbers);
  }
}
