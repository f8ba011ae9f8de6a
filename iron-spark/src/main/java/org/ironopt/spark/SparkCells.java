package org.ironopt.spark;

import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.ironopt.lab.reproduce.CellMachines;
import org.ironopt.lab.reproduce.CellOrder;

/** Cells of {@code iron reproduce} and {@code iron compare} as tasks, one each. */
public final class SparkCells implements CellMachines {
  private static final long LOOK_MILLIS = 200;

  @Override
  public List<SortedMap<String, byte[]>> run(
      String master, List<CellOrder> orders, BooleanSupplier stop) {
    try (JavaSparkContext spark = SparkCluster.context(master)) {
      JavaFutureAction<List<SortedMap<String, byte[]>>> cells =
          spark.parallelize(orders, orders.size()).map(CellOrder::run).collectAsync();
      while (!stop.getAsBoolean()) {
        try {
          return cells.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          continue;
        } catch (ExecutionException e) {
          if (spark.sc().isStopped()) {
            throw SparkCluster.unreachable(master, e);
          }
          throw new IllegalStateException("a cell failed on " + master, e.getCause());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          break;
        }
      }
      cells.cancel(true);
      return List.of();
    }
  }
}
