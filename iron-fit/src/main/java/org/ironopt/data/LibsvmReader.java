package org.ironopt.data;

import java.io.IOException;
import java.nio.file.Path;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.data.internal.LibsvmParser;
import org.ironopt.linalg.internal.Require;

/**
 * Reads LIBSVM files: a line for each row, the target first, then {@code index:value} with
 * ascending indices; other features are zero, and {@code #} starts a comment. The first feature has
 * index 0 if any index is 0, else 1, unless the base is given. Targets are numbers, which {@link
 * Dataset#toClasses} turns into classes. Gzip is recognised. The features stay sparse; a zero that
 * is written out is not stored.
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

  /** The rule for rows without a target. */
  public enum Unlabelled {
    /** The file is refused. */
    ERROR,
    /** They are left out. */
    LEAVE_OUT,
    /** They are kept, with the target 0. */
    KEEP
  }

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
      return new LibsvmParser(this, source).read();
    }
  }
}
