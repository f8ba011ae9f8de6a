package org.ironopt.gpu.network;

import java.util.List;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.linalg.Require;

/**
 * AdamW and SGD with momentum on a device, as {@code method.gradient} has them but in float: the
 * contenders of {@link ImplicitTraining}. The step length is a scalar on the device that {@link
 * #rate} changes.
 */
public final class GradientTraining extends Training {
  private final Settings settings;
  private final Buffer mean;
  private final Buffer square;
  private final Part step;

  /**
   * How steps are made.
   *
   * @param rows of a batch
   * @param rate step length at the start
   * @param beta1 memory of the mean; the momentum of SGD
   * @param beta2 memory of the mean square; negative for SGD
   * @param eps added to the root
   * @param decay of x, relative to the step length
   * @param averaging weight of a new point in the average
   */
  public record Settings(
      int rows,
      double rate,
      double beta1,
      double beta2,
      double eps,
      double decay,
      double averaging) {
    public Settings {
      Require.nonNegative("rate", rate);
      Require.nonNegative("beta1", beta1);
    }

    /** Returns AdamW with PyTorch's memories and eps, without decay. */
    public static Settings adamW(int rows, double rate) {
      return new Settings(rows, rate, 0.9, 0.999, 1e-8, 0, 0.002);
    }

    /** Returns SGD with momentum. */
    public static Settings sgd(int rows, double rate, double momentum) {
      return new Settings(rows, rate, momentum, -1, 0, 0, 0.002);
    }
  }

  /**
   * Starts a training.
   *
   * @param seed of the batches
   */
  public GradientTraining(Device device, Task task, Settings settings, double[] x0, long seed) {
    super(device, task, settings.rows(), x0, seed);
    this.settings = settings;
    mean = kept(n);
    square = settings.beta2() < 0 ? mean : kept(n);
    set(Scalars.ETA, settings.rate());
    set(Scalars.POWER1, 1);
    set(Scalars.POWER2, 1);
    step = new Part(this::body);
  }

  /** Changes the step length of the steps to come. */
  public void rate(double rate) {
    set(Scalars.ETA, rate);
  }

  private void body() {
    gather();
    network.forward(x, Scalars.VALUE);
    network.backward(x, gradient);
    int blocks = Kernel.blocks(n);
    float weight = (float) settings.averaging();
    if (settings.beta2() < 0) {
      device.launch(
          Kernel.SGD,
          blocks,
          x,
          gradient,
          mean,
          average,
          scalars,
          (float) settings.beta1(),
          weight,
          (long) n);
      return;
    }
    device.launch(Kernel.ADAM_SCALARS, 1, scalars, settings.beta1(), settings.beta2());
    device.launch(
        Kernel.ADAM,
        blocks,
        x,
        gradient,
        mean,
        square,
        average,
        scalars,
        (float) settings.beta1(),
        (float) settings.beta2(),
        (float) settings.eps(),
        (float) settings.decay(),
        weight,
        (long) n);
  }

  @Override
  void step(long k) {
    step.queue();
  }

  @Override
  public List<Runnable> bodies() {
    return List.of(this::body);
  }
}
