package org.ironopt.cli.fit;

import org.ironopt.fit.Fit;
import picocli.CommandLine.Option;

/** The scale that a penalty acts on, and whether there is an intercept. */
public class ScalingOptions {
  @Option(
      names = "--no-scale",
      description = "Penalise the coefficients in the units of the file, not scaled ones.")
  boolean noScale;

  @Option(
      names = "--no-intercept",
      description = "Leave out the intercept; columns are then scaled by their root mean square.")
  boolean noIntercept;

  public final boolean scaled() {
    return !noScale;
  }

  public final boolean intercept() {
    return !noIntercept;
  }

  /** Puts both on a fit. */
  public Fit apply(Fit fit) {
    return fit.scale(scaled()).intercept(intercept());
  }
}
