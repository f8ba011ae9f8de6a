package org.ironopt.fit;

import java.util.Locale;

/** What stands behind the gap of a fit. */
public enum CertificateKind {
  /** The gap is a proven bound, larger than what rounding can do to it. */
  GAP,
  /** The bound is as small as rounding lets any be: the model is optimal to rounding. */
  ROUNDING,
  /** There is no bound: no penalty, or a point too far from the optimum for one. */
  NONE;

  /** Returns the word for it in files and commands. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
