package org.ironopt.bench.fit;

import java.util.function.Consumer;
import org.ironopt.cli.fit.Cluster;
import org.ironopt.cli.fit.RowDevice;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Answer;
import org.ironopt.fit.Part;
import org.ironopt.fit.Parts;
import org.ironopt.model.ModelKind;

/** A device that this machine plays, for tests without one. */
public final class PlayedRows implements RowDevice {
  /** How many are open, and how many were. */
  static int open;

  static int opened;

  @Override
  public Cluster.Session open(String device, Consumer<String> say) {
    open++;
    opened++;
    return new Cluster.Session() {
      @Override
      public Parts parts(ModelKind kind, boolean intercept, Dataset rows) {
        return new Held(Part.of(kind, intercept, rows));
      }

      @Override
      public void close() {
        open--;
      }
    };
  }

  private record Held(Part part) implements Parts {
    @Override
    public Answer ask(Ask ask) {
      return part.answer(ask);
    }

    @Override
    public boolean matrixPays(int parameters) {
      return true;
    }
  }
}
