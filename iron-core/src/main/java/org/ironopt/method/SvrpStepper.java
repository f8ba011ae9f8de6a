package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/** {@link Svrp} at work. */
final class SvrpStepper extends CorrectedStepper {
  /** The stream of coins and choices. */
  private static final String STREAM = "snapshots";

  private final Snapshots snapshots;
  private final Stream stream;
  private final double probability;

  /** The snapshot and the gradient of f there. */
  private final double[] u;

  private final double[] gradient;

  /** The sum of the iterates since the snapshot, or the chosen one of them; else empty. */
  private final double[] kept;

  private final double[] spare;

  SvrpStepper(Svrp method, Objective objective, double[] x0, Streams streams) {
    super(method.name(), method.eta(), method.batches(), objective, x0, streams);
    snapshots = method.snapshots();
    stream = streams.stream(STREAM);
    probability =
        switch (snapshots) {
          case Snapshots.Coin(double p) when p > 0 -> p;
          default -> objective instanceof FiniteSum sum ? 1. / sum.terms() : 1;
        };
    u = new double[x.length];
    gradient = new double[x.length];
    kept = new double[keeps() ? x.length : 0];
    spare = new double[x.length];
  }

  private boolean keeps() {
    return snapshots instanceof Snapshots.Every(int steps, var choice)
        && choice != Snapshots.Choice.LAST;
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, u, gradient, kept};
  }

  @Override
  Work correct() {
    Work work = Work.gradients(1);
    boolean every = snapshots instanceof Snapshots.Every(int m, var choice) && k % m == 0;
    if (k == 0 || every) {
      choose(spare);
      objective.gradient(spare, gradient);
      Vectors.copy(spare, u);
      work = work.plus(Work.gradients(1));
    }
    sampler.objective(k).gradient(u, h);
    Vectors.axpy(-1, gradient, h);
    return work;
  }

  private void choose(double[] point) {
    Vectors.copy(x, point);
    if (k > 0 && snapshots instanceof Snapshots.Every(int m, var choice)) {
      switch (choice) {
        case LAST -> {}
        case MEAN -> {
          Vectors.copy(kept, point);
          Vectors.scale(1. / m, point);
        }
        case UNIFORM -> Vectors.copy(kept, point);
      }
    }
  }

  @Override
  Work remember(double step, double[] next) {
    return switch (snapshots) {
      case Snapshots.Every(int m, Snapshots.Choice choice) -> {
        switch (choice) {
          case LAST -> {}
          case MEAN -> Vectors.add(next, k % m == 0 ? 0 : 1, kept, kept);
          case UNIFORM -> {
            if (stream.below(m, k / m, 0) == k % m) {
              Vectors.copy(next, kept);
            }
          }
        }
        yield Work.NONE;
      }
      case Snapshots.Coin coin -> turn(stream.uniform(k, 1) < probability);
      case Snapshots.Coins(var coins) -> turn(coins.get((int) (k % coins.size())));
    };
  }

  /** Makes the old iterate the snapshot if the coin says so. */
  private Work turn(boolean coin) {
    if (!coin) {
      return Work.NONE;
    }
    objective.gradient(x, spare);
    Vectors.copy(spare, gradient);
    Vectors.copy(x, u);
    return Work.gradients(1);
  }
}
