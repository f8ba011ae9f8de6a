package org.ironopt.lab.words;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes raw 64-bit words, lowest byte first, for programs that test random numbers. */
public final class Words {
  private static final int CHUNK = 1 << 13;

  private Words() {}

  /** Writes the first {@code count} words of an order; a reader that has enough ends it early. */
  public static void write(WordOrder order, long seed, long count, OutputStream out)
      throws IOException {
    WordOrder.Source source = order.source(seed);
    ByteBuffer bytes = ByteBuffer.allocate(8 * CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    for (long n = 0; n < count; ) {
      int some = (int) Math.min(CHUNK, count - n);
      bytes.clear();
      for (int i = 0; i < some; i++) {
        bytes.putLong(source.word(n++));
      }
      out.write(bytes.array(), 0, bytes.position());
    }
    out.flush();
  }
}
