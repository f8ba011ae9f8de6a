package org.ironopt.lab.bench.mnist;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.ironopt.method.Averaged;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.gradient.Saga;

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
