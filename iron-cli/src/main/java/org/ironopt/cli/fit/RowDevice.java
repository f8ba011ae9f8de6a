package org.ironopt.cli.fit;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.ironopt.io.InputError;
import org.ironopt.lab.methods.DeviceChoice;

/**
 * A kind of device in this machine that can hold and read the rows of a fit. The module iron-gpu
 * has one, which is found by {@link ServiceLoader} and built on first use.
 */
public interface RowDevice {
  /**
   * Opens one, for the thread that fits; what cannot be had is an {@link InputError} with the
   * reason.
   *
   * @param device {@code cuda} or {@code cuda:N}
   * @param say is told what was taken
   */
  Cluster.Session open(String device, Consumer<String> say);

  /**
   * Opens what a user names, if it is not the host: {@code auto} is the host too where a device
   * cannot be had, or not for these settings.
   *
   * @param say is told what was taken and why
   */
  static Optional<Cluster.Session> named(
      String choice, FitSettings settings, Consumer<String> say) {
    DeviceChoice named = new DeviceChoice(choice, DeviceChoice.TF32);
    if (named.host()) {
      return Optional.empty();
    }
    boolean auto = named.auto();
    try {
      FitChecks.elsewhere(settings, "--device");
      return Optional.of(kind().open(auto ? "cuda" : choice, say));
    } catch (InputError none) {
      if (auto) {
        say.accept("device: host, since " + none.getMessage());
        return Optional.empty();
      }
      throw none;
    }
  }

  /** Opens the device of a choice that is not the host. */
  static Cluster.Session open(DeviceChoice choice) {
    return kind().open(choice.device(), line -> {});
  }

  private static RowDevice kind() {
    return ServiceLoader.load(RowDevice.class).findFirst().orElseThrow(DeviceChoice::moduleMissing);
  }
}
