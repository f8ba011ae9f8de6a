package org.ironopt.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

class TrainTestSplitTest {
  /** 1000 rows; 700, 290 and 10 of the three classes, mixed. */
  private static final Dataset DATA = data();

  private static Dataset data() {
    int[] order = new RandomStreams(3).stream("labels").permutation(0, 1000);
    int[] labels = Arrays.stream(order).map(i -> i < 700 ? 0 : i < 990 ? 1 : 2).toArray();
    return Dataset.classification(new DenseFeatures(1000, 1, new double[1000]), labels, 3);
  }

  @Test
  void partsAreDisjointAndComplete() {
    for (TrainTestSplit split :
        new TrainTestSplit[] {
          TrainTestSplit.random(DATA, 5, 200, 100), TrainTestSplit.stratified(DATA, 5, 200, 100)
        }) {
      assertEquals(700, split.train().rows());
      assertEquals(200, split.validation().orElseThrow().rows());
      assertEquals(100, split.test().orElseThrow().rows());
      int[] all =
          Stream.of(split.train(), split.validation().get(), split.test().get())
              .flatMapToInt(part -> Arrays.stream(part.positions()))
              .sorted()
              .toArray();
      assertArrayEquals(IntStream.range(0, 1000).toArray(), all);
    }
  }

  @Test
  void theSeedDecides() {
    int[] first = TrainTestSplit.random(DATA, 5, 200, 0).train().positions();
    assertArrayEquals(first, TrainTestSplit.random(DATA, 5, 200, 0).train().positions());
    assertFalse(Arrays.equals(first, TrainTestSplit.random(DATA, 6, 200, 0).train().positions()));
    assertArrayEquals(
        TrainTestSplit.stratified(DATA, 5, 200, 0).train().positions(),
        TrainTestSplit.stratified(DATA, 5, 200, 0).train().positions());
  }

  @Test
  void validationIsTheEndOfThePermutation() {
    int[] permutation = new RandomStreams(11).stream("split").permutation(0, 1000);
    TrainTestSplit split = TrainTestSplit.random(DATA, 11, 250, 0);
    assertArrayEquals(Arrays.copyOf(permutation, 750), split.train().positions());
    assertArrayEquals(
        Arrays.copyOfRange(permutation, 750, 1000), split.validation().orElseThrow().positions());
    assertEquals(Optional.empty(), split.test());
  }

  @Test
  void strataKeepTheirShares() {
    for (long seed = 0; seed < 20; seed++) {
      TrainTestSplit split = TrainTestSplit.stratified(DATA, seed, 200, 100);
      assertArrayEquals(new int[] {70, 29, 1}, split.test().orElseThrow().classCounts());
      assertArrayEquals(new int[] {140, 58, 2}, split.validation().orElseThrow().classCounts());
    }
    assertArrayEquals(new int[] {2, 1, 1}, TrainTestSplit.shares(new int[] {5, 3, 3}, 4));
  }

  @Test
  void aSplitOfAViewStaysInsideIt() {
    TrainTestSplit split = TrainTestSplit.random(DATA.range(100, 200), 0, 20, 0);
    assertTrue(Arrays.stream(split.train().positions()).allMatch(p -> p >= 100 && p < 200));
    assertEquals(80, split.train().rows());
  }

  @Test
  void sharesAreRounded() {
    assertEquals(200, TrainTestSplit.share(DATA, 0.2));
    assertEquals(0, TrainTestSplit.share(DATA, 0));
    assertEquals(
        "the fraction is 1.0, expected at least 0 and below 1",
        message(() -> TrainTestSplit.share(DATA, 1)));
  }

  @Test
  void whatCannotBeSplit() {
    assertEquals(
        "a split of 1000 rows with 900 for validation and 100 for the test, expected at least one"
            + " row left for training",
        message(() -> TrainTestSplit.random(DATA, 0, 900, 100)));
    Dataset lonely =
        Dataset.classification(
            new DenseFeatures(2, 1, new double[2]), new int[] {0, 1}, java.util.List.of("a", "b"));
    int last = new RandomStreams(0).stream("split").permutation(0, 2)[1];
    assertEquals(
        "class '"
            + (last == 0 ? "a" : "b")
            + "' has no row among the 1 for training; a stratified split keeps every class",
        message(() -> TrainTestSplit.random(lonely, 0, 1, 0)));
    assertEquals(
        "class 'a' has no row among the 1 for training; give it more rows or leave it out",
        message(() -> TrainTestSplit.stratified(lonely, 0, 1, 0)));
    TrainTestSplit.MissingClassException missing =
        assertThrows(
            TrainTestSplit.MissingClassException.class,
            () -> TrainTestSplit.stratified(lonely, 0, 1, 0));
    assertEquals("a", missing.missing());
    assertEquals(1, missing.rows());
  }

  private static String message(org.junit.jupiter.api.function.Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }
}
