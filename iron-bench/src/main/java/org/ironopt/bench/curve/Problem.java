package org.ironopt.bench.curve;

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
import org.ironopt.curve.Formula;
import org.ironopt.linalg.Functions;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * A formula, data, a start and the answer.
 *
 * @param inputs by columns
 */
record Problem(Formula formula, double[][] inputs, double[] y, double[] start, double[] answer) {
  private static final List<String> NIST =
      List.of(
          ("Bennett5 BoxBOD Chwirut1 Chwirut2 DanWood ENSO Eckerle4 Gauss1 Gauss2 Gauss3 Hahn1"
                  + " Kirby2 Lanczos1 Lanczos2 Lanczos3 MGH09 MGH10 MGH17 Misra1a Misra1b Misra1c"
                  + " Misra1d Nelson Rat42 Rat43 Roszman1 Thurber")
              .split(" "));

  private static final Pattern PARAMETER =
      Pattern.compile("\\s*b\\d+ =\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+\\S+\\s*");

  /** Returns the 27 problems of NIST's Statistical Reference Datasets from both starts. */
  static List<Problem> nist() throws IOException {
    List<Problem> all = new ArrayList<>();
    for (String name : NIST) {
      try (InputStream in = Problem.class.getResourceAsStream("/nist/" + name + ".dat")) {
        if (in == null) {
          throw new IOException("the data of NIST's " + name + " is not on the class path");
        }
        all.addAll(parsed(new String(in.readAllBytes(), StandardCharsets.US_ASCII)));
      }
    }
    return all;
  }

  private static List<Problem> parsed(String text) {
    List<String> lines = text.lines().toList();
    List<double[]> parameters = new ArrayList<>();
    StringBuilder model = new StringBuilder();
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
            IntStream.rangeClosed(1, 3).mapToDouble(k -> Double.parseDouble(m.group(k))).toArray());
      }
      data = line.startsWith("Data:") ? i : data;
    }
    String[] names = lines.get(data).substring(5).strip().split("\\s+");
    List<double[]> rows =
        lines.subList(data + 1, lines.size()).stream()
            .filter(line -> !line.isBlank())
            .map(
                line ->
                    Arrays.stream(line.strip().split("\\s+"))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
            .toList();
    Map<String, double[]> columns = new HashMap<>();
    for (int c = 0; c < names.length; c++) {
      int at = c;
      columns.put(names[c], rows.stream().mapToDouble(row -> row[at]).toArray());
    }
    double[] y = columns.remove("y");
    boolean log = model.toString().strip().startsWith("log[y]");
    double[] targets = log ? Arrays.stream(y).map(Functions::log).toArray() : y;
    String right = model.substring(model.indexOf("=") + 1).replaceFirst("\\+\\s+e\\s*$", "");
    Formula formula = Formula.parse(right, columns::containsKey);
    double[][] by = new double[3][parameters.size()];
    for (int k = 0; k < parameters.size(); k++) {
      int at = formula.names().indexOf("b" + (k + 1));
      for (int c = 0; c < 3; c++) {
        by[c][at] = parameters.get(k)[c];
      }
    }
    double[][] x = formula.columns(columns);
    return List.of(
        new Problem(formula, x, targets, by[0], by[2]),
        new Problem(formula, x, targets, by[1], by[2]));
  }

  /** Returns three peaks on a level, ten parameters, with noise. */
  static Problem large(int rows) {
    Formula formula =
        Formula.parse(
            "a1*exp(-((x - m1)/s1)^2) + a2*exp(-((x - m2)/s2)^2) + a3*exp(-((x - m3)/s3)^2) + c",
            "x"::equals);
    double[] answer = {2, 2, 0.7, 1, 5, 1, 3, 8, 0.5, 0.5};
    double[] start = {1, 2.3, 1, 1, 4.6, 1, 1, 8.3, 1, 0};
    double[][] x = {IntStream.range(0, rows).mapToDouble(i -> 10.0 * i / rows).toArray()};
    double[] y = new double[rows];
    formula.rows(answer, x, 0, rows, y, null);
    Stream noise = new Streams(1).stream("noise");
    for (int i = 0; i < rows; i++) {
      y[i] += 0.1 * noise.normal(0, i);
    }
    return new Problem(formula, x, y, start, answer);
  }

  /** Returns whether all parameters have so many digits. */
  boolean solvedBy(double[] p, double tolerance) {
    for (int k = 0; k < p.length; k++) {
      if (!(Math.abs(p[k] - answer[k]) <= tolerance * Math.abs(answer[k]))) {
        return false;
      }
    }
    return true;
  }
}
