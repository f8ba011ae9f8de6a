package org.ironopt.gpu.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ironopt.cli.fit.Cluster;
import org.ironopt.cli.fit.RowDevice;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Answer;
import org.ironopt.fit.Parts;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Devices;
import org.ironopt.gpu.cuda.CudaDevice;
import org.ironopt.gpu.fit.DeviceParts;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Weights;

/** The GPUs of {@code iron fit --device}. */
public final class CudaRows implements RowDevice {
  @Override
  public Cluster.Session open(String device, Consumer<String> say) {
    Device opened = Told.by(() -> Devices.open(device, CudaDevice.Precision.FLOAT, say));
    say.accept("device: " + device + ", " + opened.description());
    return new Session(opened);
  }

  private record Session(Device device, List<DeviceParts> kept) implements Cluster.Session {
    Session(Device device) {
      this(device, new ArrayList<>());
    }

    @Override
    public Parts parts(ModelKind kind, boolean intercept, Dataset rows) {
      Dataset weighed = Weights.inRange(rows.rates());
      kept.add(Told.by(() -> DeviceParts.of(device, kind, intercept, weighed)));
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
      return Told.by(() -> parts.ask(ask));
    }

    @Override
    public boolean matrixPays(int parameters) {
      return parts.matrixPays(parameters);
    }
  }
}
