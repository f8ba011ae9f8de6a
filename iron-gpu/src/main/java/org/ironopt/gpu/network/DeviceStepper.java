package org.ironopt.gpu.network;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.data.Features;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceException;
import org.ironopt.gpu.Scalars;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.network.Network;
import org.ironopt.resolvent.InnerEnding;
import org.ironopt.resolvent.InnerReport;

/**
 * A method of the core at work on a network on a device. {@link #advance} waits for its step, as
 * who asks for a {@code Stepper} expects; {@link Training} does not. Steps are those of the core in
 * float; their reports count the same work.
 */
public final class DeviceStepper implements Stepper, AutoCloseable {
  private final Training training;
  private final DeviceMethod method;

  /** The iterate, null until it is asked for. */
  private double[] x;

  /** Of the next step, NaN while that is not known here. */
  private double lambda = Double.NaN;

  private DeviceStepper(Training training, DeviceMethod method) {
    this.training = training;
    this.method = method;
  }

  /**
   * Takes a network to a device and starts a method there, or says why it cannot.
   *
   * @param seed of the batches
   */
  public static DeviceStepper start(
      Device device, Method method, Network f, double[] x0, long seed) {
    DeviceMethod known = DeviceMethod.of(method);
    Training.Task task = task(f);
    return new DeviceStepper(
        switch (known) {
          case DeviceMethod.Implicit m ->
              new ImplicitTraining(device, task, m.settings(), x0, seed);
          case DeviceMethod.Gradient m ->
              new GradientTraining(device, task, m.settings(), x0, seed);
        },
        known);
  }

  private static Training.Task task(Network f) {
    Optional<Features> targets = f.targets();
    boolean same = targets.isPresent() && targets.get() == f.data().features();
    if (f.reg() > 0 || f.terms() != f.data().rows() || targets.isPresent() && !same) {
      throw new DeviceException(
          "networks on a device have no penalty, all rows of their data, and the targets of the"
              + " data or its inputs; this one is %s",
          f);
    }
    return new Training.Task(f.layers(), f.loss(), f.data(), same);
  }

  @Override
  public StepReport advance() {
    long step = training.step() + 1;
    x = null;
    return switch (method) {
      case DeviceMethod.Implicit m -> implicit((ImplicitTraining) training, m.settings(), step);
      case DeviceMethod.Gradient m -> {
        training.advance();
        training.device.synchronize();
        yield StepReport.explicit(step, m.settings().eta().checked(step - 1), 1);
      }
    };
  }

  private StepReport implicit(
      ImplicitTraining training, ImplicitTraining.Settings settings, long step) {
    double used = Double.isNaN(lambda) ? training.lambda() : lambda;
    training.advance();
    double[] scalars = training.scalars();
    lambda = scalars[Scalars.LAMBDA];
    boolean taken = scalars[Scalars.TAKEN] > 0;
    double none = Double.NaN;
    int cg = settings.cgSteps();
    InnerReport inner =
        new InnerReport(
            taken ? InnerEnding.TRUNCATED : InnerEnding.NO_DECREASE,
            taken ? 1 : 0,
            cg,
            taken ? 0 : 1,
            none,
            OptionalDouble.empty(),
            none,
            none,
            training.looked() ? 2 : 1,
            training.products(),
            Optional.of(model(training.looked(), settings.part() < 1, scalars)));
    double alpha = 1 / settings.momentum() - 1;
    double gamma = alpha * alpha / (used * (1 + alpha));
    return StepReport.implicit(step, alpha, gamma, used, inner, Work.NONE);
  }

  /** A part of a step leaves no linear residual, as in the core. */
  private static InnerReport.Model model(boolean looked, boolean part, double[] scalars) {
    double none = Double.NaN;
    return looked
        ? new InnerReport.Model(
            part ? none : Math.sqrt(scalars[Scalars.AFTER] / scalars[Scalars.BEFORE]),
            scalars[Scalars.VALUE] - scalars[Scalars.TRIAL],
            scalars[Scalars.RATIO])
        : new InnerReport.Model(none, none, none);
  }

  @Override
  public long step() {
    return training.step();
  }

  @Override
  public double[] x() {
    if (x == null) {
      x = method.averaged() ? training.average() : training.x();
    }
    return x;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    training.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    x = null;
    lambda = Double.NaN;
    training.restore(in);
  }

  @Override
  public void close() {
    training.close();
  }
}
