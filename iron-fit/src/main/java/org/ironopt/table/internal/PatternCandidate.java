package org.ironopt.table.internal;

import java.io.Serial;
import java.io.Serializable;
import org.ironopt.table.internal.TableRow.FieldExcerpt;

/** What the values of a column are in one form of numbers or dates. */
abstract class PatternCandidate implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  long read;
  long failures;
  double mean;
  double least = Double.POSITIVE_INFINITY;
  double most = Double.NEGATIVE_INFINITY;

  /** A value that shows the form, for a message. */
  FieldExcerpt example = FieldExcerpt.NONE;

  /** The first value that is not of the form. */
  FieldExcerpt failure = FieldExcerpt.NONE;

  void add(double value) {
    read++;
    mean += value / read - mean / read;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }

  void fail(TableRow row, int i) {
    if (failures++ == 0) {
      failure = row.seen(i);
    }
  }

  /** Adds what was seen of later rows in the same form, but for the example. */
  void add(PatternCandidate later) {
    failure = failures == 0 ? later.failure : failure;
    failures += later.failures;
    double all = Math.max(1.0, (double) read + later.read);
    mean = mean * (read / all) + later.mean * (later.read / all);
    read += later.read;
    least = Math.min(least, later.least);
    most = Math.max(most, later.most);
  }
}
