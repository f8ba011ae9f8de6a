package org.ironopt.lab.bench.mnist;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;
import org.ironopt.method.AdamW;
import org.ironopt.method.Averaged;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.ProxSvrg;
import org.ironopt.method.Saga;
import org.ironopt.method.Schedule;

/**
 * A contender.
 *
 * @param family its kind
 * @param batch terms of a step
 * @param step alpha of IRON, eta of the others
 * @param number steps with one curvature (IRON), epochs of the decay (AdamW), or half epochs
 *     between snapshots (Prox-SVRG)
 */
record Config(Family family, int batch, double step, int number) {
  /** How fast the weight of an averaged iterate grows, and which iterates enter. */
  private static final double DECAY = 6;

  private static final int EVERY = 4;
  private static final double ROOT = Math.sqrt(2);

  private static final int SMALLEST_BATCH = 16;
  private static final int LARGEST_BATCH = 1024;

  /** A direction of the tuning; larger batches often want longer steps, hence the last two. */
  enum Move {
    LONGER,
    SHORTER,
    MORE_ROWS,
    FEWER_ROWS,
    MORE,
    LESS,
    BOTH_UP,
    BOTH_DOWN
  }

  /** Returns the neighbour so many factors of root two away; this where there is none. */
  Config moved(Move move, int rungs) {
    double factor = rungs == 1 ? ROOT : 1 << rungs / 2;
    int rows = Math.max(2, 1 << rungs / 2);
    return switch (move) {
      case LONGER -> withStep(step * factor);
      case SHORTER -> withStep(step / factor);
      case MORE_ROWS -> withBatch(batch * rows);
      case FEWER_ROWS -> withBatch(batch / rows);
      case MORE -> withRung(rungs);
      case LESS -> withRung(-rungs);
      case BOTH_UP -> moved(Move.MORE_ROWS, rungs).moved(Move.LONGER, rungs);
      case BOTH_DOWN -> moved(Move.FEWER_ROWS, rungs).moved(Move.SHORTER, rungs);
    };
  }

  private Config withBatch(int other) {
    return new Config(family, Math.clamp(other, SMALLEST_BATCH, LARGEST_BATCH), step, number);
  }

  private Config withRung(int change) {
    int[] ladder = family.ladder();
    int at = Arrays.binarySearch(ladder, number);
    return ladder.length == 0
        ? this
        : new Config(family, batch, step, ladder[Math.clamp(at + change, 0, ladder.length - 1)]);
  }

  /** Returns this with another step, rounded to four digits so that paths meet. */
  Config withStep(double other) {
    other = new BigDecimal(other).round(new MathContext(4)).doubleValue();
    return new Config(family, batch, other, number);
  }

  /** Returns after how many epochs a run is given up. */
  int epochs() {
    boolean decays = family == Family.DECAY || family == Family.AVERAGED;
    return decays ? number : family.horizon();
  }

  /** Returns the method on so many rows. */
  Method method(int rows) {
    Batches batches = Batches.epochs(batch);
    long decay = (long) number * Math.ceilDiv(rows, batch);
    return switch (family) {
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
    return family == Family.SVRG && k % snapshotSteps(rows) == 0 ? 2 : 0;
  }

  private AdamW adamW(long decay) {
    return AdamW.steps(Schedule.linearDecay(step, decay)).weightDecay(0).authors();
  }

  private static Method averaged(Method method) {
    return Averaged.of(method).eta(DECAY).every(EVERY);
  }

  /** Returns the settings in words. */
  String words() {
    String more =
        switch (family) {
          case IRON -> ", curvature every " + number;
          case DECAY, AVERAGED -> ", over " + number + " epochs";
          case SVRG -> ", snapshot every " + 0.5 * number + " epochs";
          default -> "";
        };
    return String.format(Locale.ROOT, "b = %d, %s = %s%s", batch, family.symbol, text(), more);
  }

  private String text() {
    return step == Math.rint(step) ? Long.toString((long) step) : Double.toString(step);
  }
}
