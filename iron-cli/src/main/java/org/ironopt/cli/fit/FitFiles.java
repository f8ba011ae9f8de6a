package org.ironopt.cli.fit;

import java.util.Optional;
import picocli.CommandLine.Option;

/** The files of a fit beside its data: what it writes, and a model to start from. */
public final class FitFiles extends ModelFiles {
  @Option(names = "--init", paramLabel = "MODEL", description = "Model file to start from.")
  private String init;

  @Override
  public void check(String data) {
    check(data, init);
  }

  /** Returns the model to start from, if there is one. */
  Optional<String> init() {
    return Optional.ofNullable(init);
  }
}
