package org.ironopt.gpu;

import java.util.Locale;
import java.util.function.Consumer;
import org.ironopt.gpu.cuda.CudaDevice;

/**
 * Opens the device that a user names: {@code auto}, {@code host}, {@code cuda} or {@code cuda:1}.
 */
public final class Devices {
  private Devices() {}

  /**
   * Opens a device, or throws a {@link DeviceException} with the reason.
   *
   * @param choice what the user said
   * @param precision of products of floats on a GPU
   * @param log is told by {@code auto} what was taken and why
   */
  public static Device open(String choice, CudaDevice.Precision precision, Consumer<String> log) {
    String word = choice.toLowerCase(Locale.ROOT);
    if (word.equals("host")) {
      return Device.host();
    }
    if (word.equals("auto")) {
      try {
        Device device = CudaDevice.open(0, precision);
        log.accept("device cuda:0 (" + device.description() + ")");
        return device;
      } catch (DeviceException none) {
        log.accept("device host: " + none.getMessage());
        return Device.host();
      }
    }
    if (word.matches("cuda(:[0-9]{1,4})?")) {
      return CudaDevice.open(
          word.length() > 5 ? Integer.parseInt(word.substring(5)) : 0, precision);
    }
    throw new DeviceException("'%s' is not a device, expected auto, host, cuda or cuda:N", choice);
  }
}
