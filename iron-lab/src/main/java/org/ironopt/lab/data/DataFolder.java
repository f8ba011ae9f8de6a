package org.ironopt.lab.data;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.ironopt.io.InputError;

/** Where data sets are kept: {@code --data}, else {@code IRON_DATA}, else the user's cache. */
public final class DataFolder {
  private static final String VARIABLE = "IRON_DATA";

  private DataFolder() {}

  /** Returns the folder for MNIST; {@code option} is the value of {@code --data} or null. */
  public static Path mnist(String option) {
    return mnist(option, System.getenv(), System.getProperty("user.home"));
  }

  static Path mnist(String option, Map<String, String> environment, String home) {
    if (option != null) {
      if (option.isBlank()) {
        throw new InputError("--data is empty, expected a folder as in --data mnist");
      }
      return Path.of(option);
    }
    Path iron = Path.of("iron", "mnist");
    return named(environment, VARIABLE)
        .or(() -> named(environment, "XDG_CACHE_HOME").map(cache -> cache.resolve(iron)))
        .or(() -> named(environment, "LOCALAPPDATA").map(cache -> cache.resolve(iron)))
        .orElseGet(() -> Path.of(home, ".cache").resolve(iron));
  }

  private static Optional<Path> named(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(n -> !n.isBlank()).map(Path::of);
  }
}
