package org.ironopt.bench.mnist;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.gradient.Saga;

/**
 * An optimizer with its settings.
 *
 * @param batch terms of a step
 * @param step alpha of IRON, eta of the others
 * @param number steps with one curvature (IRON), epochs of the decay (AdamW), or half epochs
 *     between snapshots (Prox-SVRG)
 */
record OptimizerSettings(Optimizer optimizer, int batch, double step, int number) {
  /** How fast the weight of an averaged iterate grows, and which iterates enter. */
  private static final double DECAY = 6;

  private static final int EVERY = 4;

  /** What races, with the settings among which the tuning chooses: as many for each. */
  enum Optimizer {
    IRON("IRON, table, lagged curvature", "iron", "α", true, 1, 16, 8, 16, 32, 64),
    IRON_CG("IRON, table, 1 CG step", "iron-cg", "α", true, 1, 1, 1),
    CONSTANT("AdamW, constant η (S)", "constant", "η", false, 1e-3, 0, 0),
    DECAY("AdamW, linear decay (D)", "decay", "η", false, 1e-3, 6, 4, 5, 6, 8),
    AVERAGED(
        "AdamW, decay, averaged, centred (E)", "decay-average", "η", true, 1e-3, 6, 4, 5, 6, 8),
    SAGA("SAGA, averaged, centred", "saga", "η", true, 1, 0, 0),
    SVRG("Prox-SVRG, centred", "prox-svrg", "η", true, 1, 2, 1, 2, 3, 4);

    final String label;

    /** The name in JSON and files. */
    final String id;

    final String symbol;
    final boolean centered;
    private final double startStep;
    private final int startNumber;
    private final int[] numbers;

    Optimizer(
        String label,
        String id,
        String symbol,
        boolean centered,
        double startStep,
        int startNumber,
        int... numbers) {
      this.label = label;
      this.id = id;
      this.symbol = symbol;
      this.centered = centered;
      this.startStep = startStep;
      this.startNumber = startNumber;
      this.numbers = numbers;
    }

    /**
     * Returns whether this is one of the baselines. Their settings may be other ones for every
     * objective.
     */
    boolean baseline() {
      return this == CONSTANT || this == DECAY || this == AVERAGED;
    }

    /** Returns after how many epochs a run is given up. */
    int horizon() {
      return this == CONSTANT ? 30 : 12;
    }

    /** Returns the looks at a tuning run in an epoch; between looks it is interpolated. */
    int tuningLooks() {
      return this == CONSTANT ? 1 : 4;
    }

    /** Returns the looks at a run in an epoch when steps are compared. */
    int rangeLooks() {
      return this == CONSTANT ? 2 : SoftmaxRuns.LOOKS;
    }

    /**
     * Returns where the tuning starts: batches of 128 and IRON's alpha = 1 as in the paper, AdamW's
     * published default of 1e-3, a decay over six epochs; the explicit controls, whose steps are
     * measured like alpha, start at 1 too.
     */
    OptimizerSettings start() {
      return at(128, startStep, startNumber);
    }

    private OptimizerSettings at(int batch, double step, int number) {
      return new OptimizerSettings(this, batch, step, number);
    }

    /**
     * Returns the settings around a step that goes with batches of 128: numbers, smallest first,
     * three batches, and steps in factors of root two, as many as make {@link SettingsSearch#GRID}.
     */
    List<OptimizerSettings> grid(double around) {
      List<OptimizerSettings> grid = new ArrayList<>();
      int steps = SettingsSearch.GRID / (3 * numbers.length);
      for (int number : numbers) {
        for (int batch : new int[] {64, 128, 256}) {
          for (int k = 0; k < steps; k++) {
            double factor = StrictMath.pow(2, 0.5 * (k - steps / 2)) * batch / 128;
            grid.add(at(batch, 1, number).withStep(around * factor));
          }
        }
      }
      return grid;
    }

    /** Returns what the tuning, or one like it, chose on MNIST for each of so many objectives. */
    List<OptimizerSettings> recorded(int objectives) {
      List<OptimizerSettings> chosen =
          switch (this) {
            case IRON -> List.of(at(128, 16, 32));
            case IRON_CG -> List.of(at(128, 16, 1));
            case CONSTANT -> List.of(at(512, 6e-3, 0), at(128, 3e-3, 0));
            case DECAY -> List.of(at(256, 4.525e-2, 4), at(256, 4.525e-2, 5), at(128, 2.263e-2, 8));
            case AVERAGED ->
                List.of(at(128, 2.263e-2, 4), at(128, 2.263e-2, 5), at(128, 2.263e-2, 6));
            case SAGA -> List.of(at(128, 5.657, 0));
            case SVRG -> List.of(at(128, 8, 2));
          };
      return IntStream.range(0, objectives)
          .mapToObj(i -> chosen.get(Math.min(i, chosen.size() - 1)))
          .toList();
    }
  }

  /** Returns this with another step, rounded to four digits so that paths meet. */
  OptimizerSettings withStep(double other) {
    double rounded = new BigDecimal(other).round(new MathContext(4)).doubleValue();
    return new OptimizerSettings(optimizer, batch, rounded, number);
  }

  /** Returns after how many epochs a run is given up. */
  int epochs() {
    boolean decays = optimizer == Optimizer.DECAY || optimizer == Optimizer.AVERAGED;
    return decays ? number : optimizer.horizon();
  }

  /** Returns the method on so many rows. */
  Method method(int rows) {
    Batches batches = Batches.epochs(batch);
    long decay = (long) number * Math.ceilDiv(rows, batch);
    return switch (optimizer) {
      case IRON, IRON_CG -> {
        Center.Table table = Center.table().uncertified().laggedCurvature(number);
        yield averaged(Iron.step(step).batches(batches).center(table));
      }
      case CONSTANT -> AdamW.step(step).weightDecay(0).authors().batches(batches);
      case DECAY -> adamW(decay).batches(batches);
      case AVERAGED -> averaged(adamW(decay).batches(batches));
      case SAGA -> averaged(Saga.step(step).batches(batches));
      case SVRG -> ProxSvrg.step(step, snapshotSteps(rows)).batches(batches);
    };
  }

  /** Returns the steps between two snapshots. */
  private int snapshotSteps(int rows) {
    return Math.max(1, number * Math.ceilDiv(rows, batch) / 2);
  }

  /** Returns the products with all rows that step k (from 0) takes beside those of its batch. */
  int fullProducts(long k, int rows) {
    return optimizer == Optimizer.SVRG && k % snapshotSteps(rows) == 0 ? 2 : 0;
  }

  private AdamW adamW(long decay) {
    return AdamW.steps(Schedule.linearDecay(step, decay)).weightDecay(0).authors();
  }

  private static Method averaged(Method method) {
    return IterateAveraging.of(method).eta(DECAY).every(EVERY);
  }

  /** Returns the settings in words. */
  String words() {
    String more =
        switch (optimizer) {
          case IRON -> ", curvature every " + number;
          case DECAY, AVERAGED -> ", over " + number + " epochs";
          case SVRG -> ", snapshot every " + 0.5 * number + " epochs";
          default -> "";
        };
    return Numbers.format("b = %d, %s = %s%s", batch, optimizer.symbol, text(), more);
  }

  private String text() {
    return step == Math.rint(step) ? Long.toString((long) step) : Double.toString(step);
  }
}
