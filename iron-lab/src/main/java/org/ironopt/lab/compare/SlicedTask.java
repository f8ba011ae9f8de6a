package org.ironopt.lab.compare;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;

/** A cell whose slices are independent of each other; each gives some rows of its table. */
final class SlicedTask implements Task {
  /**
   * What a slice gives.
   *
   * @param rows of the table
   * @param clock rows of what the clock said, none if nobody looked
   */
  record Slice(List<double[]> rows, List<double[]> clock) {}

  /** Computes a slice. */
  interface Slices {
    Slice at(int slice);
  }

  private final int total;
  private final Slices slices;
  private final Columns trace;
  private final Columns clock;
  private int done;

  SlicedTask(int total, List<String> columns, List<String> clockColumns, Slices slices) {
    this.total = total;
    this.slices = slices;
    trace = new Columns(columns.toArray(String[]::new));
    clock = new Columns(clockColumns.toArray(String[]::new));
  }

  @Override
  public long done() {
    return done;
  }

  @Override
  public long total() {
    return total;
  }

  @Override
  public void advance() {
    Slice slice = slices.at(done);
    slice.rows().forEach(trace::add);
    slice.clock().forEach(clock::add);
    done++;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(done);
    for (Columns table : List.of(trace, clock)) {
      out.writeInt(table.rows().size());
      for (double[] row : table.rows()) {
        for (double number : row) {
          out.writeDouble(number);
        }
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    done = in.readInt();
    for (Columns table : List.of(trace, clock)) {
      table.rows().clear();
      int count = in.readInt();
      if (count > 0 && table.columns().isEmpty()) {
        throw new IOException(count + " rows without columns");
      }
      for (; count > 0; count--) {
        double[] row = new double[table.columns().size()];
        for (int c = 0; c < row.length; c++) {
          row[c] = in.readDouble();
        }
        table.add(row);
      }
    }
  }

  @Override
  public Outcome outcome() {
    Values values = new Values().with("rows", (long) trace.rows().size());
    return new Outcome(values, trace, Map.of());
  }

  @Override
  public Optional<Columns> clock() {
    return clock.columns().isEmpty() ? Optional.empty() : Optional.of(clock);
  }
}
