package org.ironopt.lab.reproduce;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.folder.ExperimentFolder;

/**
 * How long the chapters that are left will take: what they took on two cores, times how much slower
 * this machine was so far. Chapters with settings of the user's own are not known in advance, and
 * then nothing is said.
 */
final class RuntimeEstimate {
  /** Seconds below which a comparison says more of the start of the JVM than of the machine. */
  private static final double TELLING = 5;

  /** From here on minutes are said. */
  private static final double MINUTES = 90;

  /** Seconds of the chapters that are left, where they are known. */
  private final Map<ExperimentFolder, OptionalDouble> left = new LinkedHashMap<>();

  private long began = System.nanoTime();
  private double expected;
  private double taken;

  RuntimeEstimate(List<ExperimentFolder> places, boolean fresh) {
    places.forEach(place -> left.put(place, expected(place, fresh)));
  }

  private static OptionalDouble expected(ExperimentFolder place, boolean fresh) {
    OptionalDouble whole = ChapterCatalog.seconds(place.experiment());
    List<Cell> cells = place.experiment().cells();
    if (whole.isEmpty() || cells.isEmpty()) {
      return whole;
    }
    double open =
        fresh ? cells.size() : cells.stream().filter(cell -> place.of(cell).isEmpty()).count();
    return OptionalDouble.of(whole.getAsDouble() * open / cells.size());
  }

  /** A chapter has ended. */
  @SuppressWarnings("NullAway")
  void done(ExperimentFolder place) {
    long now = System.nanoTime();
    OptionalDouble seconds = left.remove(place);
    expected += seconds.orElse(0);
    taken += seconds.isPresent() ? (now - began) * 1e-9 : 0;
    began = now;
  }

  /** Returns how long the rest takes, such as {@code , about 7 min}; empty if that is not known. */
  String left() {
    if (left.containsValue(OptionalDouble.empty())) {
      return "";
    }
    double seconds = left.values().stream().mapToDouble(OptionalDouble::getAsDouble).sum();
    return text(expected >= TELLING ? seconds * taken / expected : seconds);
  }

  static String text(double seconds) {
    return seconds < MINUTES
        ? ", about " + Math.max(1, Math.round(seconds)) + " s"
        : ", about " + Math.round(seconds / 60) + " min";
  }
}
