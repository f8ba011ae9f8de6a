package org.ironopt.fit.path;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.fit.path.DualPoint.Rounding;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.internal.Loss;

/**
 * Minimises {@code mean loss(U v) + penalty(v)} for one penalty after the other. Around the last
 * point the loss is a quadratic model whose matrix may be of an earlier point; the model is
 * minimised on a working set of variables, which gets those that the certificate finds missing. The
 * matrix is made anew once that costs less than the steps that it would save. Steps and
 * certificates see the rows through products with all columns; least squares with the products of
 * all columns with one another need no rows at all.
 */
public final class SparseSolver {
  /** Most steps at one penalty, and steps without a smaller gap after which it stops. */
  private static final int STEPS = 200;

  private static final int STALLED = 12;

  /** Multiplications of a Gram matrix in the time of one of a product with a vector, about. */
  private static final double TILED = 4;

  private static final int FIRST = 100;

  /** A shorter part of a step is not tried. */
  private static final double SHORTEST = 1e-7;

  /** A smaller loss of the free columns alone is on its way to zero. */
  private static final double LEAST = 1e-9;

  /** Most columns all of whose products are formed at once. */
  private static final int LARGEST = 2000;

  /** Most variables of a matrix that grows, and those of one that always pays. */
  private static final int MATRIX = 4000;

  private static final int SMALL = 1000;

  private final Columns x;
  private final RowLoss loss;
  private final Penalty penalty;
  private final DualPoint dual;
  private final Gram gram;
  private final QuadraticModel model;
  private final RowModel rowModel;
  private final double[] v;

  /** Slopes of the mean loss at v, but for the free variables, whose slopes are zero there. */
  private final double[] z;

  /** Room for variables. */
  private final int[] some;

  private final double[] from;
  private final double[] start;

  private double value;
  private double lossValue;
  private double gap = Double.POSITIVE_INFINITY;
  private double lastL1 = Double.POSITIVE_INFINITY;
  private double earlierL1 = Double.POSITIVE_INFINITY;

  /** The solution before the last one, if that is known. */
  private double[] last = new double[0];

  private Runnable check = () -> {};
  private long checks;

  private SparseSolver(Columns x, RowLoss loss, Penalty penalty, Rounding rounding, boolean full) {
    this.x = x;
    this.loss = loss;
    this.penalty = penalty;
    v = new double[loss.outputs * x.count];
    some = new int[v.length];
    from = new double[v.length];
    start = new double[v.length];
    gram = new Gram(x, loss);
    model = new QuadraticModel(gram, penalty, v);
    if (full) {
      gram.renew();
      gram.track(IntStream.range(0, v.length).toArray(), v.length);
      dual = GramPoint.of(x, loss, gram, penalty, rounding);
    } else {
      dual = new RowPoint(x, loss, penalty, rounding);
    }
    z = dual.slopes;
    rowModel = new RowModel(x, loss, penalty, v, z);
  }

  /**
   * Returns a solver that stands at the fit of the free columns alone.
   *
   * @param of the loss of a row
   * @param penalty factors and bounds of the coefficients of {@link Standardized} columns
   * @param penalties how many penalties will be asked for, about
   */
  public static SparseSolver of(
      ModelKind kind, Loss of, Dataset data, Standardized columns, Penalty penalty, int penalties) {
    Columns x = Columns.of(data, columns.center(), columns.spread(), columns.intercept());
    RowLoss loss = RowLoss.of(kind, of, data, x.stride, columns.intercept());
    boolean full = forms(kind, x.count, penalties);
    SparseSolver solver = new SparseSolver(x, loss, penalty, columns.rounding(x, loss), full);
    solver.begin(columns.intercept());
    return solver;
  }

  /** Returns whether the products of all columns with one another are formed. */
  public static boolean forms(ModelKind kind, int columns, int penalties) {
    return kind == ModelKind.RIDGE && columns <= Math.min(LARGEST, 16L * penalties);
  }

  /** Fits the free columns alone, from the best intercepts. */
  private void begin(boolean intercept) {
    for (int c = 0; intercept && c < loss.outputs; c++) {
      v[(c + 1) * x.count - 1] = loss.intercept(c);
    }
    penalty.set(Double.MAX_VALUE, 0);
    for (int k = 0; k < 5; k++) {
      evaluate();
    }
    if (dual instanceof RowPoint rows) {
      rows.keepAlone();
    }
  }

  /** Returns the live coefficients of standardised columns, output after output. */
  public double[] v() {
    return v;
  }

  /** Returns what was taken from the targets, to be added to the intercept. */
  public double shift() {
    return loss.shift();
  }

