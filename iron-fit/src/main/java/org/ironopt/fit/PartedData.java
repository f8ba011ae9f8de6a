package org.ironopt.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Archive;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.CompensatedLoss;
import org.ironopt.regression.Logistic.LogisticLoss;
import org.ironopt.regression.Loss;
import org.ironopt.regression.Poisson.PoissonLoss;
import org.ironopt.regression.Ridge.SquaredLoss;
import org.ironopt.regression.Separation;
import org.ironopt.regression.Softmax.SoftmaxLoss;

/** Data in parts elsewhere; their moments are asked for once. */
record PartedData(ModelKind kind, Parts parts, Answer.Moments moments, List<String> classNames)
    implements FitData {
  /** Rows of a sample for each parameter, and of all rows for one of it, for it to pay. */
  private static final int SAMPLED = 50;

  private static final int FEWER = 8;

  static PartedData of(ModelKind kind, Parts parts, List<String> names) {
    Answer.Moments m = (Answer.Moments) parts.ask(new Parts.Ask.Moments());
    int classes = kind.classes() ? m.targets().length : 0;
    Require.that(
        kind != ModelKind.LOGISTIC || classes <= 2,
        "logistic regression needs 2 classes, the data has %d: use softmax regression",
        classes);
    List<String> numbers = IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    if (!names.isEmpty()) {
      Require.sameLength("classes of the data", classes, "names", names.size());
    }
    return new PartedData(kind, parts, m, names.isEmpty() ? numbers : List.copyOf(names));
  }

  @Override
  public long rows() {
    return moments.rows();
  }

  @Override
  public int columns() {
    return moments.mean().length;
  }

  @Override
  public PartedData weighed(boolean balanced, Map<String, Double> classWeights) {
    if (balanced || !classWeights.isEmpty()) {
      here("weighing classes");
    }
    return this;
  }

  @Override
  public FitRows loss(boolean intercept) {
    Loss loss =
        switch (kind) {
          case LOGISTIC -> new LogisticLoss();
          case SOFTMAX -> new SoftmaxLoss(moments.targets().length);
          case RIDGE -> new SquaredLoss();
          case POISSON -> new PoissonLoss();
        };
    int parameters = loss.outputs() * (columns() + (intercept ? 1 : 0));
    return new Rows(loss, parts.matrixPays(parameters));
  }

  @Override
  public void requireMinimum() {
    double[] weights = kind.classes() ? moments.targets() : new double[] {moments.counts()[2]};
    UnfitDataException.requireMinimum(kind, weights, classNames);
  }

  @Override
  public ColumnMoments moments(boolean exact) {
    double scale = 1 / moments.weight();
    double[][] tilt = new double[moments.tilt().length][];
    Arrays.setAll(tilt, k -> scaled(scale, moments.tilt()[k]));
    return new ColumnMoments(moments.mean(), scaled(scale, moments.squares()), tilt);
  }

  private static double[] scaled(double factor, double[] v) {
    double[] out = v.clone();
    Vectors.scale(factor, out);
    return out;
  }

  @Override
  public boolean matrixPays(int parameters, int products) {
    return parts.matrixPays(parameters);
  }

  @Override
  public String reason(int parameters, int products) {
    return String.format(
        Locale.ROOT,
        parts.matrixPays(parameters)
            ? " (each pass over the parts brings the matrix of the %d parameters)"
            : " (a matrix of the %d parameters would cost more than passes for products)",
        parameters);
  }

  @Override
  public boolean elsewhere() {
    return true;
  }

  @Override
  public Optional<FitData> sample(int parameters) {
    // The exact Hessian of squares leads to their optimum in one step from anywhere.
    if (kind == ModelKind.RIDGE || !parts.matrixPays(parameters)) {
      return Optional.empty();
    }
    List<Part> some = parts.sample();
    long rows = some.stream().mapToLong(Part::rows).sum();
    boolean pays = rows >= SAMPLED * (long) parameters && rows() >= FEWER * rows;
    return pays
        ? Optional.of(new PartedData(kind, new Sample(some), moments, classNames))
        : Optional.empty();
  }

  /** Rows that stand for all others, here. */
  private record Sample(List<Part> parts) implements Parts {
    @Override
    public Answer ask(Ask ask) {
      return parts.stream().map(part -> part.answer(ask)).reduce(Answer::plus).orElseThrow();
    }

    @Override
    public boolean matrixPays(int parameters) {
      return true;
    }
  }

  @Override
  public Dataset here(String what) {
    throw new IllegalArgumentException(
        what + " takes rows on this machine, these are in parts elsewhere");
  }

  /**
   * The mean loss of rows in parts. The last points are remembered, and with them, if it pays,
   * their Hessians: products with vectors then ask nobody. Near a point whose Hessian is known that
   * one stands for the others, since adding it up costs more than everything else of a pass.
   */
  private final class Rows implements FitRows {
    /** A bound that is large although little was moved is worth another pass. */
    private static final double LITTLE = 1e-6;

    private static final int REMEMBERED = 3;

    /**
     * A point is near another if the quadratic form of their difference is below this part of the
     * value: predictions then differ by a tenth or so, and second derivatives, averaged over rows,
     * by some hundredths. A step then leaves a thousandth of the gap, for a fraction of the price
     * of a Hessian.
     */
    private static final double NEAR = 1e-2;

    /** Points in a row that do with the Hessian of an earlier one; more show that it misleads. */
    private static final int MOST_NEAR = 4;

    private final Loss loss;
    private final boolean matrix;

    /** A point and the answer to it. */
    private record Seen(double[] w, boolean rough, Answer.Sums sums, Tally tally) {
      boolean hasMatrix() {
        return sums.matrix().length > 0;
      }
    }

    private final Deque<Seen> seen = new ArrayDeque<>();

    /** The last point with its Hessian, and how many points did with it since. */
    private Seen curved;

    private int borrowed;

    Rows(Loss loss, boolean matrix) {
      this.loss = loss;
      this.matrix = matrix;
    }

    @Override
    public Loss loss() {
      return loss;
    }

    @Override
    public Facts facts() {
      double[] shares = Arrays.copyOf(moments.targets(), Math.max(2, loss.outputs()));
      Vectors.scale(1 / moments.weight(), shares);
      double offset = moments.counts()[0] / moments.weight();
      double magnitude = moments.counts()[1] / moments.weight();
      return new Facts(moments.rows(), shares, moments.additions(), offset, magnitude);
    }

    /** Not counted as a pass: it measures, and no step needs it. */
    @Override
    public CompensatedLoss accurate(double[] w) {
      double[] sums = ((Answer.Sums) parts.ask(new Parts.Ask.Loss(w.clone()))).scalars();
      return new CompensatedLoss(sums[0], sums[1], sums[2]);
    }

    @Override
    public Linearized curvature(LongConsumer reads) {
      return new Workspace(reads);
    }

    /**
     * Writes which points are remembered. Their answers are asked for again, since parts give the
     * same bits each time, and a Hessian is longer than all points together.
     */
    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(borrowed);
      out.writeInt(seen.size());
      for (Seen known : seen) {
        write(known, out);
      }
      out.writeBoolean(curved != null);
      if (curved != null) {
        write(curved, out);
      }
    }

    private static void write(Seen known, DataOutput out) throws IOException {
      out.writeBoolean(known.hasMatrix());
      out.writeBoolean(known.rough);
      out.writeInt(known.w.length);
      new Archive(out).array(known.w);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      borrowed = in.readInt();
      seen.clear();
      for (int points = in.readInt(); points > 0; points--) {
        seen.addLast(asked(in));
      }
      curved = in.readBoolean() ? asked(in) : null;
    }

    /** Asks again for a point; the pass was counted when it was asked for first. */
    private Seen asked(DataInput in) throws IOException {
      boolean withMatrix = in.readBoolean();
      boolean rough = in.readBoolean();
      double[] w = new double[in.readInt()];
      new Archive(in).array(w);
      return seen(w, withMatrix, rough, rows -> {});
    }

    private Seen seen(double[] w, boolean withMatrix, boolean rough, LongConsumer reads) {
      Answer.Sums sums = ask(new Parts.Ask.Point(w, withMatrix, rough), reads);
      return new Seen(w, rough, sums, new Tally(loss, moments.weight(), sums.scalars()));
    }

    private Answer.Sums ask(Parts.Ask ask, LongConsumer reads) {
      reads.accept(rows());
      return ((Answer.Sums) parts.ask(ask)).whole();
    }

    private Optional<Seen> known(double[] w, boolean withMatrix) {
      return seen.stream()
          .filter(known -> Arrays.equals(known.w, w) && (known.hasMatrix() || !withMatrix))
          .findFirst();
    }

    private Seen point(double[] w, boolean withMatrix, LongConsumer reads) {
      return known(w, withMatrix).orElseGet(() -> added(w, withMatrix, reads));
    }

    private Seen added(double[] w, boolean withMatrix, LongConsumer reads) {
      // The first Hessian is that of a step whose end is uncertain anyway.
      seen.addFirst(seen(w.clone(), withMatrix, curved == null, reads));
      if (seen.size() > REMEMBERED) {
        seen.removeLast();
      }
      return seen.getFirst();
    }

    /** Returns a point, with its Hessian if that is wanted and none is known near by. */
    private Seen point(double[] w, LongConsumer reads) {
      Optional<Seen> known = known(w, false);
      if (known.isPresent()) {
        return known.get();
      }
      boolean fresh = matrix && !near(w);
      Seen there = added(w, fresh, reads);
      curved = fresh ? there : curved;
      borrowed = fresh ? 0 : borrowed + 1;
      return there;
    }

    /** Whether the last Hessian is about that of a point; that of squares is always the same. */
    private boolean near(double[] w) {
      if (curved == null || loss instanceof PoissonLoss) {
        return false;
      }
      if (loss instanceof SquaredLoss) {
        return true;
      }
      double[] step = w.clone();
      Vectors.axpy(-1, curved.w, step);
      double form = Vectors.dot(step, curved.sums.times(step)) / moments.weight();
      return borrowed < MOST_NEAR && form <= NEAR * curved.tally.value();
    }

    private final class Workspace implements Linearized {
      private final LongConsumer reads;
      private double[] w = new double[0];

      Workspace(LongConsumer reads) {
        this.reads = reads;
      }

      private Seen here() {
        return point(w, reads);
      }

      /** Returns the Hessian here, or one near by. */
      private Answer.Sums hessian() {
        Seen there = here();
        return (there.hasMatrix() ? there : curved).sums;
      }

      @Override
      public double at(double[] point, double[] gradient) {
        w = point.clone();
        Seen there = here();
        mean(there.sums.vector(), gradient);
        return there.tally.value();
      }

      private void mean(double[] sum, double[] out) {
        for (int i = 0; i < out.length; i++) {
          out[i] = sum[i] / moments.weight();
        }
      }

      @Override
      public void apply(double[] v, double[] hv) {
        mean(
            matrix ? hessian().times(v) : ask(new Parts.Ask.Product(w, v.clone()), reads).vector(),
            hv);
      }

      @Override
      public void block(DenseMatrix h) {
        double[] lower = (matrix ? hessian() : point(w, true, reads).sums).matrix();
        for (int i = 0, k = 0; i < h.rows(); i++) {
          for (int j = 0; j <= i; j++, k++) {
            double e = lower[k] / moments.weight();
            h.set(i, j, e);
            h.set(j, i, e);
          }
        }
      }

      @Override
      public void interceptBlock(DenseMatrix block) {
        here().tally.interceptBlock(block);
      }

      @Override
      public double divergence(double tau, double t, double[] mixed, double logarithm) {
        Tally tally = here().tally;
        double unit = 0x1p-50 * Math.sqrt(moments.additions());
        double bound = tally.divergence(tau, t, mixed, facts().shares()[0], unit);
        boolean little = Math.max(Math.abs(t), tau) < LITTLE;
        if (bound < LITTLE * tally.value() || !little && bound < Double.POSITIVE_INFINITY) {
          return bound;
        }
        Answer.Sums exact = ask(new Parts.Ask.Moved(w, tau, t, mixed), reads);
        double mean = exact.scalars()[0] / moments.weight();
        return exact.least()[0] > 0 ? mean : mean + Divergence.unseen(mixed, logarithm);
      }

      @Override
      public double squares() {
        return here().tally.squares();
      }

      @Override
      public Separation separation() {
        double[] least = here().sums.least();
        return new Separation(least[0] > 0, least[1]);
      }
    }
  }
}
