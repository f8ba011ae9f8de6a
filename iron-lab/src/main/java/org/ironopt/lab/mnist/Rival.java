package org.ironopt.lab.mnist;

import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.resolvent.Tolerance;

/**
 * The methods that are compared; the first three are the paper's. The fourth is the third with a
 * residual tolerance that follows the step, where the paper's absolute one stops all motion.
 */
enum Rival {
  ADAMW("adamw", "AdamW", "η"),
  NAG_GS("nag-gs", "NAG-GS", "α"),
  IRON("iron", "IRON-FI", "α"),
  IRON_RELATIVE("iron-relative", "IRON-FI, relative residual", "α"),
  SGD("sgd", "SGD", "η");

  /** Part of the warm start's residual that is left where the tolerance is relative. */
  static final double RELATIVE = 1e-2;

  /** Name in labels and settings. */
  final String label;

  /** Name for people. */
  final String title;

  /** Symbol of the step. */
  final String symbol;

  Rival(String label, String title, String symbol) {
    this.label = label;
    this.title = title;
    this.symbol = symbol;
  }

  /** Returns the methods of Table 1, in its order. */
  static Rival[] ofThePaper() {
    return new Rival[] {ADAMW, NAG_GS, IRON};
  }

  /**
   * Returns the method as the authors run it: AdamW without decay, the flows with {@code mu =
   * gamma0 = 1}, IRON with the resolvent of the batch's loss and no noise of its own.
   */
  Method method(double step, int batch, MnistSetup setup) {
    Batches batches = Batches.epochs(batch);
    return switch (this) {
      case ADAMW -> AdamW.step(step).weightDecay(0).authors().batches(batches);
      case NAG_GS -> NagGs.step(step).batches(batches);
      case IRON -> Iron.step(step).inner(setup.inner()).batches(batches);
      case IRON_RELATIVE ->
          Iron.step(step)
              .inner(setup.inner().withTolerance(Tolerance.relative(RELATIVE)))
              .batches(batches);
      case SGD -> Sgd.step(step).batches(batches);
    };
  }
}
