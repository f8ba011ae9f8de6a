package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.reflect.AccessFlag;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Products of rows with several vectors have the bits of the scalar definition, in any company. */
class TilesTest {
  private static final Tiles.Loops<double[]> DOUBLES = new VectorTiles();
  private static final Tiles.Loops<double[]> PLAIN_DOUBLES = new ScalarTiles.Doubles();
  private static final Tiles.Loops<float[]> FLOATS = new VectorFloatTiles();
  private static final Tiles.Loops<float[]> PLAIN_FLOATS = new ScalarTiles.Floats();

  private static double[] random(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return DoubleStream.generate(random::nextGaussian).limit(n).toArray();
  }

  private static float[] floats(double[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) x[i];
    }
    return y;
  }

  /** Weight vectors with zeros behind the columns. */
  private static double[] weights(int outputs, int columns, int depth, long seed) {
    double[] w = random(3 + outputs * depth, seed);
    for (int c = 0; c < outputs; c++) {
      for (int j = columns; j < depth; j++) {
        w[3 + c * depth + j] = 0;
      }
    }
    return w;
  }

  @Test
  void simdTilesHaveTheBitsOfTheScalarLoops() {
    for (int columns = 1; columns < 100; columns++) {
      int rows = 4 + 4 * (columns % 3);
      int stride = columns + columns % 2;
      int depth = Tiles.padded(columns, Tiles.DOUBLES);
      double[] x = random(1 + rows * stride + 8, columns);
      double[] w = weights(5, columns, depth, 100 + columns);
      double[] expected = new double[2 + 5 * (rows + 1)];
      double[] five = expected.clone();
      double[] one = expected.clone();
      DOUBLES.fiveDots(x, 1, rows, stride, depth, w, 3, five, 2, rows + 1);
      for (int c = 0; c < 5; c++) {
        int z = 2 + c * (rows + 1);
        PLAIN_DOUBLES.dots(x, 1, rows, stride, depth, w, 3 + c * depth, expected, z);
        DOUBLES.dots(x, 1, rows, stride, depth, w, 3 + c * depth, one, z);
      }
      assertArrayEquals(expected, five, 0.0, columns + " columns");
      assertArrayEquals(expected, one, 0.0, columns + " columns");
      double[] g = w.clone();
      double[] gFive = w.clone();
      double[] gOne = w.clone();
      int few = rows - columns % 4;
      DOUBLES.addFive(x, 1, few, stride, depth, five, 2, rows + 1, gFive, 3);
      for (int c = 0; c < 5; c++) {
        int z = 2 + c * (rows + 1);
        PLAIN_DOUBLES.add(x, 1, few, stride, depth, five, z, g, 3 + c * depth);
        DOUBLES.add(x, 1, few, stride, depth, five, z, gOne, 3 + c * depth);
      }
      assertArrayEquals(g, gFive, 0.0, columns + " columns");
      assertArrayEquals(g, gOne, 0.0, columns + " columns");
    }
  }

  @Test
  void floatTilesHaveTheBitsOfTheScalarLoops() {
    for (int columns = 1; columns < 100; columns++) {
      int rows = 4 + 4 * (columns % 3);
      int stride = columns + columns % 2;
      int depth = Tiles.padded(columns, Tiles.FLOATS);
      float[] x = floats(random(1 + rows * stride + 8, columns));
      float[] w = floats(weights(5, columns, depth, 100 + columns));
      float[] expected = new float[2 + 5 * (rows + 1)];
      float[] five = expected.clone();
      float[] one = expected.clone();
      FLOATS.fiveDots(x, 1, rows, stride, depth, w, 3, five, 2, rows + 1);
      for (int c = 0; c < 5; c++) {
        int z = 2 + c * (rows + 1);
        PLAIN_FLOATS.dots(x, 1, rows, stride, depth, w, 3 + c * depth, expected, z);
        FLOATS.dots(x, 1, rows, stride, depth, w, 3 + c * depth, one, z);
      }
      assertArrayEquals(expected, five, 0.0f, columns + " columns");
      assertArrayEquals(expected, one, 0.0f, columns + " columns");
      float[] g = w.clone();
      float[] gFive = w.clone();
      float[] gOne = w.clone();
      int few = rows - columns % 4;
      FLOATS.addFive(x, 1, few, stride, depth, five, 2, rows + 1, gFive, 3);
      for (int c = 0; c < 5; c++) {
        int z = 2 + c * (rows + 1);
        PLAIN_FLOATS.add(x, 1, few, stride, depth, five, z, g, 3 + c * depth);
        FLOATS.add(x, 1, few, stride, depth, five, z, gOne, 3 + c * depth);
      }
      assertArrayEquals(g, gFive, 0.0f, columns + " columns");
      assertArrayEquals(g, gOne, 0.0f, columns + " columns");
    }
  }

  /** What follows a row does not show, nor does its sign. */
  @Test
  void numbersBehindTheLastColumnDoNotCount() {
    for (double behind : new double[] {0, 1e300, -1e300}) {
      double[] x = {-5e-324, 0, 0, behind, behind, behind, behind, behind};
      double[] z = new double[4];
      PLAIN_DOUBLES.dots(x, 0, 1, 1, 4, new double[] {.4, 0, 0, 0}, 0, z, 0);
      assertEquals(0.0, z[0]);
      double[] four = new double[4];
      DOUBLES.dots(x, 0, 4, 1, 4, new double[] {.4, 0, 0, 0}, 0, four, 0);
      assertEquals(0.0, four[0]);
    }
  }

  /** Many calls, so that the trials take place, and perhaps the change to SIMD. */
  @Test
  void trialsDoNotChangeABit() {
    Tiles<double[]> scalar = Tiles.doubles(false);
    Tiles<double[]> trying = Tiles.doubles(true);
    for (int k = 0; k < 1500; k++) {
      int rows = 4 * (1 + k % 3);
      int columns = 1 + k % 40;
      int outputs = 1 + k % 12;
      int depth = Tiles.padded(columns, Tiles.FLOATS);
      double[] x = random(rows * depth, k);
      double[] w = random(outputs * depth, 3000 + k);
      double[] expected = new double[outputs * rows];
      double[] actual = new double[outputs * rows];
      scalar.dots(x, 0, rows, depth, depth, w, 0, outputs, expected, 0, rows);
      trying.dots(x, 0, rows, depth, depth, w, 0, outputs, actual, 0, rows);
      assertArrayEquals(expected, actual, 0.0);
      double[] g = w.clone();
      scalar.add(x, 0, rows, depth, depth, expected, 0, rows, outputs, g, 0);
      trying.add(x, 0, rows, depth, depth, expected, 0, rows, outputs, w, 0);
      assertArrayEquals(g, w, 0.0);
    }
  }

  @Test
  void simdTilesStayOutOfLine() throws IOException {
    for (Class<?> type : new Class<?>[] {VectorTiles.class, VectorFloatTiles.class}) {
      try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
        for (MethodModel method : ClassFile.of().parse(in.readAllBytes()).methods()) {
          int length = ((CodeAttribute) method.code().orElseThrow()).codeLength();
          String name = method.methodName().stringValue();
          boolean loop = !name.startsWith("<") && !method.flags().has(AccessFlag.BRIDGE);
          assertTrue(!loop || length > 325 && length < 8000, name + ": " + length);
        }
      }
    }
  }
}
