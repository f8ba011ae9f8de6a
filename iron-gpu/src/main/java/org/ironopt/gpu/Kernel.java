package org.ironopt.gpu;

import java.util.Locale;

/**
 * The kernels of our own, by the names that they have in the CUDA C sources beside this class.
 * Arguments are those of the source.
 */
public enum Kernel {
  DOT,
  TOTAL,
  RESIDUAL,
  SHIFT,
  ADVANCE,
  FINISH,
  DIRECTION,
  TRIAL,
  CENTER,
  DECAY,
  MEASURE,
  RELAX,
  JUDGE,
  MOVE,
  COUNT,
  BLEND,
  NOTE,
  TRACE,
  DAMP,
  IDENTITY,
  IDENTITY_DOUBLE,
  ADAM_SCALARS,
  ADAM,
  SGD,
  MUON_MIX,
  MUON_UNIT,
  MUON_MOVE,
  GATHER,
  ACTIVATE,
  SLOPE,
  LOSS,
  COVARIANCE,
  FORM,
  DRAW,
  ROW_SLOPES_1,
  ROW_SLOPES_2,
  ROW_SLOPES_4,
  ROW_SLOPES_8,
  SUM_LINES,
  SCALE_ROWS,
  GENERATE,
  ROW_LINK,
  ROW_CURVE,
  ROW_MOVED,
  START_CLOUD,
  QUADRATIC_CLOUD,
  LOGCOSH_CLOUD,
  CLOUD_ERROR;

  /** Threads of a block, of all kernels. */
  public static final int THREADS = 256;

  /** Blocks that elementwise kernels and dots get at most: enough to fill a large device. */
  public static final int MOST_BLOCKS = 1024;

  /** Returns the name in the source. */
  public String symbol() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the blocks for n elements, one or more a thread. */
  public static int blocks(long n) {
    return Math.clamp(Math.ceilDiv(n, (long) THREADS), 1, MOST_BLOCKS);
  }
}
