package org.ironopt.gpu.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.IdxReader;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Scalars;
import org.ironopt.gpu.network.DeviceTraining;
import org.ironopt.gpu.network.DeviceTraining.Averaging;
import org.ironopt.io.InputError;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Preconditioner;

/**
 * Measures a device: {@code train}, {@code adamw}, {@code busy}, {@code logistic}, {@code parts} or
 * {@code cloud} with options {@code key=value}. docs/reference/gpu.md says what each prints.
 */
public final class DeviceBenchmark {
  private final Map<String, String> options;

  private DeviceBenchmark(Map<String, String> options) {
    this.options = options;
  }

  /** Measures what the first argument names. */
  public static void main(String[] arguments) throws IOException {
    Map<String, String> options = new TreeMap<>();
    for (String argument :
        Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length)) {
      int at = argument.indexOf('=');
      options.put(at < 0 ? argument : argument.substring(0, at), argument.substring(at + 1));
    }
    DeviceBenchmark measure = new DeviceBenchmark(options);
    String what = arguments.length == 0 ? "" : arguments[0];
    try {
      switch (what) {
        case "train" -> measure.train();
        case "adamw" -> measure.adamW();
        case "busy" -> measure.busy();
        case "logistic" -> new LargeBenchmark(measure).logistic();
        case "parts" -> new PartsBenchmark(measure).run();
        case "cloud" -> new LargeBenchmark(measure).cloud();
        default ->
            throw new InputError(
                "'%s' is not measured, expected train, adamw, busy, logistic, parts or cloud",
                what);
      }
    } catch (InputError e) {
      System.err.println("measure: " + e.getMessage());
      System.exit(2);
    }
  }

  static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  double number(String key, double otherwise) {
    return options.containsKey(key) ? Double.parseDouble(options.get(key)) : otherwise;
  }

  private double[] numbers(String key, String otherwise) {
    return Arrays.stream(options.getOrDefault(key, otherwise).split(","))
        .filter(t -> !t.isEmpty())
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  private int integer(String key, int otherwise) {
    return (int) number(key, otherwise);
  }

  Device open() {
    boolean plain = options.getOrDefault("precision", "tf32").equals("float");
    return Device.open(
        options.getOrDefault("device", "cuda"),
        plain ? Device.MathMode.FLOAT : Device.MathMode.TF32);
  }

  private Activation unit() {
    return Activation.valueOf(options.getOrDefault("act", "sigmoid").toUpperCase(Locale.ROOT));
  }

  /** Returns Hinton's deep autoencoder, or one of other widths; the narrowest layer is linear. */
  private Network network() throws IOException {
    FloatFeatures images =
        IdxReader.images(
            Path.of(options.getOrDefault("images", "train-images-idx3-ubyte")),
            IdxReader.Scale.UNIT);
    int rows = integer("rows", images.rows());
    Dataset all = Dataset.regression(images, new double[images.rows()]);
    Dataset data = rows < images.rows() ? all.range(0, rows) : all;
    Layers layers = Layers.inputs(images.columns());
    double[] widths = numbers("layers", "1000,500,250,30,250,500,1000");
    double code = Arrays.stream(widths).min().orElseThrow();
    for (double width : widths) {
      layers = layers.dense((int) width, width == code ? Activation.LINEAR : unit());
    }
    return Network.autoencoder(layers.outputs(images.columns()), NetworkLoss.LOGISTIC, data);
  }

  private boolean parts() {
    return !step().equals("whole");
  }

  /** Whether parts of steps decay to the end of the seconds, by the setting for all problems. */
  private boolean decays() {
    return step().equals("budget");
  }

  private String step() {
    String step = options.getOrDefault("step", "whole");
    InputError.when(
        !List.of("whole", "part", "budget").contains(step),
        "step is '%s', expected whole, part or budget",
        step);
    return step;
  }

  private int batch() {
    return integer("b", parts() ? 2000 : 4000);
  }

  private double largest() {
    return number("lambda", decays() ? 1e4 : parts() ? 1e3 : 1e5);
  }

  private double length() {
    return parts() ? number("part", decays() ? 0.5 : 0.3) : 1;
  }

  /**
   * Returns whole steps, or parts of steps: as the chapter deep makes them ({@code step=part}), or
   * decaying to the end of so many ({@code step=budget}).
   */
  private Iron method(long budget) {
    boolean part = parts();
    double length = length();
    Preconditioner factors =
        new Preconditioner.Averaged(
            integer("every", 5), integer("renew", 60), 0.05, number("rows-part", 0.25), 0);
    InnerMethod.Newton inner =
        part
            ? InnerMethod.relaxed(length, factors)
            : InnerMethod.linearized(integer("k", 3), factors);
    Globalization.Unchecked looks =
        new Globalization.Unchecked(integer("look", 5), length)
            .looks(integer("looks", decays() ? 20 : 1));
    return Iron.step(1 / number("momentum", part && !decays() ? 0.8 : 0.9) - 1)
        .adapting(
            new Adaptation(number("lambda0", 1), largest(), number("grow", part ? 2 : 1.2), 1.5))
        .batches(Batches.fullEpochs(batch()))
        .inner(inner.globalization(decays() ? looks.budget(budget) : looks));
  }

  private DeviceTraining start(
      Device device, Method method, Averaging averaging, Network f, int seed) {
    RandomStreams streams = new RandomStreams(integer("seed", 0));
    double[] x0 =
        unit() == Activation.SIGMOID ? f.layers().sparse(streams) : f.layers().fanIn(streams);
    return DeviceTraining.start(device, method, averaging, f, x0, seed);
  }

  private DeviceTraining implicit(Device device, Network f, int seed, long budget) {
    Averaging averaging = parts() ? Averaging.growing(number("eta", 8)) : Averaging.constant(0.02);
    return start(device, method(budget), averaging, f, seed);
  }

  private DeviceTraining adamW(Device device, Network f, int rows, double rate) {
    Method adam = AdamW.step(rate).weightDecay(0).batches(Batches.fullEpochs(rows));
    return start(device, adam, Averaging.constant(0.002), f, 0);
  }

  private String name() {
    String step =
        parts()
            ? "parts of " + length() + (decays() ? " to a budget" : "")
            : "whole steps, " + integer("k", 3) + " CG";
    return String.format(Locale.ROOT, "%s, b %d, lambda <= %.0e", step, batch(), largest());
  }

  /** Prints loss against seconds of training, and the seconds to given losses. */
  private void train() throws IOException {
    double[] wanted = numbers("targets", "");
    LossTargets targets = new LossTargets(wanted);
    double seconds = number("seconds", 20);
    Network f = network();
    try (Device device = open()) {
      print("train %s: %s", name(), options);
      long budget = pace(device, f, seconds);
      try (DeviceTraining training = implicit(device, f, 0, budget)) {
        double used = 0;
        double next = number("mark", 1);
        boolean more = true;
        while (more) {
          long clock = System.nanoTime();
          training.queue(5);
          device.synchronize();
          used += 1e-9 * (System.nanoTime() - clock);
          more = decays() ? training.step() < budget : used < seconds;
          if (used < next && more) {
            continue;
          }
          next += number("mark", 1);
          look(training, used, targets);
          more &= targets.open() || wanted.length == 0;
        }
        print("%.4f ms a step, %s", 1e3 * used / training.step(), name());
      }
    }
  }

  /** Returns how many steps take so many seconds, from a trial that also loads all kernels. */
  private long pace(Device device, Network f, double seconds) {
    try (DeviceTraining warm = implicit(device, f, 99, 1000)) {
      warm.queue(12);
      device.synchronize();
      if (!decays()) {
        return 1;
      }
      int trial = integer("trial", 120);
      long clock = System.nanoTime();
      warm.queue(trial);
      device.synchronize();
      long budget = (long) Math.ceil(seconds / (1e-9 * (System.nanoTime() - clock) / trial));
      print("budget of %d steps for %s s", budget, seconds);
      return budget;
    }
  }

  private void look(DeviceTraining training, double used, LossTargets targets) {
    double loss = training.loss(true);
    double last = training.loss(false);
    print(
        "%8.2f s %7d steps  loss %.4f (average %.4f)  lambda %.4g  ratio %.2f  refused %d",
        used,
        training.step(),
        last,
        loss,
        training.scalar(Scalars.LAMBDA),
        training.scalar(Scalars.RATIO),
        (long) training.scalar(Scalars.REFUSED));
    for (LossTargets.Crossing reached : targets.look(used, loss)) {
      print("REACHED %.4f after %.3f s, %s", reached.loss(), reached.seconds(), name());
    }
  }

  /** Prints what a step of our own AdamW takes. */
  private void adamW() throws IOException {
    Network f = network();
    try (Device device = open();
        DeviceTraining training = adamW(device, f, integer("b", 400), number("rate", 3e-3))) {
      int steps = integer("steps", 3000);
      training.queue(20);
      device.synchronize();
      long clock = System.nanoTime();
      training.queue(steps);
      device.synchronize();
      print(
          "ADAMW b %d: %.4f ms a step, loss %.4f after %d steps",
          integer("b", 400),
          1e-6 * (System.nanoTime() - clock) / steps,
          training.loss(true),
          training.step());
    }
  }

  /** Prints the time of recorded steps beside the sum of their operations, each timed alone. */
  private void busy() throws IOException {
    Network f = network();
    try (Device device = open();
        DeviceTraining implicit = implicit(device, f, 0, 1);
        DeviceTraining adam = adamW(device, f, 400, 3e-3)) {
      implicit.queue(3);
      adam.queue(3);
      busy(device, name() + ", with statistics and a look", implicit.bodies().get(0));
      busy(device, name() + ", plain", implicit.bodies().get(1));
      busy(device, "AdamW, b 400", adam.bodies().get(0));
      print("renewing the inverses: %.3f ms", 1e3 * device.seconds(implicit::renew));
    }
  }

  /** Returns the seconds of one of twenty runs of the work. */
  static double repeated(Device device, Runnable body) {
    return device.seconds(() -> IntStream.range(0, 20).forEach(k -> body.run())) / 20;
  }

  private static void busy(Device device, String name, Runnable body) {
    body.run();
    try (Device.Recording recording = device.record(body)) {
      recording.replay();
      double wall = repeated(device, recording::replay);
      double sum = device.secondsOneByOne(body);
      print(
          "BUSY %s: %.3f ms recorded, %.3f ms as the sum of its parts, ratio %.3f",
          name, 1e3 * wall, 1e3 * sum, wall / sum);
    }
  }
}
