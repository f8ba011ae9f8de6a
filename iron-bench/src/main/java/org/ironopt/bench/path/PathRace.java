package org.ironopt.bench.path;

import static org.ironopt.io.internal.Numbers.format;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ironopt.fit.Fit;
import org.ironopt.fit.PathFit;
import org.ironopt.fit.PenaltyPath;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.file.TemporaryFolder;

/**
 * One set: paths and cross-validations over the penalties that glmnet chooses, each contestant at
 * its settings. First every one runs once, which shows how accurate it is; then each one repeats
 * its run for the same time, so that the compiler is done with everyone; then they run in turns.
 */
final class PathRace {
  static final List<String> COLUMNS =
      List.of(
          "setting",
          "folds",
          "points",
          "largest",
          "median",
          "certified",
          "columns",
          "loss",
          "tolerance",
          "updates",
          "reads",
          "products",
          "checks",
          "predicted_updates",
          "predicted_reads");

  /** Seconds: whoever takes longer for one run has no more of them, nor a whole process. */
  private static final double SLOW = 3;

  /** Seconds of repeated runs before the clock starts, the same for all. */
  private static final double WARM_UP = 2;

  /** Sweeps over the support at each point, and checks of all columns, as a guess before. */
  private static final int SWEEPS = 10;

  /** Who runs, and how exactly. */
  enum Setting {
    GLMNET("glmnet, its default", false, 1e-7),
    /** At the loosest tolerance whose largest and median gaps are within those of glmnet. */
    AS_ACCURATE("iron, as accurate", true, Double.NaN),
    GLMNET_TIGHT("glmnet, 1e-14", false, 1e-14),
    CERTIFIED("iron, 1e-6", true, 1e-6),
    TIGHT("iron, 1e-9", true, 1e-9);

    final String words;
    final boolean iron;
    final double tolerance;

    Setting(String words, boolean iron, double tolerance) {
      this.words = words;
      this.iron = iron;
      this.tolerance = tolerance;
    }
  }

  private final PathSet set;
  private final int rounds;
  private final boolean beside;
  private final Consumer<String> log;
  private final LassoGap judge;

  /**
   * @param beside whether glmnet takes part
   */
  PathRace(PathSet set, int rounds, boolean beside, Consumer<String> log) {
    this.set = set;
    this.rounds = rounds;
    this.beside = beside;
    this.log = log;
    judge = new LassoGap(set);
  }

  /** Returns the names of the times: rounds, and the whole process from a shell. */
  static List<String> clock(int rounds) {
    List<String> names = new ArrayList<>();
    IntStream.range(0, rounds).forEach(round -> names.add("round" + round));
    names.add("process");
    return names;
  }

  /** A contestant, what it does and what that gave. */
  private final class Lane {
    final Setting setting;
    final boolean folds;
    final double[] seconds = new double[rounds + 1];
    double tolerance;
    double[] row;
    double first;

    Lane(Setting setting, boolean folds) {
      this.setting = setting;
      this.folds = folds;
      tolerance = setting.tolerance;
      Arrays.fill(seconds, Double.NaN);
    }

    /** Returns the seconds of one run. */
    double run(Optional<Glmnet> glmnet, double[] lambdas) throws IOException {
      if (!setting.iron) {
        return glmnet.orElseThrow().seconds(folds, tolerance);
      }
      long start = System.nanoTime();
      path(lambdas, folds, tolerance);
      return 1e-9 * (System.nanoTime() - start);
    }
  }

  private PenaltyPath path(double[] lambdas, boolean folds, double tolerance) {
    PathFit fit = Fit.of(set.kind(), set.data()).path().tolerance(tolerance);
    return fit.grid(lambdas).folds(folds ? PathSet.FOLDS : 0).go();
  }

