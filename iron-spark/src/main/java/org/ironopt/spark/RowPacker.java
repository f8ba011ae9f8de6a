package org.ironopt.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.fit.partition.Partition;
import org.ironopt.model.ModelKind;

/**
 * Packs the rows (label, weight, features) of one partition into pieces of a bounded size, in their
 * order. Rows of weight zero are left out, and counted are those left out without a label. The
 * first row of a piece decides whether it is sparse; a sparse piece that is full enough becomes
 * dense, and dense numbers that are floats are kept as floats. All of it is a function of the rows.
 * Numbers are copied from where Spark has them, without an object for each row.
 */
final class RowPacker implements Iterator<PackedRows> {
  /** Numbers of a piece at most, but for a single row: 64 MB of doubles. */
  static final int PIECE = 1 << 23;

  /** A sparse piece with a larger part of its numbers stored becomes dense. */
  private static final double FULL = 0.25;

  /** Weights outside of these powers of two are refused: their sums could leave the range. */
  private static final int WEIGHTS = 300;

  private static final int CLASSES = 100_000;

  private final ModelKind kind;
  private final boolean intercept;
  private final int partition;
  private final Iterator<InternalRow> rows;
  private long read;
  private boolean refused;

  private double[] values = new double[1024];
  private int[] indices = new int[0];
  private int[] starts = new int[128];
  private double[] targets = new double[128];
  private double[] weights = new double[128];

  RowPacker(ModelKind kind, boolean intercept, int partition, Iterator<InternalRow> rows) {
    this.kind = kind;
    this.intercept = intercept;
    this.partition = partition;
    this.rows = rows;
  }

  @Override
  public boolean hasNext() {
    return !refused && rows.hasNext();
  }

