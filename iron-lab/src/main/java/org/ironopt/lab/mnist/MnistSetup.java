package org.ironopt.lab.mnist;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.MnistFile;
import org.ironopt.lab.file.Values;
import org.ironopt.regression.Precision;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Forcing;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.Tolerance;

/** What the settings say, checked. */
final class MnistSetup {
  /** The authors' limit of CG iterations in a Newton step. */
  private static final int CG_LIMIT = 200;

  /** Values that the paper does not give or that are not part of its experiment. */
  private static final List<String> UNPRINTED =
      List.of("precision", "seed", "steps", "step_epochs", "step_batch");

  final Values settings;
  final int[] batches;
  final double reg;
  final Precision precision;
  final int train;
  final int validation;
  final int test;
  final int tuningEpochs;
  final int epochs;
  final long[] seeds;
  final long seed;
  final double tolerance;
  final int newton;
  final double cg;
  final double[] steps;
  final int stepEpochs;
  final int stepBatch;

  MnistSetup(Values settings) {
    this.settings = settings;
    train = between("train_rows", 20, MnistFile.TRAIN_IMAGES.count());
    validation = between("validation_rows", 1, train - 1);
    test = between("test_rows", 1, MnistFile.TEST_IMAGES.count());
    int fewest = train - validation;
    batches = Arrays.stream(positive("batch")).mapToInt(b -> batch("batch", b, fewest)).toArray();
    if (Arrays.stream(batches).distinct().count() < batches.length) {
      throw new InputError("batch names a size twice, expected different ones (--batch)");
    }
    for (Rival rival : Rival.ofThePaper()) {
      grid(rival);
    }
    reg = nonNegative("reg");
    precision = precision(settings.text("precision"));
    tuningEpochs = between("tuning_epochs", 1, 10_000);
    epochs = between("epochs", 1, 10_000);
    seeds = seeds();
    seed = settings.whole("seed");
    tolerance = positive("residual", settings.number("residual"));
    newton = between("newton", 1, 1000);
    cg = positive("cg", settings.number("cg"));
    if (cg >= 1) {
      throw new InputError("cg is " + cg + ", expected a number below 1 (--cg)");
    }
    steps = positive("steps");
    stepEpochs = between("step_epochs", 1, 10_000);
    stepBatch = batch("step_batch", settings.number("step_batch"), train);
  }

  /** Returns whether the numbers can be compared with those of the paper. */
  boolean ofThePaper() {
    Values paper = paper();
    return settings.asMap().keySet().stream()
        .filter(key -> !UNPRINTED.contains(key))
        .allMatch(key -> Arrays.equals(numbers(settings, key), numbers(paper, key)));
  }

  private static double[] numbers(Values settings, String key) {
    return settings.asMap().get(key) instanceof List<?>
        ? settings.numbers(key)
        : new double[] {settings.number(key)};
  }

  /** Returns the settings of the paper. */
  static Values paper() {
    return new Values()
        .with("batch", new double[] {128, 256, 384})
        .with("adamw", new double[] {3e-4, 5e-4, 7e-4, 1e-3, 1.5e-3, 2e-3, 3e-3})
        .with("nag_gs", new double[] {0.2, 0.35, 0.5, 0.75, 1, 1.5, 2})
        .with("iron", new double[] {0.75, 1, 1.25, 1.5, 2, 2.5, 3})
        .with("reg", 1e-4)
        .with("precision", "single")
        .with("train_rows", 60_000L)
        .with("validation_rows", 10_000L)
        .with("test_rows", 10_000L)
        .with("tuning_epochs", 3L)
        .with("epochs", 25L)
        .with("seeds", List.of(0L, 1L, 2L, 3L, 4L))
        .with("residual", 1e-3)
        .with("newton", 8L)
        .with("cg", 1e-3)
        .with("steps", new double[] {1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1, 3, 10, 100})
        .with("step_epochs", 3L)
        .with("step_batch", 128L)
        .with("seed", 0L);
  }

