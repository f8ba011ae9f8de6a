package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RandomKernelsTest {
  private static final long KEY = 0x548c9decbce65297L;

  /** High 52 bits of a word, and its normal by an independent computation with 40 digits. */
  private static final double[][] NORMALS = {
    {0L, 8.2923610758135955382},
    {1L, 8.1607078408585831755},
    {2L, 8.0987842043543016312},
    {5L, 8.0022918218527893224},
    {17L, 7.8585588794162437534},
    {100L, 7.6365296828688594714},
    {12345L, 6.9903889687210712374},
    {1000000L, 6.3452637406857323492},
    {1000000000L, 5.1798666228140721202},
    {123456789012L, 4.1939576860265575411},
    {10000000000000L, 3.0590439061293801748},
    {30000000000000L, 2.7133168406521310463},
    {35128077093489L, 2.6606067387807761795},
    {35184372088831L, 2.6600674686174644448},
    {35308221078584L, 2.6588837900312078952},
    {35321731877466L, 2.6587548865683897313},
    {35578437056226L, 2.6563140749978700803},
    {36028797018963L, 2.6520698079022004125},
    {45035996273704L, 2.5758293035489042929},
    {90071992547409L, 2.3263478740408428504},
    {135107988821114L, 2.1700903775845616438},
    {225179981368524L, 1.9599639845400548054},
    {450359962737049L, 1.6448536269514728225},
    {900719925474099L, 1.2815515655446002772},
    {1351079888211148L, 1.0364333894937897226},
    {1801439850948198L, 8.4162123357291416552e-1},
    {2251799813685248L, 6.7448975019608156852e-1},
    {2702159776422297L, 5.2440051270804081597e-1},
    {3152519739159347L, 3.8532046640756753389e-1},
    {3602879701896397L, 2.5334710313579959764e-1},
    {4053239664633446L, 1.2566134685507400616e-1},
    {4278419646001971L, 6.2706777943213700415e-2},
    {4458563631096791L, 1.2533469508069135137e-2},
    {4499096027743125L, 1.2533144654325556254e-3},
    {4503595123770868L, 1.2533141373518682489e-6},
    {4503599622866896L, 1.2533141018693557178e-9},
    {4503599627370495L, 1.3914582123358834611e-16},
  };

  @Test
  void wordsAreTheFiveRoundsOfSquares() {
    // Worked out with unbounded integers.
    assertEquals(0x36d88366cee633a5L, RandomKernels.word(0, KEY));
    assertEquals(0xcd571dbdb62a94f6L, RandomKernels.word(1, KEY));
    assertEquals(0xff64c17735168f88L, RandomKernels.word(0x0123456789abcdefL, KEY));
    assertEquals(0x00000000fffffffeL, RandomKernels.word(-1, 1));
  }

  @Test
  void uniformsAreExactAndInsideTheOpenInterval() {
    assertEquals(0x1p-53, RandomKernels.uniform(0));
    assertEquals(1 - 0x1p-53, RandomKernels.uniform(-1));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      long w = random.nextLong();
      assertEquals((2 * (w >>> 12) + 1) * 0x1p-53, RandomKernels.uniform(w));
      assertEquals(1 - RandomKernels.uniform(w), RandomKernels.uniform(~w));
    }
  }

  @Test
  void normalsInvertTheDistributionFunction() {
    for (double[] row : NORMALS) {
      long word = (long) row[0] << 12;
      assertEquals(row[1], RandomKernels.normal(word), 1e-15 * row[1], "high bits " + row[0]);
    }
  }

  @Test
  void flippingTheLowestBitFlipsTheSign() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 10_000; i++) {
      long w = random.nextLong() >>> random.nextInt(50);
      assertEquals(-RandomKernels.normal(w), RandomKernels.normal(w ^ 1));
      assertTrue(RandomKernels.normal(w & ~1L) > 0);
    }
  }

  @Test
  void normalsDecreaseAcrossTheBorderOfTheTail() {
    double d = 1 - Math.sqrt(1 - RandomKernels.TAIL);
    long border = (long) (d * 0x1p52);
    double last = Double.POSITIVE_INFINITY;
    for (long h = border - 2000 * (1L << 20); h < border + 2000 * (1L << 20); h += 1L << 20) {
      double z = RandomKernels.normal(h << 12);
      assertTrue(z < last, "high bits " + h);
      last = z;
    }
  }

  @Test
  void simdGivesTheBitsOfTheScalarTwin() {
    RandomKernels scalar = new RandomKernels(false);
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 100; trial++) {
      int count = 64 * random.nextInt(trial % 10 == 0 ? 80 : 3);
      int from = random.nextInt(5);
      long y = random.nextLong();
      long dy = random.nextLong();
      long key = random.nextLong() | 1;
      double[] a = new double[from + count + 3];
      double[] b = a.clone();
      scalar.normals(y, dy, key, a, from, count);
      VectorRandom.normals(y, dy, key, b, from, count);
      assertArrayEquals(a, b, "normals, trial " + trial);
      scalar.uniforms(y, dy, key, a, from, count);
      VectorRandom.uniforms(y, dy, key, b, from, count);
      assertArrayEquals(a, b, "uniforms, trial " + trial);
    }
  }

  @Test
  void theChangeFromScalarToSimdDoesNotShow() {
    RandomKernels scalar = new RandomKernels(false);
    RandomKernels simd = new RandomKernels(true);
    SplittableRandom random = new SplittableRandom(4);
    for (int trial = 0; trial < 3000; trial++) {
      int count = random.nextInt(trial % 100 == 0 ? 5000 : 200);
      long y = random.nextLong();
      double[] a = new double[count + 1];
      double[] b = a.clone();
      scalar.normals(y, KEY, KEY, a, 0, count);
      simd.normals(y, KEY, KEY, b, 0, count);
      assertArrayEquals(a, b, "normals, trial " + trial);
    }
  }
}
