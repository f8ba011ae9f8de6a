package org.ironopt.io;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the state of a stepper to a file, or reads it back. One method of the stepper serves both:
 * it names the parts of its state in a fixed order, and each part is written, or replaced by the
 * value read. All bits are kept.
 *
 * <pre>{@code
 * protected void state(StateCodec archive) throws IOException {
 *   archive.array(velocity);
 *   radius = archive.number(radius);
 * }
 * }</pre>
 */
public final class StateCodec {
  private final @Nullable DataOutput out;
  private final @Nullable DataInput in;

  /** Writes what it is given. */
  public StateCodec(DataOutput out) {
    this.out = out;
    in = null;
  }

  /** Replaces what it is given. */
  public StateCodec(DataInput in) {
    out = null;
    this.in = in;
  }

  /** Returns whether parts are replaced by what was written. */
  public boolean reads() {
    return in != null;
  }

  /** Writes the array, or overwrites it. */
  public void array(double... values) throws IOException {
    for (int i = 0; i < values.length; i++) {
      values[i] = number(values[i]);
    }
  }

  /** Writes the arrays in turn, or overwrites them. */
  public void arrays(double[]... all) throws IOException {
    for (double[] values : all) {
      array(values);
    }
  }

  /** Returns the number, or the one that was written. */
  public double number(double value) throws IOException {
    return Double.longBitsToDouble(count(Double.doubleToRawLongBits(value)));
  }

  /** Returns the integer, or the one that was written. */
  public long count(long value) throws IOException {
    if (in != null) {
      return in.readLong();
    }
    out().writeLong(value);
    return value;
  }

  /** Returns the flag, or the one that was written. */
  public boolean flag(boolean value) throws IOException {
    if (in != null) {
      return in.readBoolean();
    }
    out().writeBoolean(value);
    return value;
  }

  private DataOutput out() {
    return Objects.requireNonNull(out);
  }
}
