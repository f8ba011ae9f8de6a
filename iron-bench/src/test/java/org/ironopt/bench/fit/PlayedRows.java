package org.ironopt.bench.fit;

import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.fit.partition.PartialSums;
import org.ironopt.fit.partition.Partition;
import org.ironopt.fit.partition.Partitions;
import org.ironopt.fit.partition.Query;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.model.ModelKind;

/** A device that this machine plays, for tests without one. */
public final class PlayedRows implements FitPlugin {
  /** How many are open, and how many were. */
  static int open;

  static int opened;

  @Override
  public OptionalModule module() {
    return OptionalModule.GPU;
  }

  @Override
  public Session open(String device, int partitions, Consumer<String> say) {
    open++;
    opened++;
    return new Session() {
      @Override
      public Partitions parts(ModelKind kind, boolean intercept, Dataset rows) {
        return new Held(Partition.of(kind, intercept, rows));
      }

      @Override
      public void close() {
        open--;
      }
    };
  }

  private record Held(Partition part) implements Partitions {
    @Override
    public PartialSums answer(Query query) {
      return part.answer(query);
    }

    @Override
    public boolean matrixPays(int parameters) {
      return true;
    }
  }
}
