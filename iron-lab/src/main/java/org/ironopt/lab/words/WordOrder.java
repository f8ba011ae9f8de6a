package org.ironopt.lab.words;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Orders in which a battery of tests is given the words of the streams. Words that are far apart in
 * use must look independent when they are read one after the other.
 */
public enum WordOrder {
  /** Indices 0, 1, 2, … of one step of one stream: one long draw. */
  SINGLE {
    @Override
    Source source(long seed) {
      Stream stream = new Streams(seed).stream(NAME);
      return n -> stream.word(0, n);
    }
  },

  /** The same element of 64 streams of one seed, then the next element. */
  INTERLEAVED {
    @Override
    Source source(long seed) {
      Stream[] streams = new Stream[64];
      for (int s = 0; s < streams.length; s++) {
        streams[s] = new Streams(seed).stream(NAME + s);
      }
      return n -> streams[(int) (n & 63)].word(0, n >>> 6);
    }
  },

  /** Eight words of a step, then eight of the next: how a run draws its noise. */
  STEPS {
    @Override
    Source source(long seed) {
      Stream stream = new Streams(seed).stream(NAME);
      return n -> stream.word(n >>> 3, n & 7);
    }
  },

  /** Eight words of a seed, then eight of the next seed. */
  NEIGHBOURS {
    @Override
    Source source(long seed) {
      return n -> new Streams(seed + (n >>> 3)).stream(NAME).word(0, n & 7);
    }
  };

  private static final String NAME = "noise";
  private static final int CHUNK = 1 << 13;

  /** The n-th word of an order. */
  @FunctionalInterface
  interface Source {
    long word(long n);
  }

  abstract Source source(long seed);

  /**
   * Writes the first {@code count} words, 64 bits each, lowest byte first; a reader that has enough
   * ends it early.
   */
  public void write(long seed, long count, OutputStream out) throws IOException {
    Source source = source(seed);
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
