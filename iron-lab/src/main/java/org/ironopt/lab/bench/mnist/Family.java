package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A kind of contender, with the settings among which the tuning chooses: as many for each. */
enum Family {
  IRON("IRON, table, lagged curvature", "iron", "α", true),
  IRON_CG("IRON, table, 1 CG step", "iron-cg", "α", true),
  CONSTANT("AdamW, constant η (S)", "constant", "η", false),
  DECAY("AdamW, linear decay (D)", "decay", "η", false),
  AVERAGED("AdamW, decay, averaged, centred (E)", "decay-average", "η", true),
  SAGA("SAGA, averaged, centred", "saga", "η", true),
  SVRG("Prox-SVRG, centred", "prox-svrg", "η", true);

  final String label;

  /** The name in JSON and files. */
  final String id;

  final String symbol;
  final boolean centered;

  Family(String label, String id, String symbol, boolean centered) {
    this.label = label;
    this.id = id;
    this.symbol = symbol;
    this.centered = centered;
  }

  /** Returns whether the setting may be another one for every objective. */
  boolean perObjective() {
    return this == CONSTANT || this == DECAY || this == AVERAGED;
  }

  /** Returns whether this is one of the baselines of the target. */
  boolean baseline() {
    return perObjective();
  }

  /** Returns after how many epochs a run is given up. */
  int horizon() {
    return this == CONSTANT ? 30 : 12;
  }

  /** Returns how often a tuning run is looked at in an epoch; between looks it is interpolated. */
  int tuningLooks() {
    return this == CONSTANT ? 1 : 4;
  }

  /** Returns how often a run is looked at in an epoch when steps are compared. */
  int rangeLooks() {
    return this == CONSTANT ? 2 : Race.CHECKS;
  }

  /**
   * Returns where the tuning starts: batches of 128 and IRON's alpha = 1 as in the paper, AdamW's
   * published default of 1e-3, a decay over six epochs; the explicit controls, whose steps are
   * measured like alpha, start at 1 too.
   */
  Config start() {
    return switch (this) {
      case IRON -> new Config(this, 128, 1, 16);
      case IRON_CG -> new Config(this, 128, 1, 1);
      case CONSTANT -> new Config(this, 128, 1e-3, 0);
      case DECAY, AVERAGED -> new Config(this, 128, 1e-3, 6);
      case SAGA -> new Config(this, 128, 1, 0);
      case SVRG -> new Config(this, 128, 1, 2);
    };
  }

  /** Returns the settings around a step that goes with batches of 128. */
  List<Config> grid(double around) {
    return switch (this) {
      case IRON -> grid(around, 3, 8, 16, 32, 64);
      case DECAY, AVERAGED -> grid(around, 3, 4, 5, 6, 8);
      case SVRG -> grid(around, 3, 1, 2, 3, 4);
      case IRON_CG -> grid(around, 12, 1);
      case CONSTANT, SAGA -> grid(around, 12, 0);
    };
  }

  /** Three batches, so many steps in factors of root two, and the given numbers, smallest first. */
  private List<Config> grid(double around, int steps, int... numbers) {
    List<Config> grid = new ArrayList<>();
    for (int number : numbers) {
      for (int batch : new int[] {64, 128, 256}) {
        for (int k = 0; k < steps; k++) {
          double factor = StrictMath.pow(2, 0.5 * (k - steps / 2)) * batch / 128;
          grid.add(new Config(this, batch, 1, number).withStep(around * factor));
        }
      }
    }
    return grid;
  }

  /** Returns what the tuning, or one like it, chose on MNIST for each of so many objectives. */
  List<Config> recorded(int objectives) {
    Config[] chosen =
        switch (this) {
          case IRON -> one(128, 16, 32);
          case IRON_CG -> one(128, 16, 1);
          case CONSTANT ->
              new Config[] {
                new Config(this, 512, 6e-3, 0),
                new Config(this, 128, 3e-3, 0),
                new Config(this, 128, 3e-3, 0)
              };
          case DECAY ->
              new Config[] {
                new Config(this, 256, 4.525e-2, 4),
                new Config(this, 256, 4.525e-2, 5),
                new Config(this, 128, 2.263e-2, 8)
              };
          case AVERAGED -> decays(128, 2.263e-2, 4, 5, 6);
          case SAGA -> one(128, 5.657, 0);
          case SVRG -> one(128, 8, 2);
        };
    List<Config> list = new ArrayList<>();
    for (int i = 0; i < objectives; i++) {
      list.add(chosen[Math.min(i, chosen.length - 1)]);
    }
    return list;
  }

  private Config[] decays(int batch, double step, int... epochs) {
    return Arrays.stream(epochs)
        .mapToObj(number -> new Config(this, batch, step, number))
        .toArray(Config[]::new);
  }

  private Config[] one(int batch, double step, int number) {
    return new Config[] {new Config(this, batch, step, number)};
  }
}
