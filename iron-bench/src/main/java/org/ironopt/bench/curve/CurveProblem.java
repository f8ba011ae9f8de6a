package org.ironopt.bench.curve;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ironopt.curve.Formula;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * A formula, data, a start and the answer.
 *
 * @param inputs by columns
 */
record CurveProblem(
    Formula formula, double[][] inputs, double[] y, double[] start, double[] answer) {
  private static final String NIST =
      "Bennett5 BoxBOD Chwirut1 Chwirut2 DanWood ENSO Eckerle4 Gauss1 Gauss2 Gauss3 Hahn1 Kirby2"
          + " Lanczos1 Lanczos2 Lanczos3 MGH09 MGH10 MGH17 Misra1a Misra1b Misra1c Misra1d Nelson"
          + " Rat42 Rat43 Roszman1 Thurber";

  private static final Pattern MODEL =
      Pattern.compile(
          "(?s)Parameters \\([^)]*\\)(?:\\s+pi =\\s*\\S+)?([^=]*)=(.*?)\\+\\s+e\\s+Starting");

  private static final Pattern PARAMETER =
      Pattern.compile("(?m)^\\s*(b\\d+) =\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)");

  private static final Pattern DATA = Pattern.compile("(?s)\\nData:\\s+(y[^\\n]*)\\n(.*)");

  /** Returns the 27 problems of NIST's Statistical Reference Datasets from both starts. */
  static List<CurveProblem> nist() throws IOException {
    List<CurveProblem> all = new ArrayList<>();
    for (String name : NIST.split(" ")) {
      try (InputStream in = CurveProblem.class.getResourceAsStream("/nist/" + name + ".dat")) {
        if (in == null) {
          throw new IOException("the data of NIST's " + name + " is not on the class path");
        }
        String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        all.addAll(read(text.replace("\r", "")));
      }
    }
    return all;
  }

  /** Reads model, starts, certified parameters and data of a file. */
  private static List<CurveProblem> read(String text) {
    Map<String, double[]> columns = columns(found(DATA, text));
    MatchResult model = found(MODEL, text);
    Formula left = Formula.parse(model.group(1), columns::containsKey);
    Formula right = Formula.parse(model.group(2), columns::containsKey);
    double[] y = new double[columns.get("y").length];
    left.rows(new double[0], left.columns(columns), 0, y.length, y, null);
    double[][] by = new double[3][right.parameters()];
    for (MatchResult line : PARAMETER.matcher(text).results().toList()) {
      for (int c = 0; c < by.length; c++) {
        by[c][right.names().indexOf(line.group(1))] = Double.parseDouble(line.group(2 + c));
      }
    }
    double[][] x = right.columns(columns);
    return List.of(
        new CurveProblem(right, x, y, by[0], by[2]), new CurveProblem(right, x, y, by[1], by[2]));
  }

  private static MatchResult found(Pattern pattern, String text) {
    return pattern.matcher(text).results().findFirst().orElseThrow();
  }

  /** Returns the columns of the data by their names. */
  private static Map<String, double[]> columns(MatchResult data) {
    String[] names = data.group(1).strip().split("\\s+");
    double[] all =
        Arrays.stream(data.group(2).strip().split("\\s+"))
            .mapToDouble(Double::parseDouble)
            .toArray();
    Map<String, double[]> columns = new HashMap<>();
    for (int c = 0; c < names.length; c++) {
      double[] column = new double[all.length / names.length];
      for (int i = 0; i < column.length; i++) {
        column[i] = all[i * names.length + c];
      }
      columns.put(names[c], column);
    }
    return columns;
  }

  /** Returns three peaks on a level, ten parameters, with noise. */
  static CurveProblem large(int rows) {
    Formula formula =
        Formula.parse(
            "a1*exp(-((x - m1)/s1)^2) + a2*exp(-((x - m2)/s2)^2) + a3*exp(-((x - m3)/s3)^2) + c",
            "x"::equals);
    double[] answer = {2, 2, 0.7, 1, 5, 1, 3, 8, 0.5, 0.5};
    double[] start = {1, 2.3, 1, 1, 4.6, 1, 1, 8.3, 1, 0};
    double[][] x = {IntStream.range(0, rows).mapToDouble(i -> 10.0 * i / rows).toArray()};
    double[] y = new double[rows];
    formula.rows(answer, x, 0, rows, y, null);
    RandomStream noise = new RandomStreams(1).stream("noise");
    for (int i = 0; i < rows; i++) {
      y[i] += 0.1 * noise.normal(0, i);
    }
    return new CurveProblem(formula, x, y, start, answer);
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
