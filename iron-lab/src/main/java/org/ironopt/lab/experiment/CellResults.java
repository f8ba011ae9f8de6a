package org.ironopt.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the cells of a group left behind.
 *
 * @param found the finished ones, in the order of the group
 * @param missing keys of those that have not finished
 * @param <K> the key
 */
public record CellResults<K>(List<Found<K>> found, List<K> missing) {
  /** A finished cell of a group. */
  public record Found<K>(K key, CellResult outcome) {
    /** Returns a named number. */
    public double number(String name) {
      return outcome.number(name);
    }

    /** Returns whether a named number was written. */
    public boolean has(String name) {
      return outcome.values().has(name);
    }
  }

  static <K> CellResults<K> read(ResultStore results, CellGroup<K> group) {
    List<Found<K>> found = new ArrayList<>();
    List<K> missing = new ArrayList<>();
    for (int i = 0; i < group.keys().size(); i++) {
      K key = group.keys().get(i);
      results
          .of(group.cells().get(i))
          .ifPresentOrElse(outcome -> found.add(new Found<>(key, outcome)), () -> missing.add(key));
    }
    return new CellResults<>(found, missing);
  }

  /** Returns what the cell of a key left behind, or nothing if it has not finished. */
  public Optional<CellResult> at(K key) {
    return found.stream().filter(f -> f.key().equals(key)).map(Found::outcome).findFirst();
  }

  /** Returns the finished cells with some keys. */
  public List<Found<K>> found(Predicate<K> which) {
    return found.stream().filter(f -> which.test(f.key())).toList();
  }

  /** Returns whether all cells have finished. */
  public boolean complete() {
    return missing.isEmpty();
  }

  /** Returns the outcomes of the finished cells. */
  public List<CellResult> outcomes() {
    return found.stream().map(Found::outcome).toList();
  }
}
