package org.ironopt.lab.mnist;

import java.util.List;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Preconditioner;

/**
 * The methods that are compared. IRON is run a second time with a residual tolerance relative to
 * the warm start: at small steps the paper's absolute one accepts the start, and nothing moves.
 */
enum ComparedOptimizer {
  ADAMW("AdamW", "η", "orange"),
  NAG_GS("NAG-GS", "α", "vermilion"),
  IRON("IRON-FI", "α", "blue"),
  IRON_RELATIVE("IRON-FI, relative residual", "α", "blue dashed"),
  SGD("SGD", "η", "green");

  /** The methods of Table 1, in its order. */
  static final List<ComparedOptimizer> PAPER = List.of(ADAMW, NAG_GS, IRON);

  /** Relative tolerance: part of the warm start's residual that may be left. */
  static final double RELATIVE = 1e-2;

  /** The authors' limit of CG iterations in a Newton step. */
  private static final int CG_LIMIT = 200;

  /** Name for people. */
  final String title;

  /** Symbol of the step. */
  final String symbol;

  /** How its curves are drawn. */
  final String style;

  ComparedOptimizer(String title, String symbol, String style) {
    this.title = title;
    this.symbol = symbol;
    this.style = style;
  }

  /**
   * Returns the method as the authors run it: AdamW without decay, the flows with {@code mu =
   * gamma0 = 1}, IRON with the resolvent of the batch's loss and no noise of its own.
   */
  Method method(double step, int batch, MnistSettings settings) {
    Batches batches = Batches.epochs(batch);
    return switch (this) {
      case ADAMW -> AdamW.step(step).weightDecay(0).authors().batches(batches);
      case NAG_GS -> NagGs.step(step).batches(batches);
      case IRON, IRON_RELATIVE -> Iron.step(step).inner(inner(settings)).batches(batches);
      case SGD -> Sgd.step(step).batches(batches);
    };
  }

  /** Returns the paper's inner solve: Algorithm 2 with CG for the linear systems. */
  private InnerMethod inner(MnistSettings settings) {
    Direction.ForcingTerm forcing = new Direction.ForcingTerm.Fixed(settings.cg());
    return InnerMethod.PAPER
        .direction(new Direction.Cg(forcing, new Preconditioner.None(), CG_LIMIT))
        .tolerance(
            this == IRON
                ? InnerTolerance.absolute(settings.residual())
                : InnerTolerance.relative(RELATIVE))
        .truncate(settings.newtonSteps());
  }
}