  /** Returns settings for a look within seconds. */
  static Values smoke() {
    return paper()
        .with("adamw", new double[] {1e-3, 2e-3, 3e-3})
        .with("nag_gs", new double[] {0.5, 1, 2})
        .with("iron", new double[] {1, 1.5, 2.5})
        .with("train_rows", 4_000L)
        .with("validation_rows", 1_000L)
        .with("test_rows", 2_000L)
        .with("tuning_epochs", 1L)
        .with("epochs", 4L)
        .with("seeds", List.of(0L, 1L))
        .with("steps", new double[] {1e-4, 1e-2, 1, 100})
        .with("step_epochs", 1L);
  }

  /** Returns the steps among which one is chosen. */
  double[] grid(Rival rival) {
    return positive(rival.label.replace('-', '_'));
  }

  /** Returns the paper's inner solve: Algorithm 2 with CG for the linear systems. */
  Inner inner() {
    return Inner.PAPER
        .withDirection(new Direction.Cg(new Forcing.Fixed(cg), new Preconditioner.None(), CG_LIMIT))
        .withTolerance(Tolerance.absolute(tolerance))
        .withTruncation(newton);
  }

  /** Returns every setting that determines the result of a run. */
  Values of(Training run) {
    Values cell =
        new Values()
            .with("experiment", MnistExperiment.NAME)
            .with("method", run.rival().label)
            .with("step", run.step())
            .with("batch", (long) run.batch())
            .with("epochs", (long) run.epochs())
            .with("seed", run.seed())
            .with("reg", reg)
            .with("precision", settings.text("precision"))
            .with("train_rows", (long) train);
    if (run.purpose() == Training.Purpose.TUNE) {
      cell.with("validation_rows", (long) validation).with("split_seed", seed);
    } else {
      cell.with("test_rows", (long) test);
    }
    if (run.rival() == Rival.IRON) {
      cell.with("residual", tolerance).with("newton", (long) newton).with("cg", cg);
    }
    if (run.rival() == Rival.IRON_RELATIVE) {
      cell.with("relative_residual", Rival.RELATIVE).with("newton", (long) newton).with("cg", cg);
    }
    return cell;
  }

  private static Precision precision(String text) {
    return switch (text) {
      case "single" -> Precision.SINGLE;
      case "double" -> Precision.DOUBLE;
      default ->
          throw new InputError(
              "precision is '" + text + "', expected single or double (--precision)");
    };
  }

  private long[] seeds() {
    double[] list = settings.numbers("seeds");
    long[] seeds = Arrays.stream(list).mapToLong(seed -> (long) seed).distinct().toArray();
    if (seeds.length < 2
        || seeds.length < list.length
        || Arrays.stream(list).anyMatch(seed -> seed != Math.rint(seed))) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "seeds is %s, expected two or more different whole numbers such as 0,1 (--seeds)",
              Arrays.stream(list).mapToObj(MnistSetup::number).toList()));
    }
    return seeds;
  }

  private static int batch(String name, double value, int rows) {
    if (value != Math.rint(value) || value < 1 || value > rows) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "%s is %s, expected a whole number from 1 to the %d rows to learn from (--%s)",
              name,
              number(value),
              rows,
              option(name)));
    }
    return (int) value;
  }

  private int between(String name, int least, int most) {
    double value = settings.number(name);
    if (!(value >= least && value <= most)) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "%s is %.0f, expected %d to %d (--%s)",
              name,
              value,
              least,
              most,
              option(name)));
    }
    return (int) value;
  }

  private double nonNegative(String name) {
    double value = settings.number(name);
    return value == 0 ? 0 : positive(name, value);
  }

  private static double positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new InputError(
          name + " is " + number(value) + ", expected a number > 0 (--" + option(name) + ")");
    }
    return value;
  }

  private double[] positive(String name) {
    double[] values = settings.numbers(name);
    if (values.length == 0) {
      throw new InputError(
          name + " is an empty list, expected numbers such as 1,2 (--" + option(name) + ")");
    }
    for (double value : values) {
      positive(name, value);
    }
    return values;
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String option(String name) {
    return name.replace('_', '-');
  }
}
