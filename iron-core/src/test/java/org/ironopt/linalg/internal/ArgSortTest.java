package org.ironopt.linalg.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArgSortTest {
  @Test
  void isThatOfAStableSort() {
    SplittableRandom random = new SplittableRandom(1);
    double[] odd = {
      0.0, -0.0, Double.NaN, 1, Double.NEGATIVE_INFINITY, 1, Double.POSITIVE_INFINITY
    };
    for (int n = 0; n < 200; n++) {
      double[] values = new double[n];
      for (int i = 0; i < n; i++) {
        values[i] =
            switch (i % 4) {
              case 0 -> odd[random.nextInt(odd.length)];
              case 1 -> Double.longBitsToDouble(random.nextLong());
              default -> random.nextInt(-20, 20) / 4.0;
            };
      }
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> values[i]))
              .mapToInt(i -> i)
              .toArray();
      assertArrayEquals(expected, ArgSort.ascending(values), "n = " + n);
    }
  }
}
