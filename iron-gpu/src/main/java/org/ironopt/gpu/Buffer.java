package org.ironopt.gpu;

import org.ironopt.linalg.internal.Require;

/**
 * Numbers in the memory of a {@link Device}, or a part of them. Only the whole owns memory; parts
 * are views, which end with it.
 *
 * @param address of the first number on the device
 * @param kind of the numbers
 * @param length how many there are
 */
public record Buffer(long address, Kind kind, long length) {
  /** Kinds of numbers. */
  public enum Kind {
    FLOAT(4),
    DOUBLE(8),
    INT(4);

    /** Bytes of a number. */
    public final int bytes;

    Kind(int bytes) {
      this.bytes = bytes;
    }
  }

  /** Returns the view of {@code count} numbers from number {@code at} on. */
  public Buffer part(long at, long count) {
    boolean inside = at >= 0 && count >= 0 && at <= length - count;
    Require.that(inside, "part %d .. %d of a buffer of %d", at, at + count - 1, length);
    return new Buffer(address + at * kind.bytes, kind, count);
  }

  /** Returns how many bytes it has. */
  public long bytes() {
    return length * kind.bytes;
  }
}
