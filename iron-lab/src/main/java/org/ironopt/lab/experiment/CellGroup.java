package org.ironopt.lab.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Cells of one kind in order, each with the key that tells it from the others, such as its step. A
 * chapter makes its groups once; {@link ResultStore#of(CellGroup)} reads what they left.
 *
 * @param <K> the key
 */
public final class CellGroup<K> {
  private final List<K> keys;
  private final List<Cell> cells;

  private CellGroup(List<K> keys, Function<K, Cell> cell) {
    this.keys = List.copyOf(keys);
    this.cells = this.keys.stream().map(cell).toList();
  }

  /** Returns a group with a cell for each key. */
  public static <K> CellGroup<K> of(List<K> keys, Function<K, Cell> cell) {
    return new CellGroup<>(keys, cell);
  }

  /** Returns a group with a cell for each number. */
  public static CellGroup<Double> of(double[] keys, Function<Double, Cell> cell) {
    return new CellGroup<>(Arrays.stream(keys).boxed().toList(), cell);
  }

  /** Returns a key for each pair, those of the first element first. */
  public static <A, K> List<K> pairs(List<A> first, double[] second, BiFunction<A, Double, K> key) {
    return first.stream()
        .flatMap(a -> Arrays.stream(second).mapToObj(b -> key.apply(a, b)))
        .toList();
  }

  public List<K> keys() {
    return keys;
  }

  public List<Cell> cells() {
    return cells;
  }

  /** Returns the cell of a key. */
  public Cell cell(K key) {
    int at = keys.indexOf(key);
    if (at < 0) {
      throw new IllegalArgumentException("no cell '" + key + "', there are " + keys);
    }
    return cells.get(at);
  }

  /** Returns the cells of several groups, one group after another. */
  public static List<Cell> cells(CellGroup<?>... groups) {
    return Stream.of(groups).flatMap(group -> group.cells.stream()).toList();
  }
}
