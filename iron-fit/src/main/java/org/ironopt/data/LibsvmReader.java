package org.ironopt.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.linalg.internal.Require;

/**
 * Reads LIBSVM files: a line for each row, the target first, then {@code index:value} with
 * ascending indices; what is not named is zero, and {@code #} starts a comment. The first feature
 * has index 0 if any index is 0, else 1, unless the base is given. Targets are numbers, which
 * {@link Dataset#toClasses} turns into classes. Gzip is recognised. The features stay sparse; a
 * zero that is written out is not stored.
 *
 * @param features the number of columns; 0 for the largest index seen
 * @param base the index of the first feature
 * @param unlabelled what is done about rows without a target: it is absent, NaN, NA, null or ?
 */
public record LibsvmReader(int features, Base base, Unlabelled unlabelled) {
  /** The index of the first feature. */
  public enum Base {
    /** Zero if any index is zero, else one. */
    DETECT,
    /** The first feature has index 0. */
    ZERO,
    /** The first feature has index 1. */
    ONE
  }

  /** What is done about rows without a target. */
  public enum Unlabelled {
    /** The file is refused. */
    ERROR,
    /** They are left out. */
    LEAVE_OUT,
    /** They are kept, with the target 0. */
    KEEP
  }

  /**
   * What was seen of a file.
   *
   * @param base the index of the first feature
   * @param unlabelled rows without a target
   */
  public record Rows(Base base, long unlabelled) {}

  /** Checks the arguments. */
  public LibsvmReader {
    Require.atLeast("features", 0, features);
  }

  /** Infers the number of features, detects the base and reads targets as numbers. */
  public LibsvmReader() {
    this(0, Base.DETECT, Unlabelled.ERROR);
  }

  /** Returns a reader that expects this many features; 0 for the largest index seen. */
  public LibsvmReader features(int features) {
    return new LibsvmReader(features, base, unlabelled);
  }

  /** Returns a reader with the given index of the first feature. */
  public LibsvmReader base(Base base) {
    return new LibsvmReader(features, base, unlabelled);
  }

  /** Returns a reader that does so about rows without a target. */
  public LibsvmReader unlabelled(Unlabelled unlabelled) {
    return new LibsvmReader(features, base, unlabelled);
  }

  /** Returns the rows of a file, each of weight one. */
  public Dataset read(Path path) throws IOException {
    try (ByteSource source = ByteSource.open(path)) {
      return read(source);
    }
  }

  /** Returns the rows that a source has from here on. */
  public Dataset read(ByteSource source) throws IOException {
    return read(source, rows -> {});
  }

  /** Returns the rows of a source and tells what was seen of it. */
  public Dataset read(ByteSource source, Consumer<Rows> seen) throws IOException {
    LibsvmParser parser = new LibsvmParser(this, source);
    Dataset data = parser.read();
    seen.accept(new Rows(parser.zeroBased() ? Base.ZERO : Base.ONE, parser.unlabelled()));
    return data;
  }

  /** Returns whether a line that is a row starts with a target, or with what may be one. */
  public static boolean labelled(String line) {
    String first = line.strip().split("[\\s#]", 2)[0];
    return !LibsvmParser.missing(first) && !first.matches("[0-9]+:.*");
  }

  /** Returns what to say of a file in which no row has a target. */
  public static String allUnlabelled(String file, long rows) {
    return file + ": the target is missing in all " + rows + " rows, expected values";
  }
}
