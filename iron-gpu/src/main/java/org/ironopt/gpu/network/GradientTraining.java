package org.ironopt.gpu.network;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.network.Muon;
import org.ironopt.network.Network;

/**
 * AdamW, SGD with momentum and Muon on a device, as the core has them but in float: the contenders
 * of {@link ImplicitTraining}. Step lengths go to the device many at a time.
 */
final class GradientTraining extends DeviceTraining {
  /** Step lengths that the device has at a time. */
  private static final int RATES = 1024;

  private final Settings settings;
  private final Buffer mean;
  private final Buffer square;
  private final Buffer rates;
  private final Optional<DeviceMuon> muon;
  private final StepGraph step;

  /** Which part of the step lengths the device has. */
  private long filled = -1;

  /**
   * How steps are made.
   *
   * @param rows of a batch
   * @param eta step lengths
   * @param beta1 memory of the mean; the momentum of SGD
   * @param beta2 memory of the mean square; negative for SGD
   * @param eps added to the root
   * @param decay of x, relative to the step length
   * @param nesterov whether SGD looks ahead
   * @param muon what becomes of the weights, if not the same as of the biases
   */
  record Settings(
      int rows,
      Schedule eta,
      double beta1,
      double beta2,
      double eps,
      double decay,
      boolean nesterov,
      Optional<Muon> muon) {
    /** A method is rebuilt from the settings that were understood and must equal the one given. */
    static Settings of(Method method) {
      return switch (method) {
        case AdamW adam
            when adam.equals(
                AdamW.steps(adam.eta())
                    .betas(adam.beta1(), adam.beta2())
                    .eps(adam.eps())
                    .weightDecay(adam.weightDecay())
                    .batches(adam.batches())) ->
            new Settings(
                DeviceTraining.rows(adam.batches(), adam),
                adam.eta(),
                adam.beta1(),
                adam.beta2(),
                adam.eps(),
                adam.weightDecay(),
                false,
                Optional.empty());
        case Sgd sgd when sgd.equals(rebuilt(sgd)) ->
            new Settings(
                DeviceTraining.rows(sgd.batches(), sgd),
                sgd.eta(),
                sgd.momentum(),
                -1,
                0,
                0,
                sgd.nesterov(),
                Optional.empty());
        case Muon muon ->
            new Settings(
                DeviceTraining.rows(muon.batches(), muon),
                muon.eta(),
                Muon.BETA1,
                Muon.BETA2,
                Muon.EPS,
                0,
                false,
                Optional.of(muon));
        default -> throw refused(method);
      };
    }

    private static Sgd rebuilt(Sgd sgd) {
      Sgd plain = Sgd.steps(sgd.eta()).batches(sgd.batches());
      return sgd.nesterov() ? plain.nesterov(sgd.momentum()) : plain.momentum(sgd.momentum());
    }
  }

  GradientTraining(
      Device device, Network f, Settings settings, Averaging averaging, double[] x0, long seed) {
    super(device, f, settings.rows(), averaging, x0, seed);
    this.settings = settings;
    mean = kept(n);
    square = settings.beta2() < 0 ? mean : kept(n);
    rates = buffers.doubles(RATES);
    set(Scalars.POWER1, 1);
    set(Scalars.POWER2, 1);
    muon = settings.muon().map(method -> new DeviceMuon(this, method));
    step = new StepGraph(this::body);
  }

  private void body() {
    gather();
    network.forward(x, Scalars.VALUE);
    network.backward(x, gradient);
    int blocks = Kernel.blocks(n);
    double b2 = Math.max(0, settings.beta2());
    device.launch(Kernel.ADAM_SCALARS, 1, scalars, rates, RATES, settings.beta1(), b2);
    float beta1 = (float) settings.beta1();
    long length = n;
    if (settings.beta2() < 0) {
      boolean ahead = settings.nesterov();
      device.launch(Kernel.SGD, blocks, x, gradient, mean, average, scalars, beta1, ahead, length);
      return;
    }
    float beta2 = (float) b2;
    float eps = (float) settings.eps();
    if (muon.isPresent()) {
      muon.get().move(x, gradient, mean, square, average);
      return;
    }
    float decay = (float) settings.decay();
    Object[] taken = {
      x, gradient, mean, square, average, scalars, beta1, beta2, eps, decay, length
    };
    device.launch(Kernel.ADAM, blocks, taken);
  }

  @Override
  void step(long k) {
    if (filled != k / RATES) {
      filled = k / RATES;
      double[] next = new double[RATES];
      Arrays.setAll(next, i -> settings.eta().checked(filled * RATES + i));
      device.upload(next, rates);
    }
    step.queue();
  }

  @Override
  public StepReport advance() {
    queue(1);
    device.synchronize();
    return StepReport.explicit(step(), settings.eta().checked(step() - 1), 1);
  }

  @Override
  public List<Runnable> bodies() {
    return List.of(this::body);
  }
}
