package org.ironopt.lab.data;

import java.nio.file.Path;
import java.util.Map;
import org.ironopt.lab.InputError;

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
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isBlank()) {
      return Path.of(named);
    }
    return cache(environment, home).resolve("iron").resolve("mnist");
  }

  private static Path cache(Map<String, String> environment, String home) {
    String windows = environment.getOrDefault("LOCALAPPDATA", "");
    String linux = environment.getOrDefault("XDG_CACHE_HOME", "");
    return !linux.isBlank()
        ? Path.of(linux)
        : !windows.isBlank() ? Path.of(windows) : Path.of(home, ".cache");
  }
}