  /**
   * Returns whether the fit of the free columns alone has a minimum; free columns that separate the
   * classes have none.
   */
  public boolean attained() {
    boolean separated = loss.kind.classes() && !(lossValue > LEAST);
    return !separated && Double.isFinite(lossValue) && Double.isFinite(penalty.largest(z, 1));
  }

  /** Returns l1 from which on all penalised variables stay where they are, if they are zero. */
  public double largest() {
    return penalty.largest(z, 1);
  }

  /** Returns how often all columns were read, about. */
  public long passes() {
    return Math.ceilDiv(x.reads + (long) Math.sqrt(2.0 * x.products), x.count);
  }

  /** Returns the mean loss at v. */
  public double loss() {
    return lossValue;
  }

  /** Returns the mean loss and the penalty. */
  public double value() {
    return value;
  }

  /** Returns the bound on the value less its minimum. */
  public double gap() {
    return gap;
  }

  /** Is run between steps; what it throws ends the solve. */
  public void check(Runnable check) {
    this.check = check;
  }

  /** Restarts from a point, without the history of the solve; free columns may move it. */
  public void restart(double[] at) {
    Vectors.copy(at, v);
    evaluate();
    if (dual instanceof RowPoint && !(loss.quadratic() && x.symmetric())) {
      gram.renew();
    }
    model.clear();
    lastL1 = Double.POSITIVE_INFINITY;
    last = new double[0];
  }

  /** Loss and slopes at v, after Newton steps in the free variables, with the gap. */
  private void evaluate() {
    checks++;
    dual.at(v);
    lossValue = dual.loss;
    value = dual.value();
    gap = dual.gap();
  }

  /**
   * Minimises for a penalty from where v is, and returns whether the gap was reached.
   *
   * @param tolerance absolute gap to reach
   */
  public boolean solve(double l1, double reg, double tolerance) {
    penalty.set(l1, reg);
    value = dual.value();
    // What a step gains tells nothing of the next one where the model is exact.
    gap = loss.quadratic() ? Double.POSITIVE_INFINITY : dual.gap();
    if (!gram.known()) {
      gram.renew();
    }
    boolean[] in = working(l1);
    ahead(l1);
    // A slope that is off by e costs the gap about e |v|.
    double target = 0.3 * tolerance / (norm() + Math.sqrt(lossValue));
    double rate = 0;
    double best = gap;
    int stalled = 0;
    for (int step = 0; step < STEPS && (step == 0 || !(gap <= tolerance)); step++) {
      check.run();
      double before = gap;
      Vectors.copy(v, from);
      double valueBefore = value;
      step(in, step == 0 ? start : v, target);
      evaluate();
      // A model of an earlier point may promise too much.
      double t = 1;
      while (!(value <= valueBefore + 1e-13 * Math.abs(valueBefore)) && t > SHORTEST) {
        t /= 2;
        Arrays.setAll(v, j -> from[j] + 0.5 * (v[j] - from[j]));
        evaluate();
      }
      if (!(value <= valueBefore + 1e-13 * Math.abs(valueBefore))) {
        // No part of the step is one down: the model is not definite, or far from the loss.
        Vectors.copy(from, v);
        evaluate();
        if (loss.quadratic() || ++stalled >= STALLED) {
          break;
        }
        gram.renew();
        model.clear();
        continue;
      }
      boolean more = extend(in);
      // Far from the minimum of exponentials the gap may grow while the value falls.
      boolean falls = value < valueBefore - 0.01 * Math.min(gap, Math.abs(value));
      if (gap < 0.9 * best || falls) {
        best = Math.min(gap, best);
        stalled = 0;
      } else if (++stalled >= STALLED) {
        break;
      }
      if (more || gap <= tolerance) {
        continue;
      }
      rate = gap / before;
      if (loss.quadratic()) {
        target *= 0.1;
      } else if (t < 1 || renewPays(rate, tolerance)) {
        gram.renew();
        model.clear();
      }
    }
    return gap <= tolerance;
  }

  /**
   * Starts where the line through the last two solutions is at a penalty: between changes of the
   * support a lasso path is straight. Signs stay.
   */
  private void ahead(double l1) {
    Vectors.copy(v, start);
    double part = (l1 - lastL1) / (lastL1 - earlierL1);
    if (last.length > 0 && part > 0 && part <= 2) {
      for (int k = 0; k < dual.uses; k++) {
        int j = dual.used[k];
        double d = part * (v[j] - last[j]);
        double end = penalty.limit(j, v[j], d);
        start[j] = end == Double.POSITIVE_INFINITY ? v[j] + d : end;
      }
    }
    last = last.length > 0 ? last : new double[v.length];
    Vectors.copy(v, last);
    earlierL1 = lastL1;
    lastL1 = l1;
  }

