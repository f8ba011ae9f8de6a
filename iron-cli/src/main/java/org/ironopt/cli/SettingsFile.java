package org.ironopt.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.FileErrors;

/** Files of settings, which are read whole: a device or an endless pipe would fill the memory. */
final class SettingsFile {
  private static final long LARGEST = 16L << 20;

  private SettingsFile() {}

  /** Returns the file as a path; whether it is there is for its reader to say. */
  static Path settings(String text) {
    Path path = Path.of(text);
    if (!Files.exists(path) || Files.isDirectory(path)) {
      return path;
    }
    if (!Files.isRegularFile(path)) {
      throw new InputError("'" + text + "' is a device or the like, expected a file of settings");
    }
    try {
      if (Files.size(path) > LARGEST) {
        throw new InputError(
            "'%s' has %s, expected a file of settings", text, HeapMemory.size(Files.size(path)));
      }
    } catch (IOException e) {
      throw new InputError("'" + text + "' cannot be read (" + FileErrors.reason(e) + ")");
    }
    return path;
  }
}
