package org.ironopt.resolvent.newton;

import org.ironopt.linalg.Vectors;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerReport;

/** {@link Globalization.Unchecked} at work. */
final class UncheckedStep implements Globalizer {
  /** A model that is at least so good is trusted for the next steps. */
  private static final double GOOD_RATIO = 0.75;

  /** A step that is longer than the last one looked at, by this factor, is looked at too. */
  private static final double LONGER = 2;

  private static final int SOLVES = 0;
  private static final int GOOD = 1;
  private static final int LENGTH = 2;

  /** What looks gained and what their models promised, in units of f, fading. */
  private static final int GAINED = 3;

  private static final int PROMISED = 4;

  private final DirectionSolver direction;
  private final Globalization.Unchecked rule;

  /**
   * How many solves there were, whether the last step that was looked at was good (1), its length
   * and, if looks are averaged, the two sums.
   */
  private final double[] header;

  private UncheckedStep(DirectionSolver direction, Globalization.Unchecked rule) {
    this.direction = direction;
    this.rule = rule;
    header = new double[rule.looks() == 1 ? 3 : 5];
  }

  static UncheckedStep of(ResolventEquation e, Direction d, Globalization.Unchecked rule) {
    return new UncheckedStep(
        rule.part() < 1 ? new SteadyDirection(e, (Direction.Cg) d) : DirectionSolver.of(e, d, true),
        rule);
  }

  @Override
  public double[][] memory() {
    return PreconditionerSolver.with(direction.memory(), header);
  }

  @Override
  public void begin() {
    direction.begin();
  }

  @Override
  public Move advance(ResolventEquation equation) {
    double solves = header[SOLVES]++;
    double part = rule.part((long) solves);
    direction.part(part);
    boolean due = solves < rule.every() || solves % rule.every() == 0 || header[GOOD] == 0;
    direction.measure(due);
    direction.linearize(equation);
    double[] s = direction.solve(equation, 0);
    double slope = s != null ? equation.along(s) : Double.NaN;
    if (!(slope < 0)) {
      return s == null ? Move.NOT_FINITE : Move.REFUSED;
    }
    double length = Vectors.norm(s);
    boolean look = due || length > LONGER * header[LENGTH];
    // Along a line a part t of the way to the minimum gives t (2 - t) of the decrease there.
    double promise = -slope * (1 - 0.5 * part);
    InnerReport.Model model =
        rule.looks() == 1
            ? equation.leap(promise, look)
            : equation.leap(look, gained -> averaged(equation, promise, gained));
    if (look) {
      // A ratio that is lost in rounding says nothing against the model.
      header[GOOD] = model.ratio() <= GOOD_RATIO ? 0 : 1;
      header[LENGTH] = length;
    }
    return model.ratio() < 0 ? Move.REFUSED : Move.TAKEN;
  }

  /** Takes a look into the two sums and returns their ratio; a refusal begins anew. */
  private double averaged(ResolventEquation equation, double promise, double gained) {
    double keep = 1 - 1.0 / rule.looks((long) header[SOLVES] - 1);
    header[GAINED] = Math.fma(keep, header[GAINED], gained / equation.lambda());
    header[PROMISED] = Math.fma(keep, header[PROMISED], promise / equation.lambda());
    double ratio = header[GAINED] / header[PROMISED];
    if (!(ratio >= 0)) {
      header[GAINED] = 0;
      header[PROMISED] = 0;
      return Double.NEGATIVE_INFINITY;
    }
    return ratio;
  }
}