  /** Makes a row for each contestant, of its path and of its cross-validation. */
  void run(NumericColumns rows, NumericColumns clock) {
    try (TemporaryFolder folder = new TemporaryFolder("iron-path")) {
      Optional<Glmnet> glmnet =
          beside ? Optional.of(Glmnet.on(set, folder.path())) : Optional.empty();
      try {
        List<Lane> lanes = racedInTime(glmnet);
        processes(lanes, folder.path());
        for (Lane lane : lanes) {
          rows.add(lane.row);
          clock.add(lane.seconds);
        }
      } finally {
        glmnet.ifPresent(Glmnet::close);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Races without glmnet where its first path takes too long. */
  private List<Lane> racedInTime(Optional<Glmnet> glmnet) throws IOException {
    try {
      return raced(glmnet);
    } catch (Glmnet.TooLateException e) {
      log.accept(set.name() + ": " + e.getMessage() + ", goes on without it");
      return raced(Optional.empty());
    }
  }

  private List<Lane> raced(Optional<Glmnet> glmnet) throws IOException {
    double[] lambdas = lambdas(glmnet);
    List<Lane> lanes = new ArrayList<>();
    for (boolean folds : new boolean[] {false, true}) {
      double[] matched = null;
      for (Setting setting : Setting.values()) {
        boolean alone = !setting.iron || Double.isNaN(setting.tolerance);
        if (glmnet.isEmpty() && alone || folds && setting == Setting.GLMNET_TIGHT) {
          continue;
        }
        Lane lane = new Lane(setting, folds);
        if (setting == Setting.AS_ACCURATE) {
          lane.tolerance = folds ? tolerance(lanes) : matching(lambdas, matched);
        }
        tried(lane, glmnet, lambdas);
        for (double spent = lane.first; rounds > 1 && spent < WARM_UP; ) {
          spent += lane.run(glmnet, lambdas);
        }
        if (setting == Setting.GLMNET) {
          matched = new double[] {value(lane, "largest"), value(lane, "median")};
        }
        lanes.add(lane);
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (Lane lane : lanes) {
        boolean slow = lane.first > SLOW;
        if (!slow || round == 0) {
          lane.seconds[round] = slow ? lane.first : lane.run(glmnet, lambdas);
        }
      }
    }
    return lanes;
  }

  private double[] lambdas(Optional<Glmnet> glmnet) throws IOException {
    if (glmnet.isPresent()) {
      return glmnet.get().path(Setting.GLMNET.tolerance).lambdas();
    }
    PenaltyPath own =
        Fit.of(set.kind(), set.data()).path().tolerance(Setting.CERTIFIED.tolerance).go();
    return own.points().stream().mapToDouble(PenaltyPath.Point::lambda).toArray();
  }

  private static double tolerance(List<Lane> lanes) {
    return lanes.stream()
        .filter(lane -> lane.setting == Setting.AS_ACCURATE)
        .findFirst()
        .orElseThrow()
        .tolerance;
  }

  /** Returns the loosest tolerance, to a factor below two, with gaps as small as these. */
  private double matching(double[] lambdas, double[] matched) {
    double tolerance = matched[0];
    while (tolerance > Setting.TIGHT.tolerance) {
      double[] gaps = gaps(path(lambdas, false, tolerance));
      if (gaps[gaps.length - 1] <= matched[0] && gaps[gaps.length / 2] <= matched[1]) {
        return tolerance;
      }
      tolerance /= Math.sqrt(Math.sqrt(10));
    }
    return tolerance;
  }

  /** Runs once, and looks at the answer. */
  private void tried(Lane lane, Optional<Glmnet> glmnet, double[] lambdas) throws IOException {
    long start = System.nanoTime();
    if (lane.setting.iron) {
      PenaltyPath path = path(lambdas, lane.folds, lane.tolerance);
      lane.first = 1e-9 * (System.nanoTime() - start);
      lane.row = row(lane, path);
      if (lane.first > SLOW) {
        // It may be slow for code that was not compiled yet.
        lane.first = lane.run(glmnet, lambdas);
      }
    } else if (lane.folds) {
      Glmnet.Choice choice = glmnet.orElseThrow().choice(lane.tolerance);
      lane.first = 1e-9 * (System.nanoTime() - start);
      double least = Arrays.stream(choice.deviances()).min().orElseThrow() / 2;
      lane.row = row(lane, choice.lambdas().length, new double[0], 0, least);
    } else {
      Glmnet.Solution path = glmnet.orElseThrow().path(lane.tolerance);
      lane.first = 1e-9 * (System.nanoTime() - start);
      int columns = path.weights().stream().mapToInt(w -> w.places().length).max().orElse(0);
      lane.row = row(lane, path.lambdas().length, gaps(path), columns, Double.NaN);
    }
    log.accept(
        format(
            "%s: %s%s, %.2f s, largest gap %.1e",
            set.name(),
            lane.setting.words,
            lane.folds ? ", 5 folds" : "",
            lane.first,
            value(lane, "largest")));
  }

  private static double value(Lane lane, String column) {
    return lane.row[COLUMNS.indexOf(column)];
  }

  private double[] row(Lane lane, PenaltyPath path) {
    List<PenaltyPath.Point> points = path.points();
    int columns = points.stream().mapToInt(PenaltyPath.Point::columns).max().orElse(0);
    double least = points.stream().mapToDouble(PenaltyPath.Point::loss).min().orElse(Double.NaN);
    double[] gaps = lane.folds ? new double[0] : gaps(path);
    double[] row = row(lane, points.size(), gaps, columns, least);
    row[COLUMNS.indexOf("certified")] =
        points.stream().mapToDouble(PenaltyPath.Point::gap).max().orElse(Double.NaN);
    row[COLUMNS.indexOf("updates")] = path.work().updates();
    row[COLUMNS.indexOf("reads")] = path.work().columnReads();
    row[COLUMNS.indexOf("products")] = path.work().gramProducts();
    row[COLUMNS.indexOf("checks")] = path.work().checks();
    int paths = lane.folds ? 1 + PathSet.FOLDS : 1;
    long used = points.stream().mapToLong(PenaltyPath.Point::columns).sum();
    row[COLUMNS.indexOf("predicted_updates")] = (double) paths * SWEEPS * used;
    row[COLUMNS.indexOf("predicted_reads")] = (double) paths * points.size() * set.data().columns();
    return row;
  }

  /** Returns a row without work. */
  private static double[] row(Lane lane, int points, double[] gaps, int columns, double loss) {
    double[] row = new double[COLUMNS.size()];
    Arrays.fill(row, Double.NaN);
    row[COLUMNS.indexOf("setting")] = lane.setting.ordinal();
    row[COLUMNS.indexOf("folds")] = lane.folds ? PathSet.FOLDS : 0;
    row[COLUMNS.indexOf("points")] = points;
    row[COLUMNS.indexOf("columns")] = columns == 0 ? Double.NaN : columns;
    row[COLUMNS.indexOf("loss")] = loss;
    row[COLUMNS.indexOf("tolerance")] = lane.tolerance;
    if (gaps.length > 0) {
      row[COLUMNS.indexOf("largest")] = gaps[gaps.length - 1];
      row[COLUMNS.indexOf("median")] = gaps[gaps.length / 2];
    }
    return row;
  }

  /** Returns the gaps of all points, rising. */
  private double[] gaps(PenaltyPath path) {
    double[][] weights = path.coefficients(0);
    return IntStream.range(0, weights.length)
        .mapToDouble(
            k -> judge.of(path.points().get(k).lambda(), weights[k], path.model(k).intercepts()[0]))
        .sorted()
        .toArray();
  }

  private double[] gaps(Glmnet.Solution path) {
    int columns = set.data().columns();
    return IntStream.range(0, path.lambdas().length)
        .mapToDouble(
            k ->
                judge.of(
                    path.lambdas()[k], path.weights().get(k).dense(columns), path.intercepts()[k]))
        .sorted()
        .toArray();
  }

  /**
   * Times whole processes from a shell: R reads numbers of eight bytes, our command reads text and
   * starts a virtual machine.
   */
  private void processes(List<Lane> lanes, Path folder) throws IOException {
    String launcher = System.getProperty("iron.launcher");
    if (launcher == null) {
      return;
    }
    Path file = PathFiles.text(set, folder);
    for (Lane lane : lanes) {
      if (lane.first <= SLOW) {
        lane.seconds[rounds] =
            lane.setting.iron
                ? seconds(iron(launcher, file, lane), "")
                : seconds(
                    Glmnet.command(folder), Glmnet.task(lane.folds) + " " + lane.tolerance + "\n");
      }
    }
  }

  private List<String> iron(String launcher, Path file, Lane lane) {
    List<String> command =
        new ArrayList<>(
            List.of(launcher, "path", file.toString(), "--model", set.kind().word(), "--quiet"));
    command.addAll(List.of("--tolerance", String.valueOf(lane.tolerance)));
    command.addAll(List.of("--folds", lane.folds ? String.valueOf(PathSet.FOLDS) : "0"));
    if (!set.sparse()) {
      command.addAll(List.of("--target", "y"));
    }
    return command;
  }

  /** Returns the seconds of a process. */
  private static double seconds(List<String> command, String input) throws IOException {
    long start = System.nanoTime();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("IRON_MODULES");
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    try (BufferedWriter requests = process.outputWriter()) {
      requests.write(input);
    }
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return 1e-9 * (System.nanoTime() - start);
  }
}
