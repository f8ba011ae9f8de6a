package org.ironopt.curve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ironopt.linalg.Functions;

/**
 * A problem of NIST's Statistical Reference Datasets for nonlinear regression
 * (https://www.itl.nist.gov/div898/strd/), read from its own file: what a program for curves is to
 * be checked with.
 *
 * @param name such as {@code Thurber}
 * @param formula the model
 * @param inputs by columns, in the order of the formula
 * @param y what the model is fitted to
 * @param starts the two starts, by the parameters of the formula
 * @param certified parameters, to eleven digits
 * @param deviations certified standard deviations of the parameters
 * @param rss certified residual sum of squares
 */
record NistProblem(
    String name,
    Formula formula,
    double[][] inputs,
    double[] y,
    double[][] starts,
    double[] certified,
    double[] deviations,
    double rss) {
  /** All 27 problems. */
  static final List<String> NAMES =
      List.of(
          ("Bennett5 BoxBOD Chwirut1 Chwirut2 DanWood ENSO Eckerle4 Gauss1 Gauss2 Gauss3 Hahn1"
                  + " Kirby2 Lanczos1 Lanczos2 Lanczos3 MGH09 MGH10 MGH17 Misra1a Misra1b Misra1c"
                  + " Misra1d Nelson Rat42 Rat43 Roszman1 Thurber")
              .split(" "));

  private static final Pattern PARAMETER =
      Pattern.compile("\\s*b\\d+ =\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s*");

  private static final String RSS = "Residual Sum of Squares:";

  /** Reads the file of a problem. */
  static NistProblem read(String name, InputStream file) throws IOException {
    List<String> lines =
        new String(file.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    List<double[]> parameters = new ArrayList<>();
    StringBuilder model = new StringBuilder();
    double rss = Double.NaN;
    boolean inModel = false;
    int data = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      inModel &= !line.toLowerCase(Locale.ROOT).contains("starting values");
      if (inModel && !line.contains("pi =")) {
        model.append(line.strip()).append(' ');
      }
      inModel |= line.contains("Parameters (");
      Matcher m = PARAMETER.matcher(line);
      if (m.matches()) {
        parameters.add(
            IntStream.rangeClosed(1, 4).mapToDouble(k -> Double.parseDouble(m.group(k))).toArray());
      }
      rss = line.startsWith(RSS) ? Double.parseDouble(line.substring(RSS.length()).strip()) : rss;
      data = line.startsWith("Data:") ? i : data;
    }
    if (data == 0 || parameters.isEmpty()) {
      throw new IOException(name + " is no file of NIST's nonlinear regression problems");
    }
    Map<String, double[]> columns = columns(lines.subList(data, lines.size()));
    double[] y = columns.remove("y");
    boolean log = model.toString().strip().startsWith("log[y]");
    double[] targets = log ? Arrays.stream(y).map(Functions::log).toArray() : y;
    String right = model.substring(model.indexOf("=") + 1).replaceFirst("\\+\\s+e\\s*$", "");
    Formula formula = Formula.parse(right, columns::containsKey);
    double[][] by = new double[4][parameters.size()];
    for (int k = 0; k < parameters.size(); k++) {
      int at = formula.names().indexOf("b" + (k + 1));
      for (int c = 0; c < 4; c++) {
        by[c][at] = parameters.get(k)[c];
      }
    }
    double[][] starts = {by[0], by[1]};
    return new NistProblem(
        name, formula, formula.columns(columns), targets, starts, by[2], by[3], rss);
  }

  /** Returns the columns of the data by their names, which are in the first line. */
  private static Map<String, double[]> columns(List<String> lines) {
    String[] names = lines.getFirst().substring(5).strip().split("\\s+");
    List<double[]> rows =
        lines.stream()
            .skip(1)
            .filter(line -> !line.isBlank())
            .map(String::strip)
            .map(row -> Arrays.stream(row.split("\\s+")).mapToDouble(Double::parseDouble).toArray())
            .toList();
    Map<String, double[]> columns = new HashMap<>();
    for (int c = 0; c < names.length; c++) {
      int at = c;
      columns.put(names[c], rows.stream().mapToDouble(row -> row[at]).toArray());
    }
    return columns;
  }

  /** Returns the residuals, model less data. */
  ResidualFunction residuals() {
    return ResidualFunction.of(formula, inputs, y);
  }

  /** Returns how many digits of the worst parameter are right, at most the certified eleven. */
  double digits(double[] p) {
    double worst = 11;
    for (int k = 0; k < p.length; k++) {
      double error = Math.abs(p[k] - certified[k]) / Math.abs(certified[k]);
      worst = Math.min(worst, error == 0 ? 11 : -StrictMath.log10(error));
    }
    return worst;
  }
}
