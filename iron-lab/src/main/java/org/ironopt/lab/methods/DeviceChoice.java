package org.ironopt.lab.methods;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.folder.CodeFingerprint;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.network.Network;
import org.ironopt.random.RandomStreams;

/**
 * Which device computes, and how it multiplies floats.
 *
 * @param device {@code auto}, {@code host}, {@code cuda} or {@code cuda:N}
 * @param precision of networks on a GPU: {@code float}, or {@code tf32}, which rounds the factors
 *     of products to 11 bits
 */
public record DeviceChoice(String device, String precision) {
  /** The processor, with the methods of the core. */
  public static final String HOST = "host";

  public static final String FLOAT = "float";

  /** What a network gets if nothing is said: as good as float there, and three times as fast. */
  public static final String TF32 = "tf32";

  /** The host. */
  public static final DeviceChoice HERE = new DeviceChoice(HOST, TF32);

  public DeviceChoice {
    if (!device.matches("auto|host|cuda(:[0-9]{1,4})?")) {
      throw new InputError("--device is '%s', expected auto, host, cuda or cuda:N", device);
    }
    if (!precision.equals(FLOAT) && !precision.equals(TF32)) {
      throw new InputError("--precision is '%s', expected float or tf32", precision);
    }
    if (device.equals(HOST) && !precision.equals(TF32)) {
      throw new InputError("--precision is that of a GPU; name one with --device or leave it out");
    }
  }

  public boolean host() {
    return device.equals(HOST);
  }

  public boolean auto() {
    return device.equals("auto");
  }

  /**
   * Opens the device, unless that is the host. {@code auto} is the first GPU, and the host where an
   * {@link InputError} says why that cannot be had.
   *
   * @param opener is given the name of a GPU
   * @param say is told why {@code auto} is the host
   */
  public <T> Optional<T> open(Function<String, T> opener, Consumer<String> say) {
    if (host()) {
      return Optional.empty();
    }
    try {
      return Optional.of(opener.apply(auto() ? "cuda" : device));
    } catch (InputError none) {
      if (!auto()) {
        throw none;
      }
      say.accept("device: host, since " + none.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Returns what {@code auto} means here, and everything else as it is if it can be had.
   *
   * @param say is told what was taken and why
   */
  public DeviceChoice settle(Consumer<String> say) {
    return open(
            gpu -> {
              say.accept("device: " + gpu + ", " + FitPlugin.cuda().describe(gpu, precision));
              return new DeviceChoice(gpu, precision);
            },
            say)
        .orElse(HERE);
  }

  /** Starts a method on a network there; a {@link FitPlugin.RemoteStepper} unless that is here. */
  public Stepper start(Method method, Network network, double[] x0, long seed) {
    return host()
        ? method.start(network, x0, new RandomStreams(seed))
        : FitPlugin.cuda().start(device, precision, method, network, x0, seed);
  }

  /** Refuses a device whose module is missing. */
  public void require() {
    if (!host()) {
      FitPlugin.cuda();
    }
  }

  /**
   * Returns a hash of the module that has the device, empty for the host or where it is missing.
   */
  public String code() {
    return host()
        ? ""
        : FitPlugin.find(OptionalModule.GPU)
            .map(
                plugin ->
                    CodeFingerprint.ofModule(CodeFingerprint.location(plugin.getClass()), ".cu"))
            .orElse("");
  }

  /** Adds what tells cells of this device from others; those of the host have nothing. */
  public NamedValues in(NamedValues values) {
    return host() ? values : values.with("device", device).with("precision", precision);
  }
}
