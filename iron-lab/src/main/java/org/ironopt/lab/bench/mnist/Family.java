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

  /** Settings that the tuning tries for each family. */
  static final int BUDGET = 24;

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

  /** Returns the settings to try. */
  List<Config> grid() {
    return switch (this) {
      case IRON -> product(new int[] {64, 128}, new double[] {8, 12, 16, 24}, 8, 32, 128);
      case IRON_CG ->
          product(new int[] {64, 128, 256}, new double[] {4, 6, 8, 12, 16, 24, 32, 48}, 1);
      case CONSTANT ->
          product(
              new int[] {128, 256, 512},
              new double[] {5e-4, 1e-3, 1.5e-3, 2e-3, 3e-3, 4e-3, 6e-3, 8e-3},
              0);
      case DECAY, AVERAGED ->
          product(new int[] {128, 256}, new double[] {1.2e-2, 2.4e-2, 4.8e-2}, 4, 5, 6, 8);
      case SVRG -> product(new int[] {64, 128}, new double[] {1, 2, 3, 4}, 1, 2, 4);
      case SAGA -> product(new int[] {32, 64, 128}, new double[] {.5, 1, 1.5, 2, 3, 4, 6, 8}, 0);
    };
  }

  /** Returns what the tuning chose on MNIST, for each of so many objectives. */
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
                new Config(this, 256, 4.8e-2, 4),
                new Config(this, 256, 4.8e-2, 5),
                new Config(this, 128, 2.4e-2, 8)
              };
          case AVERAGED -> decays(128, 2.4e-2, 4, 5, 6);
          case SAGA -> one(64, 3, 0);
          case SVRG -> one(64, 4, 2);
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

  private List<Config> product(int[] batches, double[] steps, int... more) {
    List<Config> configs = new ArrayList<>();
    for (int batch : batches) {
      for (double step : steps) {
        for (int number : more) {
          configs.add(new Config(this, batch, step, number));
        }
      }
    }
    return List.copyOf(configs);
  }
}
