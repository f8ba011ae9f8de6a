package org.ironopt.bench.fit;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.methods.DeviceChoice;

/**
 * One set, all contestants. First each one's loosest tolerance that reaches the gap is sought, to a
 * factor below two; a peer thus stops as early as it may, at a place that it cannot know by itself,
 * while iron stops where its certificate says so. Then each one repeats its solve for the same
 * time, so that the compiler is done with everyone; then they run in turns.
 */
final class FitRace {
  static final double GAP = 1e-6;

  static final List<String> COLUMNS = List.of("contestant", "optimum", "objective", "tolerance");

  /** Seconds after which a contestant that has not reached the gap is left behind. */
  private static final double LONGEST = 40;

  /** Seconds of repeated solves before the clock starts, the same for all. */
  private static final double WARM_UP = 4;

  private static final double LOOSEST = 0.1;
  private static final double TIGHTEST = 1e-13;

  private final FitSet set;
  private final int rounds;
  private final DeviceChoice device;
  private final Consumer<String> log;
  private final double optimum;

  /**
   * @param device that takes part beside everyone, unless it is the host
   */
  FitRace(FitSet set, int rounds, DeviceChoice device, Consumer<String> log) {
    this.set = set;
    this.rounds = rounds;
    this.device = device;
    this.log = log;
    optimum = set.objective(FitSolver.IRON.prepare().apply(set).run(1e-12));
  }

  /** Returns the names of the times: of each round, and all that was spent. */
  static List<String> clock(int rounds) {
    return Stream.concat(
            IntStream.range(0, rounds).mapToObj(round -> "round" + round), Stream.of("spent"))
        .toList();
  }

  /** A contestant with its data, its tolerance and its times. */
  private final class Lane {
    final int number;
    final FitSolver contestant;
    final FitSolver.Solve solve;
    final double[] seconds = new double[rounds + 1];
    double tolerance;
    double objective;

    Lane(int number, FitSolver contestant) {
      this.number = number;
      this.contestant = contestant;
      solve = contestant.prepare().apply(set);
      Arrays.fill(seconds, 0, rounds, Double.NaN);
    }

    double solve() {
      long start = System.nanoTime();
      double[][] w = solve.run(tolerance);
      double spent = Math.max(0, 1e-9 * (System.nanoTime() - start) - solve.overhead());
      seconds[rounds] += spent;
      objective = set.objective(w);
      return spent;
    }

    double gap() {
      return (objective - optimum) / optimum;
    }

    boolean reached() {
      return gap() <= GAP;
    }

    void tune() {
      boolean certified = contestant.certifies();
      tolerance = certified ? GAP : LOOSEST;
      solve();
      while (!reached() && tolerance > TIGHTEST && seconds[rounds] < LONGEST) {
        tolerance /= 10;
        solve();
      }
      if (reached() && !certified && tolerance < LOOSEST) {
        loosen();
      }
    }

    /** Halves twice, on a logarithmic scale, the way back to the last too loose tolerance. */
    private void loosen() {
      double tight = tolerance;
      double loose = 10 * tight;
      for (int i = 0; i < 2; i++) {
        tolerance = Math.sqrt(tight * loose);
        solve();
        if (reached()) {
          tight = tolerance;
        } else {
          loose = tolerance;
        }
      }
      tolerance = tight;
      solve();
    }

    void warm(double most) {
      double spent = 0;
      for (int solves = 0; reached() && (solves < 2 || spent < most); solves++) {
        spent += solve();
      }
    }
  }

  /** Makes a row for each contestant that can express the objective. */
  void run(NumericColumns rows, NumericColumns clock) {
    List<Lane> lanes = new ArrayList<>();
    try {
      run(lanes);
    } finally {
      lanes.forEach(lane -> lane.solve.close());
    }
    for (Lane lane : lanes) {
      rows.add(lane.number, optimum, lane.objective, lane.tolerance);
      clock.add(lane.seconds);
    }
  }

  private void run(List<Lane> lanes) {
    List<FitSolver> all = FitSolver.all(device);
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).takes(set)) {
        Lane lane = new Lane(i, all.get(i));
        lanes.add(lane);
        lane.tune();
        lane.warm(rounds > 1 ? WARM_UP : 0);
        log.accept(
            format("%s: %s reaches a gap of %.1e", set.name(), all.get(i).name(), lane.gap()));
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (Lane lane : lanes) {
        if (lane.reached()) {
          lane.seconds[round] = lane.solve();
        }
      }
    }
  }
}