  private double norm() {
    double sum = 0;
    for (int k = 0; k < dual.uses; k++) {
      sum += Math.abs(v[dual.used[k]]);
    }
    return sum;
  }

  private boolean renewPays(double rate, double tolerance) {
    if (rate >= 0.95) {
      return true;
    }
    double steps = StrictMath.log(gap / tolerance) / -StrictMath.log(rate);
    double step = 2.0 * x.count * loss.outputs;
    double matrix = 0.5 * gram.size * gram.size / TILED * (loss.outputs > 1 ? 1.5 : 1);
    return (steps - 2) * step > matrix;
  }

  /** Minimises a model on the working set, from a point near v. */
  private void step(boolean[] in, double[] start, double target) {
    int[] wanted = where(in);
    if (byRows(wanted.length)) {
      rowModel.minimise(wanted, start, target, check);
      return;
    }
    int count = 0;
    for (int j : wanted) {
      if (gram.place[j] < 0) {
        some[count++] = j;
      }
    }
    gram.track(some, count);
    model.grow();
    for (int k = 0; k < gram.size; k++) {
      model.c[k] = -z[gram.variable[k]];
    }
    // In the order of the variables, which does not tell when they were tracked.
    int[] set = IntStream.of(wanted).map(j -> gram.place[j]).toArray();
    model.begin(set, start);
    model.minimise(set, set.length, target, check);
  }

  private int[] where(boolean[] in) {
    int n = 0;
    for (int j = 0; j < in.length; j++) {
      if (in[j]) {
        some[n++] = j;
      }
    }
    return Arrays.copyOf(some, n);
  }

  /** Returns whether steps of so many variables cost less through the rows than with a matrix. */
  private boolean byRows(int variables) {
    return dual instanceof RowPoint && loss.outputs == 1 && variables > most(x.length());
  }

  /**
   * Returns how many variables a matrix is formed of at most: one update of a variable costs as
   * many multiplications, but two for each element of a column through the rows.
   *
   * @param length elements of a column
   */
  static double most(double length) {
    return Math.min(MATRIX, Math.max(SMALL, 4 * length));
  }

  /** Chooses the variables to begin with: those in use, and those that may come to be so. */
  private boolean[] working(double l1) {
    boolean[] in = new boolean[v.length];
    for (int j = 0; j < v.length; j++) {
      in[j] = penalty.kink(j) == 0;
    }
    for (int k = 0; k < dual.uses; k++) {
      in[dual.used[k]] = true;
    }
    // The strong rule: a slope changes no faster than the penalty, nearly always.
    double part = lastL1 < 2 * l1 ? 2 - lastL1 / l1 : 1;
    add(in, pulled(in, part), Math.max(FIRST, 2 * dual.uses));
    return in;
  }

  /** Adds variables outside the set that want to move; returns whether there are any. */
  private boolean extend(boolean[] in) {
    int[] pulled = pulled(in, 1);
    add(in, pulled, Math.max(FIRST, dual.uses));
    return pulled.length > 0;
  }

  /** Returns the variables outside the set whose slopes are above a part of their kinks. */
  private int[] pulled(boolean[] in, double part) {
    int count = 0;
    for (int j = 0; j < v.length; j++) {
      double kink = part * penalty.kink(j);
      // Few slopes are so large, of either sign.
      if (Math.abs(z[j]) > kink && !in[j] && penalty.pull(j, z[j]) > kink) {
        some[count++] = j;
      }
    }
    return Arrays.copyOf(some, count);
  }

  private double over(int j) {
    return penalty.pull(j, z[j]) - penalty.kink(j);
  }

  /** Adds those with the largest slopes over their kinks. */
  private void add(boolean[] in, int[] pulled, int most) {
    int[] wanted = pulled;
    if (pulled.length > most) {
      wanted =
          IntStream.of(pulled)
              .boxed()
              .sorted((a, b) -> Double.compare(over(b), over(a)))
              .limit(most)
              .mapToInt(j -> j)
              .toArray();
    }
    for (int j : wanted) {
      in[j] = true;
    }
  }

  /** What was done: coordinate updates, columns read, products of columns, certificates. */
  public record Work(long updates, long reads, long products, long checks) {}

  /** Returns what was done so far. */
  public Work work() {
    return new Work(model.updates + rowModel.updates, x.reads, x.products, checks);
  }
}
