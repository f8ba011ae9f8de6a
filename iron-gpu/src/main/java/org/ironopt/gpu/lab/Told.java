package org.ironopt.gpu.lab;

import java.util.function.Supplier;
import org.ironopt.gpu.DeviceException;
import org.ironopt.io.InputError;

/** What a device refuses is the user's to mend: one line and exit code 2. */
final class Told {
  private Told() {}

  static <T> T by(Supplier<T> work) {
    try {
      return work.get();
    } catch (DeviceException e) {
      throw new InputError(e.getMessage());
    }
  }
}
