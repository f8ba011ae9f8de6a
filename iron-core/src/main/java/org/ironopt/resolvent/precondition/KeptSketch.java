package org.ironopt.resolvent.precondition;

import java.util.Arrays;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.newton.Equation;

/**
 * {@link Preconditioner.Kept} at work. What decides about the next sketch is a few numbers that are
 * part of {@link #memory}, so that a run that is resumed sketches in the same steps.
 */
public final class KeptSketch extends PreconditionerSolver {
  private static final int STATE = 0;
  private static final int AGE = 1;
  private static final int FRESH_STEPS = 2;
  private static final int STEPS = 3;

  private final Sketch sketch;
  private final Preconditioner.Kept rule;

  /**
   * Whether the sketch is good (1), of no use (-1) or not there (0), the solves that it has served,
   * the iterations of the first of them (-1 if not yet known) and of the last.
   */
  private final double[] header = new double[4];

  KeptSketch(Sketch sketch, Preconditioner.Kept rule) {
    this.sketch = sketch;
    this.rule = rule;
  }

  @Override
  public double[][] memory() {
    double[][] inside = sketch.memory();
    double[][] all = Arrays.copyOf(inside, inside.length + 1);
    all[inside.length] = header;
    return all;
  }

  @Override
  public void begin() {
    if (header[AGE] == 1) {
      header[FRESH_STEPS] = header[STEPS];
    }
    boolean grown = header[STEPS] > rule.growth() * header[FRESH_STEPS] + 2;
    if (header[STATE] == 0 || header[AGE] >= rule.solves() || (header[AGE] > 1 && grown)) {
      sketch.begin();
      header[AGE] = 0;
    } else {
      sketch.keep(header[STATE] > 0);
    }
    header[AGE]++;
    header[STEPS] = 0;
  }

  @Override
  public void linearize(Equation equation) {
    sketch.linearize(equation);
    header[STATE] = sketch.isActive() ? 1 : -1;
  }

  @Override
  public void damp(double nu) {
    sketch.damp(nu);
  }

  @Override
  public boolean isActive() {
    return sketch.isActive();
  }

  @Override
  public void used(int iterations) {
    header[STEPS] += iterations;
  }

  @Override
  public void apply(double[] r, double[] z) {
    sketch.apply(r, z);
  }
}
