package org.ironopt.data.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.data.SparseFeatures;

/**
 * Rows that arrive one after the other. The elements stand in blocks, which are given up one by one
 * when they move to their final arrays, so that memory stays below twice that of the result: arrays
 * that grow by copies need up to three times as much.
 */
final class SparseRowBuilder {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  /** Small enough for the garbage collector to treat blocks as ordinary objects. */
  private static final int BLOCK = 1 << 16;

  private static final int FIRST_BLOCK = 64;

  private final List<int[]> indexBlocks = new ArrayList<>();
  private final List<double[]> valueBlocks = new ArrayList<>();
  private int rows;
  private int stored;
  private double[] targets = new double[16];
  private int[] ends = new int[16];
  private int[] indices = new int[FIRST_BLOCK];
  private double[] values = new double[FIRST_BLOCK];

  /** How much of the open block is taken. */
  private int used;

  void target(double target) {
    if (rows == targets.length) {
      targets = Arrays.copyOf(targets, larger(rows));
      ends = Arrays.copyOf(ends, larger(rows));
    }
    targets[rows] = target;
  }

  void element(int index, double value) {
    if (used == indices.length) {
      nextBlock();
    }
    indices[used] = index;
    values[used++] = value;
    stored++;
  }

  /** A small file is kept in one small block that doubles, a large one in equal blocks. */
  private void nextBlock() {
    if (used < BLOCK) {
      indices = Arrays.copyOf(indices, 2 * used);
      values = Arrays.copyOf(values, 2 * used);
      return;
    }
    indexBlocks.add(indices);
    valueBlocks.add(values);
    indices = new int[BLOCK];
    values = new double[BLOCK];
    used = 0;
  }

  void endRow() {
    ends[rows++] = stored;
  }

  boolean full() {
    return stored >= LARGEST || rows >= LARGEST - 1;
  }

  private static int larger(int size) {
    return (int) Math.min(LARGEST, size + (size >> 1) + 16L);
  }

  int rows() {
    return rows;
  }

  double[] targets() {
    double[] exact = Arrays.copyOf(targets, rows);
    targets = null;
    return exact;
  }

  /** Returns the features; the given number is taken from every index. */
  SparseFeatures features(int columns, int base) {
    int[] pointers = new int[rows + 1];
    System.arraycopy(ends, 0, pointers, 1, rows);
    ends = null;
    int[] columnIndices = new int[stored];
    int at = 0;
    for (int b = 0; b <= indexBlocks.size(); b++) {
      boolean last = b == indexBlocks.size();
      int[] block = last ? indices : indexBlocks.set(b, null);
      for (int k = 0; k < (last ? used : BLOCK); k++) {
        columnIndices[at++] = block[k] - base;
      }
    }
    indices = null;
    double[] exact = new double[stored];
    for (int b = 0; b <= valueBlocks.size(); b++) {
      boolean last = b == valueBlocks.size();
      double[] block = last ? values : valueBlocks.set(b, null);
      System.arraycopy(block, 0, exact, b * BLOCK, last ? used : BLOCK);
    }
    values = null;
    return SparseFeatures.of(rows, columns, pointers, columnIndices, exact);
  }
}
