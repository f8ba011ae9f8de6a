package org.ironopt.io.internal;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip (RFC 1952) to the last byte. All members are read one behind the other, and each is
 * held to its checksum and length. {@link java.util.zip.GZIPInputStream} takes a damaged header of
 * a later member for the end of the file and loses what follows; here it is an error. Zeros behind
 * the last member are passed over, as gzip does: tapes and block devices fill up with them.
 */
public final class GzipStream extends InputStream {
  private static final int MAGIC_LOW = 0x1f;
  private static final int MAGIC_HIGH = 0x8b;
  private static final int DEFLATE = 8;
  private static final int HEADER_CHECKSUM = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  /** Bytes that belong to nothing: neither a member, nor the end, nor the zeros behind it. */
  public static final class NoMember extends ZipException {
    private static final long serialVersionUID = 1L;

    private NoMember(long at) {
      super("what follows at byte " + at + " of the packed file is not gzip, expected the end");
    }
  }

  private final InputStream packed;
  private final byte[] buffer;
  private int next;
  private int end;

  /** Bytes of the file before the buffer. */
  private long before;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final CRC32 header = new CRC32();
  private boolean ended;
  private boolean closed;

  /** Reads the first header; a file without one is refused here. */
  public GzipStream(InputStream packed, int bufferSize) throws IOException {
    this.packed = packed;
    buffer = new byte[bufferSize];
    try {
      header(required());
    } catch (IOException | RuntimeException e) {
      inflater.end();
      throw e;
    }
  }

  private int take() throws IOException {
    if (next == end) {
      before += end;
      next = 0;
      end = Math.max(0, packed.read(buffer));
      if (end == 0) {
        return -1;
      }
    }
    return buffer[next++] & 0xff;
  }

  private int required() throws IOException {
    int b = take();
    if (b < 0) {
      throw new EOFException("the gzip data ends early");
    }
    header.update(b);
    return b;
  }

  private int two() throws IOException {
    return required() | required() << 8;
  }

  private long four() throws IOException {
    return two() | (long) two() << 16;
  }

  private static void check(boolean holds, String what) throws ZipException {
    if (!holds) {
      throw new ZipException(what);
    }
  }

  /** Reads a header whose first byte was taken. */
  private void header(int first) throws IOException {
    header.reset();
    header.update(first);
    long at = before + next - 1;
    if (first != MAGIC_LOW || required() != MAGIC_HIGH) {
      throw at > 0 ? new NoMember(at) : new ZipException("this is not gzip");
    }
    check(required() == DEFLATE, "packed by an unknown method");
    int flags = required();
    check((flags & RESERVED) == 0, "a header with unknown flags");
    for (int i = 0; i < 6; i++) {
      required();
    }
    if ((flags & EXTRA) != 0) {
      for (int left = two(); left > 0; left--) {
        required();
      }
    }
    for (int text : new int[] {NAME, COMMENT}) {
      while ((flags & text) != 0 && required() != 0) {
        // Names and comments end with a zero.
      }
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      int expected = (int) header.getValue() & 0xffff;
      check(two() == expected, "the checksum of a header does not fit");
    }
    inflater.reset();
    checksum.reset();
  }

  /** Checks a member that has ended and goes on to the next. */
  private void nextMember() throws IOException {
    next -= inflater.getRemaining();
    check(four() == checksum.getValue(), "the checksum does not fit");
    check(four() == (inflater.getBytesWritten() & 0xffffffffL), "the length does not fit");
    int first = take();
    if (first > 0) {
      header(first);
      return;
    }
    while (first == 0) {
      first = take();
    }
    if (first > 0) {
      throw new NoMember(before + next - 1);
    }
    ended = true;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] out, int from, int length) throws IOException {
    if (closed) {
      throw new IOException("the stream is closed");
    }
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      try {
        int count = inflater.inflate(out, from, length);
        if (count > 0) {
          checksum.update(out, from, count);
          return count;
        }
      } catch (DataFormatException e) {
        throw new ZipException(e.getMessage());
      }
      if (inflater.finished()) {
        nextMember();
      } else if (inflater.needsDictionary()) {
        throw new ZipException("a dictionary is needed");
      } else {
        fill();
      }
    }
    return -1;
  }

  /** Hands the rest of the buffer, or the next one, to the inflater. */
  private void fill() throws IOException {
    if (take() < 0) {
      throw new EOFException("the gzip data ends early");
    }
    next--;
    inflater.setInput(buffer, next, end - next);
    next = end;
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      inflater.end();
      packed.close();
    }
  }
}
