package org.ironopt.method;

import java.util.Arrays;
import org.ironopt.problem.Objective;

/** The state {@code (k, x, v, gamma)} that all discretizations of the flow share. */
public abstract class FlowState extends State implements FlowStepper {
  public double[] v;

  /** One damping per group. */
  public final double[] gamma;

  public FlowState(
      Objective objective,
      Layout layout,
      Perturbation noise,
      double[] x0,
      double[] v0,
      double[] gamma0) {
    super(objective, layout, noise, x0);
    v = start("v0", objective, v0);
    gamma = gamma0;
  }

  @Override
  public final double[] v() {
    return v;
  }

  @Override
  public final double[] gamma() {
    return gamma;
  }

  @Override
  protected double[][] arrays() {
    return new double[][] {x, v, gamma};
  }

  /** Returns the number that all groups share, NaN if they differ. */
  static double common(double[] perGroup) {
    boolean same = Arrays.stream(perGroup).allMatch(p -> p == perGroup[0]);
    return same ? perGroup[0] : Double.NaN;
  }
}
