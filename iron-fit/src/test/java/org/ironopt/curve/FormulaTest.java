package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ironopt.curve.Formula.FormulaException;
import org.ironopt.linalg.Functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
  private static double at(String text, double x, double... p) {
    double[] value = new double[1];
    Formula.parse(text, "x"::equals).rows(p, new double[][] {{x}}, 0, 1, value, null);
    return value[0];
  }

  @ParameterizedTest
  @CsvSource({
    "2+3*4, 14",
    "-x^2, -9",
    "2^3^2, 512",
    "2**3, 8",
    "(1 + x)/(x - 1), 2",
    "8/4/2, 1",
    "1 - 2 - 3, -4",
    "--x, 3",
    "2^-1, 0.5",
    "1.5e-3*1e3, 1.5",
    "'pow(x, 2) + sqrt(16)', 13",
    "cos(pi) + sin(0), -1",
    "log(exp(2)), 2",
    "ABS(-x), 3",
    "[x + 1]*2, 8"
  })
  void values(String text, double expected) {
    assertEquals(expected, at(text, 3), 1e-15 * Math.abs(expected));
  }

  /** Every function and operator against central differences. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a*b + a/b - b^a",
        "exp(a*x)",
        "log(a + x)",
        "ln(a)*x",
        "log10(a)",
        "sqrt(a*b)",
        "sin(a*x)",
        "cos(b)",
        "tan(a)",
        "asin(a/3)",
        "acos(a/3)",
        "atan(a*b)",
        "arctan(b)",
        "sinh(a)",
        "cosh(a)",
        "tanh(a - b)",
        "abs(a - 2)",
        "a^2*b^3",
        "(a + b)^x",
        "pow(a, b)"
      })
  void derivatives(String text) {
    Formula f = Formula.parse(text, "x"::equals);
    int n = f.parameters();
    double[] p = IntStream.range(0, n).mapToDouble(k -> 0.7 + 0.4 * k).toArray();
    double[][] x = {{1.3}};
    double[] slopes = new double[n];
    double[] value = new double[1];
    f.rows(p, x, 0, 1, value, slopes);
    for (int k = 0; k < n; k++) {
      double h = 0x1p-17;
      double[] q = p.clone();
      q[k] = p[k] + h;
      f.rows(q, x, 0, 1, value, null);
      double up = value[0];
      q[k] = p[k] - h;
      f.rows(q, x, 0, 1, value, null);
      assertEquals((up - value[0]) / (2 * h), slopes[k], 1e-8, text);
    }
  }

  @Test
  void namesAreInOrder() {
    Formula f = Formula.parse("b*u + a*exp(-c*t) + b", List.of("t", "u")::contains);
    assertEquals(List.of("b", "a", "c"), f.names());
    assertEquals(List.of("u", "t"), f.inputs());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a*(x + 1 | 3 | the bracket is not closed",
        "a x | 3 | unexpected 'x'",
        "foo(x) | 1 | 'foo' is not a function",
        "1.2.3*a | 1 | '1.2.3' is not a number",
        "a +* x | 4 | unexpected '*'",
        "pow(a x) | 7 | pow needs two arguments",
        "a*# | 3 | unexpected '#'"
      })
  void mistakesHaveAPlace(String text, int column, String message) {
    FormulaException e =
        assertThrows(FormulaException.class, () -> Formula.parse(text, "x"::equals));
    assertTrue(e.getMessage().endsWith(" at line 1, column " + column), e.getMessage());
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }

  /** Shapes find their own start: data of each are fitted to rounding. */
  @ParameterizedTest
  @EnumSource(CommonCurve.class)
  void shapesStartThemselves(CommonCurve shape) {
    double[][] truths = {
      {3, -0.4, 1}, {5, 1.7, 4}, {2, 6, 0.8}, {1.5, -0.7}, {4, 2.5},
    };
    double[] truth = truths[shape.ordinal()];
    double[] x = IntStream.rangeClosed(1, 40).mapToDouble(i -> 0.25 * i).toArray();
    double[] y = new double[x.length];
    Formula.parse(shape.formula(), "x"::equals)
        .rows(truth, new double[][] {x}, 0, x.length, y, null);
    CurveResult fit = shape.fit(x, y).go();
    assertTrue(fit.ending().goal(), fit::toString);
    for (int k = 0; k < truth.length; k++) {
      assertEquals(truth[k], fit.values()[k], 1e-8, fit::toString);
    }
    assertEquals(shape, CommonCurve.of(shape.word()).orElseThrow());
  }

  /** Code with dual numbers has the derivatives of the formula. */
  @Test
  void dualNumbersAreTheFormula() {
    CurveModel code =
        CurveModel.of(
            3,
            (p, x) ->
                p[0].times(p[1].times(-x[0]).exp())
                    .plus(p[2].sqrt().over(p[0]))
                    .minus(p[1].pow(p[2]))
                    .plus(p[2].log().times(p[1].sin()).times(p[0].cos()))
                    .plus(p[0].atan().plus(p[1].tanh()).plus(p[2].pow(1.5)).negate()));
    Formula formula =
        Formula.parse(
            "a*exp(-b*x) + sqrt(c)/a - b^c + log(c)*sin(b)*cos(a) - (atan(a) + tanh(b) + c^1.5)",
            "x"::equals);
    double[] p = {1.2, 0.7, 2.1};
    double[][] x = {{0.3, 1.1, 2.5}};
    double[] v = new double[3];
    double[] w = new double[3];
    double[] j = new double[9];
    double[] g = new double[9];
    code.rows(p, x, 0, 3, v, j);
    formula.rows(p, x, 0, 3, w, g);
    for (int i = 0; i < 9; i++) {
      assertEquals(w[i % 3], v[i % 3], 1e-14);
      assertEquals(g[i], j[i], 1e-14);
    }
  }

  @Test
  void leftSidesMayBeFormulas() {
    double[] x = {1, 2, 3};
    double[] y = {Functions.exp(2), Functions.exp(4), Functions.exp(6)};
    CurveResult fit = Curve.formula("log(y) = a*x", Map.of("x", x, "y", y)).start(1).go();
    assertEquals(2, fit.value("a"), 1e-14);
  }

  /** As deep and long as allowed is read; more is refused in one line, whatever nests. */
  @Test
  void depthAndLengthAreBounded() {
    for (String[] nest :
        new String[][] {
          {"(", ")"},
          {"[", "]"},
          {"-", ""},
          {"+", ""},
          {"2^", ""},
          {"exp(", ")"},
          {"pow(2, ", ")"},
          {"-(", ")"},
          {"2**-", ""}
        }) {
      int levels = nest[0].endsWith("-") && nest[0].length() > 1 || nest[0].equals("-(") ? 2 : 1;
      int most = 99 / levels;
      Formula.parse(nest[0].repeat(most) + "a" + nest[1].repeat(most), "x"::equals);
      for (int depth : new int[] {101, 1000}) {
        String deep = nest[0].repeat(depth) + "a" + nest[1].repeat(depth);
        assertEquals("at most 100 levels", limit(deep), nest[0]);
      }
    }
    Formula.parse("a" + "+1".repeat(4999), "x"::equals);
    assertEquals("at most 10000", limit("a" + "+1".repeat(5000)));
    assertEquals("at most 10000", limit("(".repeat(20_000)));
    StringBuilder many = new StringBuilder("0");
    for (int k = 0; k < 1000; k++) {
      many.append("+a").append(k);
    }
    FormulaException large =
        assertThrows(FormulaException.class, () -> Formula.parse(many + "", "x"::equals));
    assertTrue(large.getMessage().startsWith("the formula is too large"), large::getMessage);
  }

  /** Returns the limit that a refusal names. */
  private static String limit(String formula) {
    String message =
        assertThrows(FormulaException.class, () -> Formula.parse(formula, "x"::equals))
            .getMessage();
    assertTrue(message.length() < 200 && !message.contains("\n"), message);
    Matcher at = Pattern.compile("at most \\d+( levels)?").matcher(message);
    return at.find() ? at.group() : message;
  }

  @Test
  void aTargetIsAColumn() {
    FormulaException e =
        assertThrows(
            FormulaException.class,
            () -> Curve.formula("3 = a*x", Map.of("x", new double[] {1, 2})));
    assertTrue(e.getMessage().startsWith("there is no column left of '='"), e.getMessage());
  }
}