  @Override
  public PackedRows next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    int count = 0;
    int stored = 0;
    int columns = -1;
    boolean sparse = false;
    long unlabelled = 0;
    while (rows.hasNext() && !full(stored, columns, sparse)) {
      InternalRow row = rows.next();
      if (row.isNullAt(0) || Double.isNaN(row.getDouble(0))) {
        unlabelled++;
        read++;
        continue;
      }
      Optional<String> wrong = wrong(row);
      if (wrong.isPresent()) {
        return refused(wrong.get());
      }
      StoredVector x = StoredVector.of(row.getStruct(2, StoredVector.FIELDS));
      if (columns >= 0 && x.size() != columns || x.size() == 0) {
        return refused(
            "has " + x.size() + " features, expected " + (columns >= 0 ? columns : "at least one"));
      }
      if (columns < 0) {
        columns = x.size();
        sparse = x.sparse();
      }
      int end = stored + (sparse ? x.count() : columns);
      reserve(count, end, columns, sparse);
      if (sparse) {
        x.copy(indices, values, stored);
      } else {
        x.copyAll(values, stored);
      }
      int bad = notFinite(stored, end);
      if (bad >= 0) {
        int column = sparse ? indices[bad] : bad - stored;
        return refused(
            "has the number " + values[bad] + " in column " + column + ", expected a finite one");
      }
      read++;
      if (row.getDouble(1) > 0) {
        targets[count] = row.getDouble(0);
        weights[count] = row.getDouble(1);
        stored = end;
        starts[++count] = stored;
      }
    }
    Partition part = count == 0 ? null : pack(count, stored, columns, sparse);
    return new PackedRows.Packed(part, columns, unlabelled);
  }

  /** Names a row by its place, and lets no other follow. */
  private PackedRows refused(String wrong) {
    refused = true;
    return new PackedRows.Refused(
        "row " + read + " of partition " + partition + " (both from 0) " + wrong);
  }

  /** Returns the first place of a number that is none, -1 if there is not. */
  private int notFinite(int from, int to) {
    for (int k = from; k < to; k++) {
      if (!Double.isFinite(values[k])) {
        return k;
      }
    }
    return -1;
  }

  /** Dense pieces end before a row that would not fit, so that a full one is an exact array. */
  private static boolean full(int stored, int columns, boolean sparse) {
    return stored > 0 && (sparse ? stored >= PIECE : stored > PIECE - columns);
  }

  /** Returns what is wrong with a row but for its features, after its name. */
  private Optional<String> wrong(InternalRow row) {
    for (int k = 1; k < 3; k++) {
      if (row.isNullAt(k)) {
        String name = k == 1 ? "weight" : "vector of features";
        return Optional.of("has no " + name + ": drop rows with nulls, or fill them in");
      }
    }
    double y = row.getDouble(0);
    boolean whole = y >= 0 && y < CLASSES && y == Math.rint(y);
    if (kind.classes() && !whole) {
      return Optional.of(
          "has the label " + y + ", expected a class 0, 1, 2, ...: use a StringIndexer");
    }
    boolean counts = kind == ModelKind.POISSON;
    if (!Double.isFinite(y) || counts && y < 0) {
      return Optional.of("has the label " + y + ", expected a number" + (counts ? " >= 0" : ""));
    }
    double weight = row.getDouble(1);
    if (!(weight == 0 || weight > 0 && Math.abs(Math.getExponent(weight)) <= WEIGHTS)) {
      return Optional.of("has the weight " + weight + ", expected a number >= 0 below 1e90");
    }
    return Optional.empty();
  }

  private void reserve(int count, int numbers, int columns, boolean sparse) {
    if (count + 1 >= starts.length) {
      int more = 2 * starts.length;
      starts = Arrays.copyOf(starts, more);
      targets = Arrays.copyOf(targets, more);
      weights = Arrays.copyOf(weights, more);
    }
    if (numbers > values.length) {
      int most = sparse ? Integer.MAX_VALUE : Math.max(1, PIECE / columns) * columns;
      // Fourfold, since what is copied while it grows would else be as much as the rows.
      long more = Math.min(most, 4L * values.length);
      values = Arrays.copyOf(values, (int) Math.max(numbers, more));
    }
    if (sparse && indices.length < values.length) {
      indices = Arrays.copyOf(indices, values.length);
    }
  }

  private Partition pack(int count, int stored, int columns, boolean sparse) {
    Features x = features(count, stored, columns, sparse);
    double[] y = Arrays.copyOf(targets, count);
    Dataset data;
    if (kind.classes()) {
      int[] labels = Arrays.stream(y).mapToInt(v -> (int) v).toArray();
      int classes = Arrays.stream(labels).max().orElse(0) + 1;
      data = Dataset.classification(x, labels, Math.max(2, classes));
    } else {
      data = Dataset.regression(x, y);
    }
    boolean equal = Arrays.stream(weights, 0, count).allMatch(w -> w == 1);
    return Partition.of(
        kind, intercept, equal ? data : data.weighted(Arrays.copyOf(weights, count)));
  }

  private Features features(int count, int stored, int columns, boolean sparse) {
    if (!sparse) {
      return dense(count, columns, taken(stored));
    }
    if (stored <= FULL * count * columns) {
      return SparseFeatures.of(
          count,
          columns,
          Arrays.copyOf(starts, count + 1),
          Arrays.copyOf(indices, stored),
          Arrays.copyOf(values, stored));
    }
    double[] all = new double[count * columns];
    for (int i = 0; i < count; i++) {
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        all[i * columns + indices[k]] = values[k];
      }
    }
    return dense(count, columns, all);
  }

  /** Returns the numbers so far in an array of their own; a full one is handed over. */
  private double[] taken(int stored) {
    if (stored < values.length) {
      return Arrays.copyOf(values, stored);
    }
    double[] whole = values;
    values = new double[rows.hasNext() ? stored : 0];
    return whole;
  }

  private static Features dense(int count, int columns, double[] numbers) {
    for (double number : numbers) {
      if ((float) number != number) {
        return new DenseFeatures(count, columns, numbers);
      }
    }
    float[] floats = new float[numbers.length];
    for (int k = 0; k < floats.length; k++) {
      floats[k] = (float) numbers[k];
    }
    return new FloatFeatures(count, columns, floats);
  }
}
