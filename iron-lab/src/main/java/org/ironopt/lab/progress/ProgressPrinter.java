package org.ironopt.lab.progress;

import static org.ironopt.io.internal.Numbers.format;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.ironopt.lab.JsonCodec;
import org.ironopt.lab.TerminalWriter;

/** Prints progress: a bar that redraws itself, a line every few seconds, or a JSON line. */
public final class ProgressPrinter implements Progress {
  /** How progress is shown. */
  public enum Form {
    /** One line, redrawn. */
    BAR,
    /** A line every few seconds. */
    LINES,
    /** A JSON object every few seconds. */
    JSON,
    /** Messages only. */
    QUIET
  }

  private static final int WIDTH = 24;
  private static final long BAR_NANOS = 100_000_000L;
  private static final long LINE_NANOS = 2_000_000_000L;
  private static final String CLEAR = TerminalWriter.control("\r\u001b[K");
  private static final long NEVER = Long.MIN_VALUE;

  private final PrintWriter err;
  private final Form form;
  private final LongSupplier nanos;
  private String label = "";
  private int cell;
  private int cells;
  private long began;
  private long shown = NEVER;
  private long startDone = -1;
  private boolean barOpen;

  public ProgressPrinter(PrintWriter err, Form form, LongSupplier nanos) {
    this.err = err;
    this.form = form;
    this.nanos = nanos;
  }

  @Override
  public void begin(String label, int cell, int cells) {
    this.label = label;
    this.cell = cell;
    this.cells = cells;
    began = nanos.getAsLong();
    startDone = -1;
    if (shown == NEVER) {
      shown = began;
    }
  }

  @Override
  public void update(long done, long total) {
    long now = nanos.getAsLong();
    if (startDone < 0) {
      startDone = done;
    }
    long pause = form == Form.BAR ? BAR_NANOS : LINE_NANOS;
    if (form == Form.QUIET || now - shown < pause) {
      return;
    }
    shown = now;
    double seconds = (now - began) * 1e-9;
    double rate = seconds > 0 ? (done - startDone) / seconds : 0;
    double left = rate > 0 ? (total - done) / rate : Double.NaN;
    switch (form) {
      case BAR -> {
        err.print(CLEAR + bar(done, total) + numbers(done, total, rate, left));
        barOpen = true;
      }
      case LINES -> err.println(numbers(done, total, rate, left).strip());
      case JSON ->
          err.printf(
              Locale.ROOT,
              "{\"progress\":{\"label\":%s,\"cell\":%d,\"cells\":%d,\"done\":%d,\"total\":%d,"
                  + "\"rate\":%.3f,\"secondsLeft\":%s}}%n",
              quoted(label),
              cell,
              cells,
              done,
              total,
              rate,
              Double.isNaN(left) ? "null" : format("%.1f", left));
      case QUIET -> {}
    }
    err.flush();
  }

  private static String bar(long done, long total) {
    int full = (int) (WIDTH * done / Math.max(1, total));
    return "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] ";
  }

  private String numbers(long done, long total, double rate, double left) {
    String eta = Double.isNaN(left) ? "" : format(", %.0f s left", left);
    String which = cells == 1 ? "" : " " + cell + "/" + cells;
    String speed = rate < 1 ? "" : format(", %.0f/s", rate);
    return format("%s %s: %d/%d%s%s", which, label, done, total, speed, eta);
  }

  @Override
  public void message(String text) {
    closeBar();
    err.println(form == Form.JSON ? "{\"message\":" + quoted(text) + "}" : text);
    err.flush();
  }

  @Override
  public void milestone(String text) {
    if (form != Form.QUIET) {
      message(text);
    }
  }

  private static String quoted(String text) {
    return JsonCodec.text(text);
  }

  @Override
  public void end() {
    closeBar();
    err.flush();
  }

  private void closeBar() {
    if (barOpen) {
      err.print(CLEAR);
      barOpen = false;
    }
  }
}
