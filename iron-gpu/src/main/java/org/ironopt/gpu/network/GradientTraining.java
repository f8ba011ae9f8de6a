package org.ironopt.gpu.network;

import java.util.Arrays;
import java.util.List;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.linalg.Require;
import org.ironopt.method.Schedule;

/**
 * AdamW and SGD with momentum on a device, as {@code method.gradient} has them but in float: the
 * contenders of {@link ImplicitTraining}. Step lengths go to the device many at a time.
 */
public final class GradientTraining extends Training {
  /** Step lengths that the device has at a time. */
  private static final int RATES = 1024;

  private final Settings settings;
  private final Buffer mean;
  private final Buffer square;
  private final Buffer rates;
  private final Part step;

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
   * @param averaging of the points
   */
  public record Settings(
      int rows,
      Schedule eta,
      double beta1,
      double beta2,
      double eps,
      double decay,
      boolean nesterov,
      Averaging averaging) {
    private static final Averaging SLOW = Averaging.constant(0.002);

    public Settings {
      Require.nonNegative("beta1", beta1);
    }

    /** Returns AdamW with PyTorch's memories and eps, without decay. */
    public static Settings adamW(int rows, Schedule eta) {
      return new Settings(rows, eta, 0.9, 0.999, 1e-8, 0, false, SLOW);
    }

    /** Returns SGD with momentum, perhaps Nesterov's. */
    public static Settings sgd(int rows, Schedule eta, double momentum, boolean nesterov) {
      return new Settings(rows, eta, momentum, -1, 0, 0, nesterov, SLOW);
    }
  }

  /**
   * Starts a training.
   *
   * @param seed of the batches
   */
  public GradientTraining(Device device, Task task, Settings settings, double[] x0, long seed) {
    super(device, task, settings.rows(), settings.averaging(), x0, seed);
    this.settings = settings;
    mean = kept(n);
    square = settings.beta2() < 0 ? mean : kept(n);
    rates = buffers.doubles(RATES);
    set(Scalars.POWER1, 1);
    set(Scalars.POWER2, 1);
    step = new Part(this::body);
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
  public List<Runnable> bodies() {
    return List.of(this::body);
  }
}
