package org.ironopt.lab.methods;

import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.ironopt.io.InputError;
import org.ironopt.lab.folder.Code;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.network.Network;
import org.ironopt.random.Streams;

/**
 * A kind of device in this machine that trains networks. The module iron-gpu has one, which is
 * found by {@link ServiceLoader} and built on first use. What cannot be had is an {@link
 * InputError} with the reason.
 */
public interface NetworkDevice {
  /** Opens a device, closes it, and returns what it is, the same words in every run. */
  String describe(DeviceChoice choice);

  /**
   * Opens a device for the calling thread and starts a method on it.
   *
   * @param seed of the batches
   */
  Training open(DeviceChoice choice, Method method, Network network, double[] x0, long seed);

  /** A method at work on a device, which ends with it. */
  interface Training extends Stepper, AutoCloseable {
    /** Returns what the device is. */
    String device();

    @Override
    void close();
  }

  /** Starts a method on a network where a user chose; a {@link Training} unless that is here. */
  static Stepper start(
      DeviceChoice choice, Method method, Network network, double[] x0, long seed) {
    return choice.host()
        ? method.start(network, x0, new Streams(seed))
        : find().open(choice, method, network, x0, seed);
  }

  /**
   * Returns what {@code auto} means here, and everything else as it is if it can be had.
   *
   * @param say is told what was taken and why
   */
  static DeviceChoice settle(DeviceChoice choice, Consumer<String> say) {
    if (choice.host()) {
      return choice;
    }
    DeviceChoice wanted = choice.auto() ? choice.first() : choice;
    try {
      say.accept("device: " + wanted.device() + ", " + find().describe(wanted));
      return wanted;
    } catch (InputError none) {
      if (choice.auto()) {
        say.accept("device: host, since " + none.getMessage());
        return DeviceChoice.HERE;
      }
      throw none;
    }
  }

  /** Refuses a choice that needs a module which is missing. */
  static void require(DeviceChoice choice) {
    if (!choice.host()) {
      find();
    }
  }

  /**
   * Returns a hash of the module that has the device, empty for the host or where it is missing.
   */
  static String code(DeviceChoice choice) {
    return choice.host()
        ? ""
        : ServiceLoader.load(NetworkDevice.class)
            .findFirst()
            .map(device -> Code.ofModule(Code.location(device.getClass()), ".cu"))
            .orElse("");
  }

  private static NetworkDevice find() {
    return ServiceLoader.load(NetworkDevice.class)
        .findFirst()
        .orElseThrow(DeviceChoice::moduleMissing);
  }
}
