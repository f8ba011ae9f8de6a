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
import org.ironopt.gpu.DeviceException;
import org.ironopt.gpu.Devices;
import org.ironopt.gpu.cuda.CudaDevice;
import org.ironopt.gpu.cuda.Examination;
import org.ironopt.gpu.network.GradientTraining;
import org.ironopt.gpu.network.ImplicitTraining;
import org.ironopt.gpu.network.Training;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Schedule;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Preconditioner;

/**
 * Measures a device: {@code Measure doctor}, or {@code train}, {@code adamw}, {@code busy}, {@code
 * logistic}, {@code parts}, {@code cloud} with options {@code key=value}. docs/GPU.md says what
 * each prints.
 */
public final class Measure {
  private final Map<String, String> options;

  private Measure(Map<String, String> options) {
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
    Measure measure = new Measure(options);
    String what = arguments.length == 0 ? "" : arguments[0];
    try {
      switch (what) {
        case "doctor" -> System.exit(doctor() ? 0 : 1);
        case "train" -> measure.train();
        case "adamw" -> measure.adamW();
        case "busy" -> measure.busy();
        case "logistic" -> new LargeRuns(measure).logistic();
        case "parts" -> new PartsRuns(measure).run();
        case "cloud" -> new LargeRuns(measure).cloud();
        default ->
            throw new DeviceException(
                "'%s' is not measured, expected doctor, train, adamw, busy, logistic, parts or"
                    + " cloud",
                what);
      }
    } catch (DeviceException e) {
      System.err.println("measure: " + e.getMessage());
      System.exit(2);
    }
  }

  static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  private static boolean doctor() {
    List<Examination.Finding> findings = Examination.run();
    findings.forEach(f -> print("%-9s %-8s %s", f.name(), f.ok() ? "ok" : "missing", f.value()));
    return findings.stream().allMatch(Examination.Finding::ok);
  }

  double number(String key, double otherwise) {
    return options.containsKey(key) ? Double.parseDouble(options.get(key)) : otherwise;
  }

  private int integer(String key, int otherwise) {
    return (int) number(key, otherwise);
  }

  Device open() {
    CudaDevice.Precision precision =
        options.getOrDefault("precision", "tf32").equals("float")
            ? CudaDevice.Precision.FLOAT
            : CudaDevice.Precision.TF32;
    return Devices.open(
        options.getOrDefault("device", "cuda"), precision, line -> print("%s", line));
  }

  private Activation unit() {
    return Activation.valueOf(options.getOrDefault("act", "sigmoid").toUpperCase(Locale.ROOT));
  }

  /** Returns Hinton's deep autoencoder, or a small one of the same form. */
  private Layers layers(int inputs) {
    boolean small = integer("small", 0) > 0;
    int code = small ? 10 : 30;
    Layers layers = Layers.inputs(inputs);
    for (int width :
        small ? new int[] {64, code, 64} : new int[] {1000, 500, 250, code, 250, 500, 1000}) {
      layers = layers.dense(width, width == code ? Activation.LINEAR : unit());
    }
    return layers.outputs(inputs);
  }

  private Training.Task task() throws IOException {
    FloatFeatures images =
        IdxReader.images(
            Path.of(options.getOrDefault("images", "train-images-idx3-ubyte")),
            IdxReader.Scale.UNIT);
    int rows = integer("rows", images.rows());
    Dataset all = Dataset.regression(images, new double[images.rows()]);
    Dataset data = rows < images.rows() ? all.range(0, rows) : all;
    return new Training.Task(layers(images.columns()), NetworkLoss.LOGISTIC, data, true);
  }

  private double[] start(Layers layers) {
    Streams streams = new Streams(integer("seed", 0));
    return unit() == Activation.SIGMOID ? layers.sparse(streams) : layers.fanIn(streams);
  }

