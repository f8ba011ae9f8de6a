package org.ironopt.gpu.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceProbe;
import org.ironopt.gpu.network.DeviceTraining;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.model.ModelKind;
import org.ironopt.network.Network;
import org.ironopt.regression.internal.RowWeights;

/** The GPUs that fits, chapters and benchmarks run on. */
public final class CudaPlugin implements FitPlugin {
  @Override
  public OptionalModule module() {
    return OptionalModule.GPU;
  }

  private static Device device(String device, String precision) {
    return Device.open(
        device, precision.equals("tf32") ? Device.MathMode.TF32 : Device.MathMode.FLOAT);
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

  private record OnDevice(Device device, List<DevicePartitions> kept) implements Session {
    @Override
    public Partitions parts(ModelKind kind, boolean intercept, Dataset rows) {
      Dataset weighed = RowWeights.inRange(rows.rates());
      kept.add(DevicePartitions.of(device, kind, intercept, weighed));
      return kept.getLast();
    }

    @Override
    public void close() {
      kept.forEach(DevicePartitions::close);
      device.close();
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
      DeviceTraining training = DeviceTraining.start(opened, method, network, x0, seed);
      return new OwnedTraining(opened, described(opened, precision), training);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private record OwnedTraining(Device opened, String device, DeviceTraining training)
      implements RemoteStepper {
    @Override
    public StepReport advance() {
      return training.advance();
    }

    @Override
    public long step() {
      return training.step();
    }

    @Override
    public double[] x() {
      return training.x();
    }

    @Override
    public void save(DataOutput out) throws IOException {
      training.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      training.restore(in);
    }

    @Override
    public void close() {
      training.close();
      opened.close();
    }
  }

  @Override
  public List<Finding> examine() {
    return DeviceProbe.run();
  }
}
