package org.ironopt.spark;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pass over the rows that Spark gave up after its own attempts: a disk that is full, executors
 * that keep dying, a broadcast that is lost. The message is one line; Spark's own is the cause.
 */
public final class ClusterFailure extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** What follows is the exception of the task, with where it was thrown in further lines. */
  private static final Pattern REASON =
      Pattern.compile(
          "(?:most recent failure: )?Lost task[^:]*: (?:ExecutorLostFailure|\\S+: )?(.*)");

  ClusterFailure(Exception cause) {
    super(
        "Spark gave up a pass over the rows: "
            + reason(String.valueOf(cause.getMessage()))
            + "; look at the executors and at the room in spark.local.dir",
        cause);
  }

  private static String reason(String message) {
    Matcher found = REASON.matcher(message);
    String text = found.find() ? found.group(1) : message;
    return text.lines().findFirst().orElse("no reason given").strip();
  }
}
