package org.ironopt.lab.compare;

import java.util.Locale;

/**
 * The runs as a table with the columns that benchopt's results have, so that its plots can read it:
 * {@code objective_name}, {@code solver_name}, {@code dataset_name} (and {@code data_name}, as it
 * was called before), {@code idx_rep}, {@code stop_val}, {@code time}, {@code objective_value},
 * solver parameters with {@code p_solver_} before them, and our counters.
 */
final class BenchoptCsv {
  static final String HEADER =
      "objective_name,data_name,dataset_name,solver_name,p_solver_step,idx_rep,stop_val,time,"
          + "objective_value,objective_relative,passes,gradients,products,prox_calls";

  private BenchoptCsv() {}

  static String write(Findings findings) {
    StringBuilder out = new StringBuilder(HEADER).append('\n');
    for (Findings.Field field : findings.fields) {
      for (Findings.Line line : field.lines()) {
        for (int rep = 0; rep < line.curves().size(); rep++) {
          Curve c = line.curves().get(rep);
          for (int i = 0; i < c.value().length; i++) {
            String problem = field.named().name();
            out.append(
                String.format(
                    Locale.ROOT,
                    "F,%s,%s,%s,%s,%d,%d,%s,%s,%s,%s,%d,%d,%d%n",
                    problem,
                    problem,
                    line.method().name(),
                    line.step(),
                    rep,
                    (long) c.steps()[i],
                    number(c.axes()[Curve.Axis.SECONDS.ordinal()][i]),
                    number(c.value()[i]),
                    number(c.relative()[i]),
                    number(c.axes()[Curve.Axis.PASSES.ordinal()][i]),
                    (long) c.axes()[Curve.Axis.GRADIENTS.ordinal()][i],
                    (long) c.axes()[Curve.Axis.PRODUCTS.ordinal()][i],
                    (long) c.axes()[Curve.Axis.PROXES.ordinal()][i]));
          }
        }
      }
    }
    return out.toString();
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Double.isInfinite(value) ? "inf" : Double.toString(value);
  }
}
