package org.ironopt.lab.compare;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.ironopt.lab.file.NumericColumns;

/**
 * The runs as a table with the columns that benchopt's results have, so that its plots can read it:
 * {@code objective_name}, {@code solver_name}, {@code dataset_name} (and {@code data_name}, as it
 * was called before), {@code idx_rep}, {@code stop_val}, {@code time}, {@code objective_value},
 * solver parameters with {@code p_solver_} before them, and our counters.
 */
final class BenchoptCsv {
  private static final String[] HEADER =
      ("objective_name,data_name,dataset_name,solver_name,p_solver_step,idx_rep,stop_val,time,"
              + "objective_value,objective_relative,passes,gradients,products,prox_calls")
          .split(",");

  private BenchoptCsv() {}

  static String write(Comparison comparison) {
    StringWriter out = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
      csv.writeRecord(HEADER);
      for (Comparison.ProblemResult problem : comparison.problems()) {
        for (Comparison.MethodResult result : problem.methods()) {
          for (int rep = 0; rep < result.runs().size(); rep++) {
            write(csv, problem.name(), result, rep);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static void write(
      CsvWriter csv, String problem, Comparison.MethodResult result, int rep) {
    NumericColumns run = result.runs().get(rep);
    for (int i = 0; i < run.rows().size(); i++) {
      csv.writeRecord(
          "F",
          problem,
          problem,
          result.method().name(),
          Double.toString(result.step()),
          Integer.toString(rep),
          whole(run.get(i, "steps")),
          number(run.get(i, "seconds")),
          number(run.get(i, "value")),
          number(run.get(i, "relative")),
          number(run.get(i, "passes")),
          whole(run.get(i, "gradients")),
          whole(run.get(i, "products")),
          whole(run.get(i, "proxes")));
    }
  }

  private static String whole(double value) {
    return Long.toString((long) value);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.isInfinite(value) ? "inf" : Double.toString(value);
  }
}
