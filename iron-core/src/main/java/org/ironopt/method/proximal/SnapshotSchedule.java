package org.ironopt.method.proximal;

import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.internal.Require;

/** When {@link Sppm} takes a snapshot of the iterate, and of which one. */
public sealed interface SnapshotSchedule {
  /** Which of the iterates since the last snapshot the next one is. */
  enum Choice {
    /** The newest. */
    LAST,
    /** Their mean. */
    MEAN,
    /** One at random, each with the same probability. */
    UNIFORM
  }

  /**
   * A snapshot before the first step and after every so many: SVRP.
   *
   * @param steps the number of steps
   * @param choice which iterate it is
   */
  record Every(int steps, Choice choice) implements SnapshotSchedule {
    public Every {
      Require.atLeast("steps between snapshots", 1, steps);
    }
  }

  /**
   * The old iterate, whenever a coin with this probability says so: loopless SVRP.
   *
   * @param probability of a snapshot in a step; 0 stands for one over the number of terms
   */
  record Coin(double probability) implements SnapshotSchedule {
    public Coin {
      Require.that(
          probability >= 0 && probability <= 1,
          "probability of a snapshot is %s, expected 0 to 1",
          probability);
    }
  }

  /**
   * The same with coins that were thrown before, again and again.
   *
   * @param coins whether steps 0, 1, ... end with a snapshot
   */
  record Coins(List<Boolean> coins) implements SnapshotSchedule {
    public Coins {
      coins = List.copyOf(coins);
      Require.atLeast("number of coins", 1, coins.size());
    }

    /** Returns coins from numbers, 0 for no snapshot. */
    public static Coins of(int... coins) {
      return new Coins(Arrays.stream(coins).mapToObj(c -> c != 0).toList());
    }
  }
}
