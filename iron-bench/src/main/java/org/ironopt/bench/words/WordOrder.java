package org.ironopt.bench.words;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Orders in which a battery of tests is given the words of the streams. Words that are far apart in
 * use must look independent when they are read one after the other.
 */
enum WordOrder {
  /** Indices 0, 1, 2, … of one step of one stream: one long draw. */
  SINGLE(
      seed -> {
        RandomStream stream = noise(seed);
        return n -> stream.word(0, n);
      }),

  /** The same element of 64 streams of one seed, then the next element. */
  INTERLEAVED(
      seed -> {
        RandomStream[] streams = new RandomStream[64];
        Arrays.setAll(streams, s -> new RandomStreams(seed).stream("noise" + s));
        return n -> streams[(int) (n & 63)].word(0, n >>> 6);
      }),

  /** Eight words of a step, then eight of the next: how a run draws its noise. */
  STEPS(
      seed -> {
        RandomStream stream = noise(seed);
        return n -> stream.word(n >>> 3, n & 7);
      }),

  /** Eight words of a seed, then eight of the next seed. */
  NEIGHBOURS(seed -> n -> noise(seed + (n >>> 3)).word(0, n & 7));

  private static final int CHUNK = 1 << 13;

  /** The n-th word of an order. */
  @FunctionalInterface
  interface Source {
    long word(long n);
  }

  private final LongFunction<Source> sources;

  WordOrder(LongFunction<Source> sources) {
    this.sources = sources;
  }

  private static RandomStream noise(long seed) {
    return new RandomStreams(seed).stream("noise");
  }

  /**
   * Writes the first {@code count} words, 64 bits each, lowest byte first; a reader that has enough
   * ends it early.
   */
  void write(long seed, long count, OutputStream out) throws IOException {
    Source source = sources.apply(seed);
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
