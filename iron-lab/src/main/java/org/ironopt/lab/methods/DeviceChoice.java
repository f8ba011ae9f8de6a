package org.ironopt.lab.methods;

import org.ironopt.io.InputError;
import org.ironopt.io.OptionalModule;
import org.ironopt.lab.file.Values;

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

  /** Returns the GPU that {@code auto} tries. */
  DeviceChoice first() {
    return new DeviceChoice("cuda", precision);
  }

  /** Adds what tells cells of this device from others; those of the host have nothing. */
  public Values in(Values values) {
    return host() ? values : values.with("device", device).with("precision", precision);
  }

  /** Returns the error of who asks for a GPU without the module that has it. */
  public static RuntimeException moduleMissing() {
    return OptionalModule.GPU.missing("CUDA");
  }
}
