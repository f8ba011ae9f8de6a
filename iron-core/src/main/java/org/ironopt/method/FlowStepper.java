package org.ironopt.method;

/** A {@link Flow} at work: its state is {@code (k, x, v, gamma)}. */
public interface FlowStepper extends Stepper {
  /** Returns the velocity point v, a live view like {@link #x}. */
  double[] v();

  /** Returns the damping of each group of members that share parameters; one group is the rule. */
  double[] gamma();
}
