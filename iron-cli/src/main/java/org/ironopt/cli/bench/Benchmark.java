package org.ironopt.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.progress.Progress;

/**
 * A benchmark of {@code iron bench}. Benchmarks bring libraries to compare with, so they live in
 * the modules iron-bench and iron-spark.
 */
public interface Benchmark {
  /** The benchmarks of iron-bench, for help and messages where it is missing. */
  List<String> NAMES =
      List.of(
          "particles",
          "kernels",
          "random",
          "words",
          "fit",
          "mnist",
          "curves",
          "deep",
          "read",
          "choice",
          "path");

  /** The benchmarks of iron-spark. */
  List<String> SPARK = List.of("spark", "spark-cost", "spark-memory");

  /** Returns what it is called on the command line. */
  String name();

  /** Returns the threads that it uses unless others are asked for, 0 for all cores. */
  default int threads() {
    return 0;
  }

  /** Returns the options that it takes beside those of every benchmark; others are refused. */
  default Set<String> options() {
    return Set.of();
  }

  /** Measures; returns nothing if it was asked to stop before the end. */
  Optional<Result> run(Request request) throws IOException, DataUnavailableException;

  /**
   * What is asked for.
   *
   * @param quick for a look within a minute; nothing to be quoted
   * @param recorded with the settings that an earlier tuning chose
   * @param fresh measure again what is there already
   * @param seeds number of seeds, if it was given
   * @param budgets of the contenders in minutes, rising, empty for all
   * @param objective objectives to reach, if they were given
   * @param order of random words, if it was given
   * @param data folder of data, if it was given
   * @param device that makes the steps; one that is there
   * @param out folder for what is kept
   * @param manifest what it runs on
   * @param log takes lines of progress
   * @param progress is told of cells
   * @param stop asked now and then whether to save and stop
   */
  record Request(
      boolean quick,
      boolean recorded,
      boolean fresh,
      Optional<Integer> seeds,
      List<Double> budgets,
      Optional<String> objective,
      Optional<String> order,
      Optional<String> data,
      DeviceChoice device,
      Path out,
      Manifest manifest,
      Consumer<String> log,
      Progress progress,
      BooleanSupplier stop) {}

  /**
   * What was measured.
   *
   * @param text tables for people
   * @param json the same as text, numbers, lists and maps
   */
  record Result(String text, Map<String, Object> json) {}
}
