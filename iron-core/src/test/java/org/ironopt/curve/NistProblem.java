package org.ironopt.curve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ironopt.linalg.Functions;

/**
 * A problem of NIST's Statistical Reference Datasets for nonlinear regression, read from its own
 * file: model, data, two starts, certified parameters and their standard deviations.
 */
record NistProblem(
    String name,
    Formula formula,
    double[] y,
    Map<String, double[]> columns,
    double[][] starts,
    double[] certified,
    double[] deviations,
    double rss) {
  static final List<String> NAMES =
      List.of(
          "Bennett5",
          "BoxBOD",
          "Chwirut1",
          "Chwirut2",
          "DanWood",
          "ENSO",
          "Eckerle4",
          "Gauss1",
          "Gauss2",
          "Gauss3",
          "Hahn1",
          "Kirby2",
          "Lanczos1",
          "Lanczos2",
          "Lanczos3",
          "MGH09",
          "MGH10",
          "MGH17",
          "Misra1a",
          "Misra1b",
          "Misra1c",
          "Misra1d",
          "Nelson",
          "Rat42",
          "Rat43",
          "Roszman1",
          "Thurber");

  private static final Pattern PARAMETER =
      Pattern.compile("\\s*b\\d+ =\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s*");

  static NistProblem read(String name) {
    try {
      List<String> lines = Files.readAllLines(Path.of("src/test/resources/nist/" + name + ".dat"));
      StringBuilder model = new StringBuilder();
      List<double[]> parameters = new ArrayList<>();
      List<double[]> rows = new ArrayList<>();
      String header = "";
      double rss = 0;
      boolean inModel = false;
      for (String line : lines) {
        if (line.contains("Starting values") || line.contains("Starting Values")) {
          inModel = false;
        }
        if (inModel && !line.isBlank() && !line.contains("pi =")) {
          model.append(line.strip()).append(' ');
        }
        if (line.contains("Parameters (")) {
          inModel = true;
        }
        Matcher m = PARAMETER.matcher(line);
        if (m.matches()) {
          parameters.add(numbers(m.group(1), m.group(2), m.group(3), m.group(4)));
        }
        if (line.startsWith("Residual Sum of Squares:")) {
          rss = Double.parseDouble(line.substring(24).strip());
        }
        if (line.startsWith("Data:")) {
          header = line.substring(5).strip();
          rows.clear();
        } else if (!line.isBlank() && !header.isEmpty()) {
          try {
            rows.add(numbers(line.strip().split("\\s+")));
          } catch (NumberFormatException e) {
            // Words between the headings and the data.
          }
        }
      }
      String[] names = header.split("\\s+");
      int m = rows.size();
      Map<String, double[]> columns = new HashMap<>();
      for (int c = 1; c < names.length; c++) {
        int at = c;
        columns.put(names[c], rows.stream().mapToDouble(r -> r[at]).toArray());
      }
      double[] y = rows.stream().mapToDouble(r -> r[0]).toArray();
      String text = model.toString();
      if (text.startsWith("log[y]")) {
        for (int i = 0; i < m; i++) {
          y[i] = Functions.log(y[i]);
        }
      }
      text =
          text.substring(
              text.indexOf('=') + 1,
              text.lastIndexOf("+ e") < 0 ? text.lastIndexOf("+  e") : text.lastIndexOf("+ e"));
      Formula formula = Formula.parse(text, columns::containsKey);
      int n = parameters.size();
      double[][] by = new double[4][n];
      for (int k = 0; k < n; k++) {
        int at = formula.names().indexOf("b" + (k + 1));
        for (int c = 0; c < 4; c++) {
          by[c][at] = parameters.get(k)[c];
        }
      }
      return new NistProblem(
          name, formula, y, columns, new double[][] {by[0], by[1]}, by[2], by[3], rss);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double[] numbers(String... texts) {
    double[] numbers = new double[texts.length];
    for (int i = 0; i < texts.length; i++) {
      numbers[i] = Double.parseDouble(texts[i]);
    }
    return numbers;
  }

  double[][] inputs() {
    return formula.columns(columns);
  }

  ResidualFunction residuals() {
    return ResidualFunction.of(formula, inputs(), y);
  }

  /** Returns the digits of the worst parameter. */
  double digits(double[] p) {
    double worst = 11;
    for (int k = 0; k < p.length; k++) {
      double error = Math.abs(p[k] - certified[k]) / Math.abs(certified[k]);
      worst = Math.min(worst, error == 0 ? 11 : -StrictMath.log10(error));
    }
    return worst;
  }
}
