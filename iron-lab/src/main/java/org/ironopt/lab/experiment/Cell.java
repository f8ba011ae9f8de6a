package org.ironopt.lab.experiment;

import java.util.function.Supplier;
import org.ironopt.lab.file.NamedValues;

/** One independent piece of work with a folder of its own. */
public interface Cell {
  /** Returns a short label, safe as a file name, such as {@code iron-alpha-10}. */
  String label();

  /**
   * Returns every number that determines the result, and nothing else (no thread count, no clock):
   * the folder is named by their hash.
   */
  NamedValues settings();

  /** Starts from the beginning. */
  Task start();

  /** Returns a cell. */
  static Cell of(String label, NamedValues settings, Supplier<Task> start) {
    record Made(String label, NamedValues settings, Supplier<Task> task) implements Cell {
      @Override
      public Task start() {
        return task.get();
      }
    }
    return new Made(label, settings, start);
  }
}
