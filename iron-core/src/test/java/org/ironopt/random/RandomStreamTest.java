package org.ironopt.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

class RandomStreamTest {
  @Test
  void wordsAreAFunctionOfSeedNameStepAndIndex() {
    // Worked out with unbounded integers from the definition.
    assertEquals(0xe3a79bb5080e2067L, new RandomStreams(0).stream("noise").word(0, 0));
    assertEquals(0x79b7e6307aa36c5dL, new RandomStreams(1).stream("noise").word(0, 0));
    assertEquals(0xa6ac9b296a32af3dL, new RandomStreams(1).stream("").word(0, 0));
    assertEquals(0xcff116dea6217c55L, new RandomStreams(1).stream("noise").word(7, 123456789012L));
    assertEquals(0xefb16e3a5c43efe2L, new RandomStreams(-1).stream("minibatch").word(-3, -1));
  }

  @Test
  void wordsAreThoseOfTheSquaresGenerator() {
    // The first words for this key as another implementation of the generator publishes them (the
    // Rust documentation of SquaresRng).
    long key = 0x548c9decbce65297L;
    RandomStream.Step squares = new RandomStream.Step(0, key);
    assertEquals(0x36d88366cee633a5L, squares.word(0));
    assertEquals(0x944716e00e60dfaaL, squares.word(1));
    assertEquals(0xc8a8f4e0678654bfL, squares.word(2));
  }

  @Test
  void arraysHoldWhatRandomAccessGives() {
    RandomStream stream = new RandomStreams(5).stream("access");
    SplittableRandom random = new SplittableRandom(6);
    for (int trial = 0; trial < 200; trial++) {
      long step = random.nextLong();
      long first = random.nextLong();
      long stride = trial % 3 == 0 ? random.nextLong() : random.nextInt(-70, 70);
      int from = random.nextInt(4);
      int count = random.nextInt(300);
      double[] out = new double[from + count + 2];
      Arrays.fill(out, 9);
      stream.normals(step, first, stride, out, from, count);
      double[] expected = new double[out.length];
      Arrays.fill(expected, 9);
      for (int l = 0; l < count; l++) {
        expected[from + l] = stream.normal(step, first + l * stride);
      }
      assertArrayEquals(expected, out, "trial " + trial);
      stream.uniforms(step, first, stride, out, from, count);
      for (int l = 0; l < count; l++) {
        assertEquals(stream.uniform(step, first + l * stride), out[from + l], "trial " + trial);
      }
    }
  }

  @Test
  void anyNumberOfThreadsFillsTheSameBits() {
    RandomStream stream = new RandomStreams(7).stream("threads");
    int count = 2 * RandomStream.PARALLEL + 12_345;
    double[] reference = new double[count];
    for (int l = 0; l < count; l++) {
      reference[l] = stream.normal(3, 11 + 5L * l);
    }
    int before = Parallel.threads();
    try {
      for (int threads : new int[] {1, 2, 7}) {
        Parallel.setThreads(threads);
        double[] out = new double[count];
        stream.normals(3, 11, 5, out, 0, count);
        assertArrayEquals(reference, out, threads + " threads");
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void permutationsAreUniform() {
    RandomStream stream = new RandomStreams(8).stream("permutation");
    long[] counts = new long[24];
    int trials = 24_000;
    for (int step = 0; step < trials; step++) {
      int[] p = stream.permutation(step, 4);
      int code = 0;
      for (int i = 0; i < 4; i++) {
        int rank = 0;
        for (int j = i + 1; j < 4; j++) {
          rank += p[j] < p[i] ? 1 : 0;
        }
        code = code * (4 - i) + rank;
      }
      counts[code]++;
    }
    double[] expected = new double[24];
    Arrays.fill(expected, trials / 24.0);
    Statistics.chiSquare("permutations of 4", counts, expected, 1);
    int[] large = stream.permutation(0, 1000);
    Arrays.sort(large);
    assertArrayEquals(IntStream.range(0, 1000).toArray(), large);
    assertEquals(0, stream.permutation(0, 0).length);
  }

  @Test
  void boundedNumbersAreUniform() {
    RandomStream stream = new RandomStreams(9).stream("below");
    long[] counts = new long[7];
    for (int i = 0; i < 70_000; i++) {
      counts[stream.below(7, 1, i)]++;
    }
    double[] expected = new double[7];
    Arrays.fill(expected, 10_000);
    Statistics.chiSquare("numbers below 7", counts, expected, 1);
    assertEquals(0, stream.below(1, 0, 0));
    assertTrue(stream.below(Integer.MAX_VALUE, 0, 0) >= 0);
    Exception e = assertThrows(IllegalArgumentException.class, () -> stream.below(0, 0, 0));
    assertEquals("bound is 0, expected at least 1", e.getMessage());
  }
}
