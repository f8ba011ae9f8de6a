package org.ironopt.lab.foundations;

import java.util.List;

/** A check on random instances: each instance gives one row of numbers. */
interface Study {
  /** Returns a short label, safe as a file name. */
  String label();

  /** Returns the names of the numbers of a row. */
  List<String> columns();

  /** Returns how many instances are worth their time when this many are asked for. */
  default int count(int instances) {
    return instances;
  }

  /** Returns the numbers of one instance; NaN where a statement does not apply to it. */
  double[] row(Draw draw);
}
