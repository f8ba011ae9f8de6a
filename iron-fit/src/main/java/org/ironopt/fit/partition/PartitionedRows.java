package org.ironopt.fit.partition;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.internal.CompensatedLoss;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.PoissonLoss;
import org.ironopt.regression.internal.Separation;
import org.ironopt.regression.internal.SquaredLoss;

/**
 * The mean loss of rows in partitions. The last points are kept, with their Hessians if that is
 * cheaper; products with vectors then need no query. A Hessian is reused near its point, since
 * adding it up costs more than the rest of a pass.
 */
public final class PartitionedRows implements FitRows {
  private static final int REMEMBERED = 3;

  /**
   * A point is near another if the quadratic form of their difference is below this part of the
   * value: predictions then differ by a tenth or so, and second derivatives, averaged over rows, by
   * some hundredths. A step then leaves a thousandth of the gap, for a fraction of the price of a
   * Hessian.
   */
  private static final double NEAR = 1e-2;

  /** Points in a row that do with the Hessian of an earlier one; more show that it misleads. */
  private static final int MOST_NEAR = 4;

  private final Partitions parts;
  private final TargetSums rows;
  private final Loss loss;
  private final boolean matrix;

  /** A point and the answer to it. */
  private record CachedAnswer(
      double[] w, boolean rough, PartialSums.Sums sums, CertificateSums certificate) {
    boolean hasMatrix() {
      return sums.matrix().length > 0;
    }
  }

  private final Deque<CachedAnswer> seen = new ArrayDeque<>();

  /** The last point with its Hessian, and how many points did with it since. */
  private CachedAnswer curved;

  private int borrowed;

  public PartitionedRows(Partitions parts, PartialSums.Moments moments, Loss loss, boolean matrix) {
    this.parts = parts;
    rows = moments.rows();
    this.loss = loss;
    this.matrix = matrix;
  }

  @Override
  public Loss loss() {
    return loss;
  }

  @Override
  public TargetSums targets() {
    return rows;
  }

  @Override
  public boolean elsewhere() {
    return true;
  }

  /** Not counted as a pass: it measures, and no step needs it. */
  @Override
  public CompensatedLoss accurate(double[] w) {
    double[] sums = ((PartialSums.Sums) parts.answer(new Query.Loss(w.clone()))).scalars();
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
    for (CachedAnswer known : seen) {
      write(known, out);
    }
    out.writeBoolean(curved != null);
    if (curved != null) {
      write(curved, out);
    }
  }

  private static void write(CachedAnswer known, DataOutput out) throws IOException {
    out.writeBoolean(known.hasMatrix());
    out.writeBoolean(known.rough);
    out.writeInt(known.w.length);
    new StateCodec(out).array(known.w);
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
  private CachedAnswer asked(DataInput in) throws IOException {
    boolean withMatrix = in.readBoolean();
    boolean rough = in.readBoolean();
    double[] w = new double[in.readInt()];
    new StateCodec(in).array(w);
    return seen(w, withMatrix, rough, read -> {});
  }

  private CachedAnswer seen(double[] w, boolean withMatrix, boolean rough, LongConsumer reads) {
    PartialSums.Sums sums = answer(new Query.Point(w, withMatrix, rough), reads);
    return new CachedAnswer(
        w, rough, sums, new CertificateSums(loss, rows.weight(), sums.scalars()));
  }

  private PartialSums.Sums answer(Query query, LongConsumer reads) {
    reads.accept(rows.rows());
    return ((PartialSums.Sums) parts.answer(query)).whole();
  }

  private Optional<CachedAnswer> known(double[] w, boolean withMatrix) {
    return seen.stream()
        .filter(known -> Arrays.equals(known.w, w) && (known.hasMatrix() || !withMatrix))
        .findFirst();
  }

  private CachedAnswer point(double[] w, boolean withMatrix, LongConsumer reads) {
    return known(w, withMatrix).orElseGet(() -> added(w, withMatrix, reads));
  }

  private CachedAnswer added(double[] w, boolean withMatrix, LongConsumer reads) {
    // The first Hessian is that of a step whose end is uncertain anyway.
    seen.addFirst(seen(w.clone(), withMatrix, curved == null, reads));
    if (seen.size() > REMEMBERED) {
      seen.removeLast();
    }
    return seen.getFirst();
  }

  /** Returns a point, with its Hessian if that is wanted and none is known near by. */
  private CachedAnswer point(double[] w, LongConsumer reads) {
    Optional<CachedAnswer> known = known(w, false);
    if (known.isPresent()) {
      return known.get();
    }
    boolean fresh = matrix && !near(w);
    CachedAnswer there = added(w, fresh, reads);
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
    double form = Vectors.dot(step, curved.sums.times(step)) / rows.weight();
    return borrowed < MOST_NEAR && form <= NEAR * curved.certificate.value();
  }

  private final class Workspace implements Linearized {
    private final LongConsumer reads;
    private double[] w = new double[0];

    Workspace(LongConsumer reads) {
      this.reads = reads;
    }

    private CachedAnswer here() {
      return point(w, reads);
    }

    /** Returns the Hessian here, or one near by. */
    private PartialSums.Sums hessian() {
      CachedAnswer there = here();
      return (there.hasMatrix() ? there : curved).sums;
    }

    @Override
    public double at(double[] point, double[] gradient) {
      w = point.clone();
      CachedAnswer there = here();
      mean(there.sums.vector(), gradient);
      return there.certificate.value();
    }

    private void mean(double[] sum, double[] out) {
      for (int i = 0; i < out.length; i++) {
        out[i] = sum[i] / rows.weight();
      }
    }

    @Override
    public void apply(double[] v, double[] hv) {
      mean(
          matrix ? hessian().times(v) : answer(new Query.Product(w, v.clone()), reads).vector(),
          hv);
    }

    @Override
    public void block(DenseMatrix h) {
      double[] lower = (matrix ? hessian() : point(w, true, reads).sums).matrix();
      for (int i = 0, k = 0; i < h.rows(); i++) {
        for (int j = 0; j <= i; j++, k++) {
          double e = lower[k] / rows.weight();
          h.set(i, j, e);
          h.set(j, i, e);
        }
      }
    }

    @Override
    public CertificateSums sums() {
      return here().certificate;
    }

    @Override
    public double[] mean(BregmanDivergence d) {
      double[] sum = answer(new Query.Divergence(w, d), reads).scalars();
      return new double[] {sum[0] / rows.weight(), sum[1]};
    }

    @Override
    public Separation separation() {
      double[] least = here().sums.least();
      return new Separation(least[0] > 0, least[1]);
    }
  }
}
