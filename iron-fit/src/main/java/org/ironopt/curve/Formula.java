package org.ironopt.curve;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.jspecify.annotations.Nullable;

/**
 * A formula such as {@code a*exp(-b*x) + c}, read once and evaluated for many rows, with exact
 * derivatives by its parameters (forward mode; an operation carries only the derivatives that are
 * not 0 by its form). Names that are inputs have a column of data, all others are parameters, in
 * the order in which they appear. There are {@code + - * / ^ **}, brackets, the constant {@code
 * pi}, {@code pow(a, b)} and the functions of {@link Function}.
 */
public final class Formula implements CurveModel {
  private static final int BLOCK = 256;

  /** Derivatives of all operations by the parameters, 100 MB of them for a block of rows. */
  private static final long LARGEST = 50_000;

  private static final double LN_10 = 2.302585092994046;

  /** A function of one argument, with its derivative as a function of argument and value. */
  enum Function {
    EXP(Functions::exp, (_, y) -> y),
    LOG(Functions::log, (x, _) -> 1 / x),
    LN(Functions::log, (x, _) -> 1 / x),
    LOG10(StrictMath::log10, (x, _) -> 1 / (x * LN_10)),
    SQRT(Math::sqrt, (_, y) -> 0.5 / y),
    SIN(StrictMath::sin, (x, _) -> StrictMath.cos(x)),
    COS(StrictMath::cos, (x, _) -> -StrictMath.sin(x)),
    TAN(StrictMath::tan, (_, y) -> 1 + y * y),
    ASIN(StrictMath::asin, (x, _) -> 1 / Math.sqrt(1 - x * x)),
    ACOS(StrictMath::acos, (x, _) -> -1 / Math.sqrt(1 - x * x)),
    ATAN(StrictMath::atan, (x, _) -> 1 / (1 + x * x)),
    ARCTAN(StrictMath::atan, (x, _) -> 1 / (1 + x * x)),
    SINH(StrictMath::sinh, (x, _) -> StrictMath.cosh(x)),
    COSH(StrictMath::cosh, (x, _) -> StrictMath.sinh(x)),
    TANH(Functions::tanh, (_, y) -> 1 - y * y),
    ABS(Math::abs, (x, _) -> Math.signum(x));

    final DoubleUnaryOperator value;
    final DoubleBinaryOperator slope;

    Function(DoubleUnaryOperator value, DoubleBinaryOperator slope) {
      this.value = value;
      this.slope = slope;
    }

    /** Returns the name in a formula. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns all names, for messages. */
    static String words() {
      return Arrays.stream(values()).map(Function::word).collect(Collectors.joining(", "));
    }
  }

  /** One operation; operands are the indices of earlier ones. */
  sealed interface Node {
    record Constant(double value) implements Node {}

    record Input(int column) implements Node {}

    record Parameter(int index) implements Node {}

    record Binary(char operator, int a, int b) implements Node {}

    record Call(Function function, int a) implements Node {}
  }

  private final String text;
  private final List<Node> nodes;
  private final List<String> names;
  private final List<String> inputs;

  /** The parameters that each node depends on, ascending. */
  private final int[][] on;

  Formula(String text, List<Node> nodes, List<String> parameters, List<String> inputs) {
    this.text = text;
    this.nodes = List.copyOf(nodes);
    names = List.copyOf(parameters);
    this.inputs = List.copyOf(inputs);
    on = new int[nodes.size()][];
    long derivatives = 0;
    for (int k = 0; k < on.length; k++) {
      on[k] =
          switch (nodes.get(k)) {
            case Node.Parameter p -> new int[] {p.index};
            case Node.Call c -> on[c.a];
            case Node.Binary b -> union(on[b.a], on[b.b]);
            default -> new int[0];
          };
      derivatives += on[k].length;
      if (derivatives > LARGEST) {
        String sentence =
            "the formula is too large: its operations have more than "
                + LARGEST
                + " derivatives by parameters";
        throw new FormulaException(sentence, text, 0);
      }
    }
  }

