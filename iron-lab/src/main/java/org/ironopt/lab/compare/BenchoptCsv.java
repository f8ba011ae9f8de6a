package org.ironopt.lab.compare;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * The runs as a table with the columns that benchopt's results have, so that its plots can read it:
 * {@code objective_name}, {@code solver_name}, {@code dataset_name} (and {@code data_name}, as it
 * was called before), {@code idx_rep}, {@code stop_val}, {@code time}, {@code objective_value},
 * solver parameters with {@code p_solver_} before them, and our counters.
 */
final class BenchoptCsv {
  private static final String[] HEADER = {
    "objective_name",
    "data_name",
    "dataset_name",
    "solver_name",
    "p_solver_step",
    "idx_rep",
    "stop_val",
    "time",
    "objective_value",
    "objective_relative",
    "passes",
    "gradients",
    "products",
    "prox_calls"
  };

  private BenchoptCsv() {}

  static String write(Findings findings) {
    StringWriter out = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
      csv.writeRecord(HEADER);
      for (Findings.Field field : findings.fields) {
        for (Findings.Line line : field.lines()) {
          for (int rep = 0; rep < line.curves().size(); rep++) {
            write(csv, field.named().name(), line, rep);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static void write(CsvWriter csv, String problem, Findings.Line line, int rep) {
    Curve c = line.curves().get(rep);
    for (int i = 0; i < c.value().length; i++) {
      csv.writeRecord(
          "F",
          problem,
          problem,
          line.method().name(),
          Double.toString(line.step()),
          Integer.toString(rep),
          whole(c.steps()[i]),
          number(c.axes()[Curve.Axis.SECONDS.ordinal()][i]),
          number(c.value()[i]),
          number(c.relative()[i]),
          number(c.axes()[Curve.Axis.PASSES.ordinal()][i]),
          whole(c.axes()[Curve.Axis.GRADIENTS.ordinal()][i]),
          whole(c.axes()[Curve.Axis.PRODUCTS.ordinal()][i]),
          whole(c.axes()[Curve.Axis.PROXES.ordinal()][i]));
    }
  }

  private static String whole(double value) {
    return Long.toString((long) value);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.isInfinite(value) ? "inf" : Double.toString(value);
  }
}
