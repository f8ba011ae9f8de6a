package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Products with rows have the bits of the scalar definition, whichever way they are taken. */
class RowKernelsTest {
  private static final Kernels SCALAR = new ScalarKernels();

  private static double[] random(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return DoubleStream.generate(random::nextGaussian).limit(n).toArray();
  }

  @Test
  void simdLoopsHaveTheBitsOfTheScalarOnes() {
    for (int columns = 16; columns < 120; columns++) {
      double[] a = random(3 + 7 * columns, columns);
      double[] w = random(2 + columns, 1000 + columns);
      double[] c = random(8, 2000 + columns);
      double[] expected = new double[5];
      double[] actual = new double[5];
      SCALAR.rowDots(a, 3, 4, columns, w, 2, expected, 1);
      VectorRows.fourDots(a, 3, columns, w, 2, actual, 1);
      assertArrayEquals(expected, actual, 0.0, columns + " columns");
      for (int rows = 0; rows <= 7; rows++) {
        double[] g = w.clone();
        double[] h = w.clone();
        SCALAR.addRows(a, 3, rows, columns, c, 1, g, 2);
        VectorRows.add(a, 3, rows, columns, c, 1, h, 2);
        assertArrayEquals(g, h, 0.0, rows + " rows of " + columns + " columns");
      }
    }
  }

  /** Many calls, so that the trials take place, and perhaps the change to SIMD. */
  @Test
  void trialsDoNotChangeABit() {
    for (RowKernels kernels : new RowKernels[] {new RowKernels(true), new RowKernels(false)}) {
      for (int k = 0; k < 3000; k++) {
        int rows = k % 11;
        int columns = 1 + k % 70;
        double[] a = random(rows * columns, k);
        double[] w = random(columns, 3000 + k);
        double[] expected = new double[rows];
        double[] actual = new double[rows];
        SCALAR.rowDots(a, 0, rows, columns, w, 0, expected, 0);
        kernels.dots(a, 0, rows, columns, w, 0, actual, 0);
        assertArrayEquals(expected, actual, 0.0);
        double[] g = w.clone();
        SCALAR.addRows(a, 0, rows, columns, expected, 0, g, 0);
        kernels.add(a, 0, rows, columns, expected, 0, w, 0);
        assertArrayEquals(g, w, 0.0);
      }
    }
  }

  @Test
  void simdLoopsStayOutOfLine() throws IOException {
    try (InputStream in = VectorRows.class.getResourceAsStream("VectorRows.class")) {
      for (MethodModel method : ClassFile.of().parse(in.readAllBytes()).methods()) {
        int length = ((CodeAttribute) method.code().orElseThrow()).codeLength();
        String name = method.methodName().stringValue();
        assertTrue(name.startsWith("<") || length > 325 && length < 8000, name + ": " + length);
      }
    }
  }
}