  private static int[] union(int[] a, int[] b) {
    return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).distinct().sorted().toArray();
  }

  /**
   * Reads a formula.
   *
   * @param input tells which names are columns of data
   * @throws FormulaException if it cannot be read, with the place
   */
  public static Formula parse(String text, Predicate<String> input) {
    return new FormulaParser(text, input).parse();
  }

  /** Returns the names that are not inputs, in the order of their first appearance. */
  public List<String> names() {
    return names;
  }

  /** Returns the inputs that appear, in the order of their first appearance. */
  public List<String> inputs() {
    return inputs;
  }

  /** Returns how many parameters there are. */
  @Override
  public int parameters() {
    return names.size();
  }

  /** Returns the columns of the inputs, in their order. */
  public double[][] columns(Map<String, double[]> data) {
    return inputs.stream()
        .map(name -> Objects.requireNonNull(data.get(name), name))
        .toArray(double[][]::new);
  }

  @Override
  public void rows(
      double[] p, double[][] x, int from, int to, double[] values, double @Nullable [] j) {
    new Tape(p, x, Math.min(BLOCK, to - from), j != null).run(from, to, values, j);
  }

  @Override
  public String toString() {
    return text;
  }

  /** Values v and derivatives d of all nodes on a block of rows. */
  private final class Tape {
    private final double[][] x;
    private final int length;
    private final double[][] v = new double[nodes.size()][];
    private final double[][][] d;

    Tape(double[] p, double[][] x, int length, boolean derivatives) {
      this.x = x;
      this.length = length;
      d = new double[derivatives ? v.length : 0][][];
      for (int k = 0; k < v.length; k++) {
        v[k] = new double[length];
        if (derivatives) {
          d[k] = new double[on[k].length][length];
        }
        switch (nodes.get(k)) {
          case Node.Constant c -> Arrays.fill(v[k], c.value);
          case Node.Parameter q -> {
            Arrays.fill(v[k], p[q.index]);
            if (derivatives) {
              Arrays.fill(d[k][0], 1);
            }
          }
          default -> {}
        }
      }
    }

    void run(int from, int to, double[] values, double @Nullable [] j) {
      int n = names.size();
      int last = v.length - 1;
      if (j != null && on[last].length < n) {
        Arrays.fill(j, 0, (to - from) * n, 0);
      }
      for (int start = from; start < to; start += length) {
        int count = Math.min(length, to - start);
        for (int k = 0; k <= last; k++) {
          switch (nodes.get(k)) {
            case Node.Input input -> System.arraycopy(x[input.column], start, v[k], 0, count);
            case Node.Binary b -> binary(b, k, count);
            case Node.Call c -> call(c, k, count);
            default -> {}
          }
        }
        System.arraycopy(v[last], 0, values, start - from, count);
        for (int c = 0; j != null && c < on[last].length; c++) {
          double[] column = d[last][c];
          for (int i = 0, at = (start - from) * n + on[last][c]; i < count; i++, at += n) {
            j[at] = column[i];
          }
        }
      }
    }

    private void call(Node.Call node, int k, int count) {
      double[] a = v[node.a];
      double[] out = v[k];
      for (int i = 0; i < count; i++) {
        out[i] = node.function.value.applyAsDouble(a[i]);
      }
      if (d.length == 0 || on[k].length == 0) {
        return;
      }
      for (int i = 0; i < count; i++) {
        double slope = node.function.slope.applyAsDouble(a[i], out[i]);
        for (int c = 0; c < on[k].length; c++) {
          d[k][c][i] = slope * d[node.a][c][i];
        }
      }
    }

    private void binary(Node.Binary node, int k, int count) {
      double[] a = v[node.a];
      double[] b = v[node.b];
      double[] out = v[k];
      switch (node.operator) {
        case '+' -> Vectors.add(a, 1, b, out);
        case '-' -> Vectors.subtract(a, b, out);
        case '*' -> Vectors.multiply(a, b, out);
        case '/' -> {
          for (int i = 0; i < count; i++) {
            out[i] = a[i] / b[i];
          }
        }
        default -> {
          for (int i = 0; i < count; i++) {
            out[i] = b[i] == 2 ? a[i] * a[i] : StrictMath.pow(a[i], b[i]);
          }
        }
      }
      for (int c = 0; d.length > 0 && c < on[k].length; c++) {
        double[] da = derivative(node.a, on[k][c]);
        double[] db = derivative(node.b, on[k][c]);
        double[] dk = d[k][c];
        Arrays.fill(dk, 0, count, 0);
        if (da != null) {
          addFirst(node.operator, a, b, da, dk, count);
        }
        if (db != null) {
          addSecond(node.operator, a, b, out, db, dk, count);
        }
      }
    }

    /** Adds the derivative by the first operand. */
    private static void addFirst(
        char operator, double[] a, double[] b, double[] da, double[] dk, int count) {
      for (int i = 0; i < count; i++) {
        dk[i] +=
            switch (operator) {
              case '+', '-' -> da[i];
              case '*' -> b[i] * da[i];
              case '/' -> da[i] / b[i];
              default -> (b[i] == 2 ? 2 * a[i] : b[i] * StrictMath.pow(a[i], b[i] - 1)) * da[i];
            };
      }
    }

    /**
     * Adds the derivative by the second operand; a power of 0 does not change with its exponent.
     */
    private static void addSecond(
        char operator, double[] a, double[] b, double[] out, double[] db, double[] dk, int count) {
      for (int i = 0; i < count; i++) {
        dk[i] +=
            switch (operator) {
              case '+' -> db[i];
              case '-' -> -db[i];
              case '*' -> a[i] * db[i];
              case '/' -> -out[i] / b[i] * db[i];
              default -> out[i] == 0 ? 0 : out[i] * Functions.log(a[i]) * db[i];
            };
      }
    }

    /** Returns the derivatives of a node by a parameter, null if they are 0. */
    private double @Nullable [] derivative(int node, int parameter) {
      int at = Arrays.binarySearch(on[node], parameter);
      return at < 0 ? null : d[node][at];
    }
  }

  /** A formula that cannot be read: what was found, what was expected, and where. */
  public static final class FormulaException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** The place is an index in the text, which may have several lines. */
    FormulaException(String message, String text, int place) {
      super(message + where(text, place));
    }

    /** Returns an index in a text in words, such as {@code at line 1, column 8}. */
    public static String where(String text, int place) {
      long line = 1 + text.substring(0, place).chars().filter(c -> c == '\n').count();
      int column = place - text.lastIndexOf('\n', place - 1);
      return String.format(Locale.ROOT, " at line %d, column %d", line, column);
    }
  }
}
