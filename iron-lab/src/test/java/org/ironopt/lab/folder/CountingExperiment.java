package org.ironopt.lab.folder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;

/** Two cells that sum the logistic map, and count how many slices were really computed. */
final class CountingExperiment implements Experiment {
  static final int SLICES = 50;

  int slices;

  @Override
  public String name() {
    return "counting";
  }

  @Override
  public NamedValues settings() {
    return new NamedValues()
        .with("rate", 3.7)
        .with("alpha", new double[] {0.1, 0.2})
        .with("seed", 0L);
  }

  @Override
  public List<Cell> cells() {
    return List.of(cell(0.1), cell(0.2));
  }

  private Cell cell(double start) {
    return new Cell() {
      @Override
      public String label() {
        return "start-" + start;
      }

      @Override
      public NamedValues settings() {
        return new NamedValues().with("start", start).with("rate", 3.7);
      }

      @Override
      public Task start() {
        return new Sum(start);
      }
    };
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new ChapterReport("Counting", "", List.of(), List.of());
  }

  private final class Sum implements Task {
    private long done;
    private double x;
    private double sum;

    Sum(double x) {
      this.x = x;
    }

    @Override
    public long done() {
      return done;
    }

    @Override
    public long total() {
      return SLICES;
    }

    @Override
    public void advance() {
      slices++;
      x = 3.7 * x * (1 - x);
      sum += x;
      done++;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeLong(done);
      out.writeDouble(x);
      out.writeDouble(sum);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      done = in.readLong();
      x = in.readDouble();
      sum = in.readDouble();
    }

    @Override
    public CellResult outcome() {
      NumericColumns trace = new NumericColumns("x", "sum");
      trace.add(x, sum);
      return new CellResult(new NamedValues().with("sum", sum), trace, Map.of());
    }
  }
}
