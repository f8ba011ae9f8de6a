package org.ironopt.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FoldsTest {
  /** The one feature of a row is its number. */
  private static Dataset rows(int... labels) {
    double[] numbers = IntStream.range(0, labels.length).asDoubleStream().toArray();
    return Dataset.classification(
        new DenseFeatures(labels.length, 1, numbers), labels, List.of("a", "b", "c"));
  }

  private static TreeSet<Double> numbers(Dataset rows) {
    TreeSet<Double> numbers = new TreeSet<>();
    double[] row = new double[1];
    for (int i = 0; i < rows.rows(); i++) {
      rows.features().copyRow(rows.position(i), row, 0);
      numbers.add(row[0]);
    }
    return numbers;
  }

  @Test
  void everyRowIsLeftOutOnceAndLearnedFromOtherwise() {
    Dataset data = rows(IntStream.range(0, 47).map(i -> i % 3).toArray());
    Folds folds = Folds.stratified(data, 3, 5);
    assertEquals(5, folds.count());
    TreeSet<Double> seen = new TreeSet<>();
    for (int f = 0; f < 5; f++) {
      TreeSet<Double> out = numbers(folds.out(f));
      TreeSet<Double> all = numbers(folds.in(f));
      assertEquals(47, out.size() + all.size());
      all.addAll(out);
      assertEquals(47, all.size());
      seen.addAll(out);
      for (int count : folds.out(f).classCounts()) {
        assertTrue(count == 3 || count == 4, "a fifth of 15 or 16 rows, got " + count);
      }
    }
    assertEquals(47, seen.size());
  }

  /** What is learnt of the columns is learnt on the stored rows of the fold, of a view too. */
  @Test
  void preprocessingSeesTheRowsToLearnFrom() {
    Dataset view = rows(IntStream.range(0, 47).map(i -> i % 3).toArray()).range(10, 40);
    List<int[]> learnt = new ArrayList<>();
    Folds plain = Folds.stratified(view, 3, 5);
    Folds folds =
        plain.preprocessed(
            (data, training) -> {
              learnt.add(training);
              double mean = IntStream.of(training).average().orElseThrow();
              double[] means = new double[47];
              Arrays.fill(means, mean);
              return data.withFeatures(new DenseFeatures(47, 1, means));
            });
    for (int f = 0; f < 5; f++) {
      double mean = IntStream.of(plain.in(f).positions()).average().orElseThrow();
      assertEquals(new TreeSet<>(Set.of(mean)), numbers(folds.in(f)));
      assertEquals(new TreeSet<>(Set.of(mean)), numbers(folds.out(f)));
      assertArrayEquals(plain.in(f).positions(), learnt.getLast());
      assertArrayEquals(plain.out(f).positions(), folds.out(f).positions());
    }
  }

  @Test
  void theOnlyRowOfAClassIsNeverLeftOut() {
    Folds folds = Folds.stratified(rows(0, 0, 0, 1, 1, 1, 2), 1, 3);
    for (int f = 0; f < folds.count(); f++) {
      assertEquals(1, folds.in(f).classCounts()[2]);
    }
  }

  @Test
  void fewRowsMakeFewFolds() {
    assertEquals(3, Folds.stratified(rows(0, 0, 0), 1, 5).count());
    assertEquals(0, Folds.stratified(rows(0, 1, 2), 1, 5).count());
    assertThrows(IllegalArgumentException.class, () -> Folds.stratified(rows(0, 0, 0), 1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> Folds.stratified(rows(0, 0, 0), 1, 2).out(2));
  }
}
