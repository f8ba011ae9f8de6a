package org.ironopt.lab.experiment;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.ironopt.lab.file.Columns;
import org.ironopt.method.Stepper;

/** A part of a task's state, which writes itself and reads itself back bit for bit. */
public interface Saved {
  void save(DataOutput out) throws IOException;

  void restore(DataInput in) throws IOException;

  /** Returns the state of a stepper. */
  static Saved of(Stepper stepper) {
    return new Saved() {
      @Override
      public void save(DataOutput out) throws IOException {
        stepper.save(out);
      }

      @Override
      public void restore(DataInput in) throws IOException {
        stepper.restore(in);
      }
    };
  }

  /** Returns arrays that are changed in place and keep their lengths. */
  static Saved of(double[]... arrays) {
    return new Saved() {
      @Override
      public void save(DataOutput out) throws IOException {
        for (double[] array : arrays) {
          write(out, array);
        }
      }

      @Override
      public void restore(DataInput in) throws IOException {
        for (double[] array : arrays) {
          read(in, array);
        }
      }
    };
  }

  /** Returns a table to which rows are added. */
  static Saved of(Columns table) {
    return rows(table.rows());
  }

  /** Returns a list to which arrays are added, of any lengths. */
  static Saved rows(List<double[]> rows) {
    return new Saved() {
      @Override
      public void save(DataOutput out) throws IOException {
        out.writeInt(rows.size());
        for (double[] row : rows) {
          out.writeInt(row.length);
          write(out, row);
        }
      }

      @Override
      public void restore(DataInput in) throws IOException {
        rows.clear();
        for (int count = in.readInt(); count > 0; count--) {
          double[] row = new double[in.readInt()];
          read(in, row);
          rows.add(row);
        }
      }
    };
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
