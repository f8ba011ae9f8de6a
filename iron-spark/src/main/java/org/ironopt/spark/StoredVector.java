package org.ironopt.spark;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.Platform;

/**
 * A vector of {@code spark.ml} as data frames store it: a struct of its kind (0 sparse, 1 dense),
 * the size of a sparse one, the places of its numbers, and the numbers.
 *
 * @param size length of the vector
 * @param places of the numbers, ascending; null if all are there
 * @param numbers stored
 */
record StoredVector(int size, ArrayData places, ArrayData numbers) {
  /** Fields of the struct. */
  static final int FIELDS = 4;

  private static final byte SPARSE = 0;

  static StoredVector of(InternalRow struct) {
    ArrayData numbers = struct.getArray(3);
    return struct.getByte(0) == SPARSE
        ? new StoredVector(struct.getInt(1), struct.getArray(2), numbers)
        : new StoredVector(numbers.numElements(), null, numbers);
  }

  boolean sparse() {
    return places != null;
  }

  /** Returns how many numbers are stored. */
  int count() {
    return numbers.numElements();
  }

  /** Writes the stored numbers and their places. */
  void copy(int[] columns, double[] values, int at) {
    copyNumbers(values, at);
    if (places instanceof UnsafeArrayData raw) {
      copyMemory(
          raw, columns, Platform.INT_ARRAY_OFFSET + (long) Integer.BYTES * at, Integer.BYTES);
      return;
    }
    for (int k = 0; k < count(); k++) {
      columns[at + k] = places == null ? k : places.getInt(k);
    }
  }

  /** Writes all numbers, zeros included. */
  void copyAll(double[] values, int at) {
    if (places == null) {
      copyNumbers(values, at);
      return;
    }
    Arrays.fill(values, at, at + size, 0);
    for (int k = 0; k < count(); k++) {
      values[at + places.getInt(k)] = numbers.getDouble(k);
    }
  }

  private void copyNumbers(double[] values, int at) {
    if (numbers instanceof UnsafeArrayData raw) {
      copyMemory(
          raw, values, Platform.DOUBLE_ARRAY_OFFSET + (long) Double.BYTES * at, Double.BYTES);
      return;
    }
    for (int k = 0; k < count(); k++) {
      values[at + k] = numbers.getDouble(k);
    }
  }

  private void copyMemory(UnsafeArrayData from, Object to, long offset, int bytes) {
    int header = UnsafeArrayData.calculateHeaderPortionInBytes(from.numElements());
    Platform.copyMemory(
        from.getBaseObject(),
        from.getBaseOffset() + header,
        to,
        offset,
        (long) bytes * from.numElements());
  }
}
