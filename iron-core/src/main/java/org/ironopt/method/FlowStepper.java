package org.ironopt.method;

import java.io.IOException;
import java.util.Optional;
import org.ironopt.io.StateCodec;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.EnsembleResolvent;

/** The stepper of a {@link Flow}, with the state {@code (k, x, v, gamma)}. */
public abstract class FlowStepper extends AbstractStepper {
  protected double[] v;

  /** One damping for each group of members. */
  protected final double[] gamma;

  protected FlowStepper(
      Objective objective, NoiseSampler noise, double[] x0, double[] v0, double... gamma0) {
    super(objective, noise, x0);
    v = start("v0", objective, v0);
    gamma = gamma0;
  }

  /** Returns the velocity point v, a live view like {@link #x}. */
  public final double[] v() {
    return v;
  }

  /** Returns the damping of each group of members that share parameters; one group is the rule. */
  public final double[] gamma() {
    return gamma;
  }

  /**
   * Returns how the inner solves of the members ended in the last step, a live view; empty if there
   * were none or the objective is no ensemble.
   */
  public Optional<EnsembleResolvent.Report> members() {
    return Optional.empty();
  }

  @Override
  protected void state(StateCodec archive) throws IOException {
    archive.arrays(v, gamma);
  }
}
