package org.ironopt.lab.cli;

import java.nio.file.Path;
import org.ironopt.lab.InputError;
import org.ironopt.lab.fit.Source;
import picocli.CommandLine.Option;

/** How a user's data file is read, for the commands that read one. */
final class DataOptions {
  @Option(
      names = "--features",
      paramLabel = "N",
      description = "Columns of a LIBSVM file. Default: the largest index.")
  private Integer features;

  Source source(String file) {
    if (features != null && features < 1) {
      throw new InputError("--features is " + features + ", expected at least 1");
    }
    return new Source(Path.of(file), features == null ? 0 : features);
  }
}