  /** Returns whole steps, or parts of steps as the chapter deep makes them ({@code step=part}). */
  private ImplicitTraining.Settings settings() {
    boolean part = options.getOrDefault("step", "whole").equals("part");
    ImplicitTraining.Settings settings =
        ImplicitTraining.Settings.standard()
            .rows(integer("b", part ? 2000 : 4000))
            .momentum(number("momentum", part ? 0.8 : 0.9))
            .every(integer("look", 5))
            .rule(
                new Adaptation(
                    number("lambda0", 1),
                    number("lambda", part ? 1e3 : 1e5),
                    number("grow", part ? 2 : 1.2),
                    1.5))
            .factors(
                new Preconditioner.Averaged(
                    integer("every", 5), integer("renew", 60), 0.05, number("rows-part", 0.25), 0));
    return part
        ? settings.part(number("part", 0.3)).averaging(Training.Averaging.growing(number("eta", 8)))
        : settings.cgSteps(integer("k", 3));
  }

  private ImplicitTraining implicit(Device device, Training.Task task, int seed) {
    return new ImplicitTraining(device, task, settings(), start(task.layers()), seed);
  }

  private GradientTraining adamW(Device device, Training.Task task, int rows, double rate) {
    var settings = GradientTraining.Settings.adamW(rows, Schedule.constant(rate));
    return new GradientTraining(device, task, settings, start(task.layers()), 0);
  }

  private String name() {
    ImplicitTraining.Settings s = settings();
    String step = s.part() < 1 ? "parts of " + s.part() : "whole steps, " + s.cgSteps() + " CG";
    return String.format(
        Locale.ROOT, "%s, b %d, lambda <= %.0e", step, s.rows(), s.rule().largest());
  }

  /** Prints loss against seconds of training, and the seconds to given losses. */
  private void train() throws IOException {
    double[] targets =
        Arrays.stream(options.getOrDefault("targets", "").split(","))
            .filter(t -> !t.isEmpty())
            .mapToDouble(Double::parseDouble)
            .toArray();
    Training.Task task = task();
    try (Device device = open()) {
      print("train %s: %s", name(), options);
      try (ImplicitTraining warm = implicit(device, task, 99)) {
        warm.advance(12);
        device.synchronize();
      }
      try (ImplicitTraining training = implicit(device, task, 0)) {
        double used = 0;
        double next = number("mark", 1);
        double last = Double.POSITIVE_INFINITY;
        double before = 0;
        int reached = 0;
        boolean open = targets.length > 0;
        while (used < number("seconds", 20) && (reached < targets.length || !open)) {
          long clock = System.nanoTime();
          training.advance(5);
          device.synchronize();
          used += 1e-9 * (System.nanoTime() - clock);
          if (used < next) {
            continue;
          }
          next += number("mark", 1);
          double loss = training.loss(true);
          print(
              "%8.2f s %7d steps  loss %.4f (average %.4f)  lambda %.4g  ratio %.2f  refused %d",
              used,
              training.step(),
              training.loss(false),
              loss,
              training.lambda(),
              training.ratio(),
              training.refused());
          while (reached < targets.length && loss <= targets[reached]) {
            double part = Double.isInfinite(last) ? 1 : (last - targets[reached]) / (last - loss);
            print(
                "REACHED %.4f after %.3f s, %s",
                targets[reached], before + part * (used - before), name());
            reached++;
          }
          last = loss;
          before = used;
        }
        print("%.4f ms a step, %s", 1e3 * used / training.step(), name());
      }
    }
  }

  /** Prints what a step of our own AdamW takes. */
  private void adamW() throws IOException {
    Training.Task task = task();
    try (Device device = open();
        GradientTraining training = adamW(device, task, integer("b", 400), number("rate", 3e-3))) {
      int steps = integer("steps", 3000);
      training.advance(20);
      device.synchronize();
      long clock = System.nanoTime();
      training.advance(steps);
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
    Training.Task task = task();
    try (Device device = open();
        ImplicitTraining implicit = implicit(device, task, 0);
        GradientTraining adam = adamW(device, task, 400, 3e-3)) {
      implicit.advance(3);
      adam.advance(3);
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
