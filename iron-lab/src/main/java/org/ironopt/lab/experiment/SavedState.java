package org.ironopt.lab.experiment;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.method.Stepper;

/**
 * A part of a task's state, which is written and read back bit for bit.
 *
 * @param writer writes it
 * @param reader reads it back in place
 */
public record SavedState(Writer writer, Reader reader) {
  /** Writes a state. */
  public interface Writer {
    void save(DataOutput out) throws IOException;
  }

  /** Reads a state. */
  public interface Reader {
    void restore(DataInput in) throws IOException;
  }

  /** Returns the state of a stepper. */
  public static SavedState of(Stepper stepper) {
    return new SavedState(stepper::save, stepper::restore);
  }

  /** Returns arrays that are changed in place and keep their lengths. */
  public static SavedState of(double[]... arrays) {
    return new SavedState(
        out -> {
          for (double[] array : arrays) {
            write(out, array);
          }
        },
        in -> {
          for (double[] array : arrays) {
            read(in, array);
          }
        });
  }

  /** Returns a table to which rows are added. */
  public static SavedState of(NumericColumns table) {
    return rows(table.rows());
  }

  /** Returns a list to which arrays are added, of any lengths. */
  public static SavedState rows(List<double[]> rows) {
    return new SavedState(
        out -> {
          out.writeInt(rows.size());
          for (double[] row : rows) {
            out.writeInt(row.length);
            write(out, row);
          }
        },
        in -> {
          rows.clear();
          for (int count = in.readInt(); count > 0; count--) {
            double[] row = new double[in.readInt()];
            read(in, row);
            rows.add(row);
          }
        });
  }

  private static void write(DataOutput out, double[] array) throws IOException {
    for (double number : array) {
      out.writeLong(Double.doubleToRawLongBits(number));
    }
  }

  private static void read(DataInput in, double[] array) throws IOException {
    for (int i = 0; i < array.length; i++) {
      array[i] = Double.longBitsToDouble(in.readLong());
    }
  }
}
