package org.ironopt.bench.curve;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.curve.Formula;
import org.ironopt.curve.NistProblem;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * A formula, data, a start and the answer.
 *
 * @param inputs by columns
 */
record Problem(Formula formula, double[][] inputs, double[] y, double[] start, double[] answer) {
  /** Returns the 27 problems of NIST's Statistical Reference Datasets from both starts. */
  static List<Problem> nist() throws IOException {
    List<Problem> all = new ArrayList<>();
    for (String name : NistProblem.NAMES) {
      try (InputStream in = Problem.class.getResourceAsStream("/nist/" + name + ".dat")) {
        if (in == null) {
          throw new IOException("the data of NIST's " + name + " is not on the class path");
        }
        NistProblem p = NistProblem.read(name, in);
        for (double[] start : p.starts()) {
          all.add(new Problem(p.formula(), p.inputs(), p.y(), start, p.certified()));
        }
      }
    }
    return all;
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
