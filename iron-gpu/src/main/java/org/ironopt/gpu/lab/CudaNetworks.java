package org.ironopt.gpu.lab;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Function;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Devices;
import org.ironopt.gpu.cuda.CudaDevice;
import org.ironopt.gpu.network.DeviceStepper;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.lab.methods.NetworkDevice;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.network.Network;

/** The GPUs that chapters and benchmarks of networks run on. */
public final class CudaNetworks implements NetworkDevice {
  private final Function<DeviceChoice, Device> opener;

  public CudaNetworks() {
    this(
        choice ->
            Devices.open(
                choice.device(),
                choice.precision().equals(DeviceChoice.TF32)
                    ? CudaDevice.Precision.TF32
                    : CudaDevice.Precision.FLOAT,
                line -> {}));
  }

  CudaNetworks(Function<DeviceChoice, Device> opener) {
    this.opener = opener;
  }

  @Override
  public String describe(DeviceChoice choice) {
    try (Device device = open(choice)) {
      return described(device, choice);
    }
  }

  private Device open(DeviceChoice choice) {
    return Told.by(() -> opener.apply(choice));
  }

  private static String described(Device device, DeviceChoice choice) {
    return device.description() + ", " + choice.precision();
  }

  @Override
  public Training open(
      DeviceChoice choice, Method method, Network network, double[] x0, long seed) {
    Device device = open(choice);
    try {
      DeviceStepper stepper = Told.by(() -> DeviceStepper.start(device, method, network, x0, seed));
      return new Trained(device, described(device, choice), stepper);
    } catch (RuntimeException e) {
      device.close();
      throw e;
    }
  }

  private record Trained(Device opened, String device, DeviceStepper stepper) implements Training {
    @Override
    public StepReport advance() {
      return Told.by(stepper::advance);
    }

    @Override
    public long step() {
      return stepper.step();
    }

    @Override
    public double[] x() {
      return Told.by(stepper::x);
    }

    @Override
    public void save(DataOutput out) throws IOException {
      stepper.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      stepper.restore(in);
    }

    @Override
    public void close() {
      stepper.close();
      opened.close();
    }
  }
}
