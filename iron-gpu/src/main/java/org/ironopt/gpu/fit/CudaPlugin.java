package org.ironopt.gpu.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Answer;
import org.ironopt.fit.Parts;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceException;
import org.ironopt.gpu.Devices;
import org.ironopt.gpu.cuda.CudaDevice;
import org.ironopt.gpu.cuda.Examination;
import org.ironopt.gpu.network.DeviceStepper;
import org.ironopt.io.InputError;
import org.ironopt.io.OptionalModule;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.model.ModelKind;
import org.ironopt.network.Network;
import org.ironopt.regression.Weights;

/** The GPUs that fits, chapters and benchmarks run on. */
public final class CudaPlugin implements FitPlugin {
  @Override
  public OptionalModule module() {
    return OptionalModule.GPU;
  }

  /** What a device refuses is the user's to mend: one line and exit code 2. */
  private static <T> T told(Supplier<T> work) {
    try {
      return work.get();
    } catch (DeviceException e) {
      throw new InputError(e.getMessage());
    }
  }

  private static Device device(String device, String precision) {
    CudaDevice.Precision of =
        precision.equals("tf32") ? CudaDevice.Precision.TF32 : CudaDevice.Precision.FLOAT;
    return told(() -> Devices.open(device, of, line -> {}));
  }

  private static String described(Device device, String precision) {
    return device.description() + ", " + precision;
  }

  @Override
  public Session open(String address, int partitions, Consumer<String> say) {
    Device opened = device(address, "float");
    say.accept("device: " + address + ", " + opened.description());
    return new OnDevice(opened, new ArrayList<>());
  }

  private record OnDevice(Device device, List<DeviceParts> kept) implements Session {
    @Override
    public Parts parts(ModelKind kind, boolean intercept, Dataset rows) {
      Dataset weighed = Weights.inRange(rows.rates());
      kept.add(told(() -> DeviceParts.of(device, kind, intercept, weighed)));
      return new Telling(kept.getLast());
    }

    @Override
    public void close() {
      kept.forEach(DeviceParts::close);
      device.close();
    }
  }

  private record Telling(Parts parts) implements Parts {
    @Override
    public Answer ask(Ask ask) {
      return told(() -> parts.ask(ask));
    }

    @Override
    public boolean matrixPays(int parameters) {
      return parts.matrixPays(parameters);
    }
  }

  @Override
  public String describe(String device, String precision) {
    try (Device opened = device(device, precision)) {
      return described(opened, precision);
    }
  }

  @Override
  public RemoteStepper start(
      String device, String precision, Method method, Network network, double[] x0, long seed) {
    Device opened = device(device, precision);
    try {
      DeviceStepper stepper = told(() -> DeviceStepper.start(opened, method, network, x0, seed));
      return new Trained(opened, described(opened, precision), stepper);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private record Trained(Device opened, String device, DeviceStepper stepper)
      implements RemoteStepper {
    @Override
    public StepReport advance() {
      return told(stepper::advance);
    }

    @Override
    public long step() {
      return stepper.step();
    }

    @Override
    public double[] x() {
      return told(stepper::x);
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

  @Override
  public List<Finding> examine() {
    return Examination.run().stream()
        .map(found -> new Finding(found.name(), found.ok(), found.value()))
        .toList();
  }
}
