package org.ironopt.random;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** The words look independent and uniform along each of their four arguments. */
class WordBatteryTest {
  private static final int N = 1 << 16;

  /** A walk through the words along one argument, the others fixed. */
  private enum Walk {
    INDEX {
      @Override
      long word(long i) {
        return new RandomStreams(1).stream("walk").word(5, i);
      }
    },
    FAR_INDEX {
      @Override
      long word(long i) {
        return new RandomStreams(1).stream("walk").word(5, Long.MAX_VALUE / 2 + i);
      }
    },
    STEP {
      @Override
      long word(long i) {
        return new RandomStreams(1).stream("walk").word(i, 5);
      }
    },
    SEED {
      @Override
      long word(long i) {
        return new RandomStreams(i).stream("walk").word(5, 0);
      }
    },
    NAME {
      @Override
      long word(long i) {
        return new RandomStreams(1).stream("walk" + i).word(0, 0);
      }
    };

    abstract long word(long i);
  }

  private static final int WALKS = Walk.values().length;

  private static void each(int stride, Visitor visitor) {
    for (Walk walk : Walk.values()) {
      visitor.visit(walk + " with stride " + stride, i -> walk.word(i * stride));
    }
  }

  @FunctionalInterface
  private interface Visitor {
    void visit(String name, LongUnaryOperator word);
  }

  @Test
  void everyBitIsFairAndUncorrelatedWithTheNextWord() {
    for (int stride : new int[] {1, 3, 64}) {
      each(
          stride,
          (name, word) -> {
            int[] ones = new int[64];
            int[] changes = new int[64];
            long last = word.applyAsLong(-1);
            for (int i = 0; i < N; i++) {
              long w = word.applyAsLong(i);
              for (int b = 0; b < 64; b++) {
                ones[b] += (int) (w >>> b & 1);
                changes[b] += (int) ((w ^ last) >>> b & 1);
              }
              last = w;
            }
            for (int b = 0; b < 64; b++) {
              double half = 0.5 * Math.sqrt(N);
              String bit = name + ", bit " + b;
              Statistics.plausible(bit, (ones[b] - N / 2) / half, 3 * WALKS * 128);
              Statistics.plausible(bit + " changes", (changes[b] - N / 2) / half, 3 * WALKS * 128);
            }
          });
    }
  }

  @Test
  void bytesAreUniform() {
    double[] expected = new double[256];
    Arrays.fill(expected, N / 256.0);
    each(
        1,
        (name, word) -> {
          long[][] counts = new long[8][256];
          for (int i = 0; i < N; i++) {
            long w = word.applyAsLong(i);
            for (int b = 0; b < 8; b++) {
              counts[b][(int) (w >>> 8 * b & 255)]++;
            }
          }
          for (int b = 0; b < 8; b++) {
            Statistics.chiSquare(name + ", byte " + b, counts[b], expected, 8 * WALKS);
          }
        });
  }

  @Test
  void pairsOfNeighbouringBytesAreUniform() {
    double[] expected = new double[1 << 12];
    Arrays.fill(expected, N / 4096.0);
    each(
        1,
        (name, word) -> {
          long[] high = new long[1 << 12];
          long[] low = new long[1 << 12];
          for (int i = 0; i < N; i++) {
            long w = word.applyAsLong(i);
            long next = word.applyAsLong(i + 1L);
            high[(int) (w >>> 58 << 6 | next >>> 58)]++;
            low[(int) ((w & 63) << 6 | (next & 63))]++;
          }
          Statistics.chiSquare(name + ", high pairs", high, expected, 2 * WALKS);
          Statistics.chiSquare(name + ", low pairs", low, expected, 2 * WALKS);
        });
  }

  @Test
  void uniformsFollowTheUniformLaw() {
    for (int stride : new int[] {1, 3, 64}) {
      each(
          stride,
          (name, word) -> {
            double[] u = new double[N];
            for (int i = 0; i < N; i++) {
              u[i] = (word.applyAsLong(i) >>> 11) * 0x1p-53;
            }
            Statistics.follows(name, u, x -> x, 3 * WALKS);
          });
    }
  }

  /** Flipping one bit of an argument flips every bit of the word with probability 1/2. */
  @Test
  void oneBitOfAnArgumentChangesHalfOfTheWord() {
    int words = 1 << 12;
    for (int argument = 0; argument < 3; argument++) {
      for (int in = 0; in < 64; in++) {
        int[] flips = new int[64];
        long sum = 0;
        for (int i = 0; i < words; i++) {
          long x = RandomStream.mix(i);
          long difference = word(argument, x) ^ word(argument, x ^ 1L << in);
          sum += Long.bitCount(difference);
          for (int b = 0; b < 64; b++) {
            flips[b] += (int) (difference >>> b & 1);
          }
        }
        String what = "argument " + argument + ", input bit " + in;
        Statistics.plausible(what, (sum - words * 32.0) / (4 * Math.sqrt(words)), 3 * 64);
        for (int b = 0; b < 64; b++) {
          double z = (flips[b] - words / 2) / (0.5 * Math.sqrt(words));
          Statistics.plausible(what + ", output bit " + b, z, 3 * 64 * 64);
        }
      }
    }
  }

  private static long word(int argument, long x) {
    return switch (argument) {
      case 0 -> new RandomStreams(x).stream("a").word(1, 2);
      case 1 -> new RandomStreams(3).stream("a").word(x, 2);
      default -> new RandomStreams(3).stream("a").word(1, x);
    };
  }
}
