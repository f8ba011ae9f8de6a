package org.ironopt.lab.foundations;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.linalg.Parallel;

/** Computes the rows of a study, a few instances per slice. An instance depends on nothing else. */
final class StudyTask implements Task {
  private static final int INSTANCES_PER_SLICE = 4;

  private final Study study;
  private final long seed;
  private final double[][] rows;
  private int done;

  StudyTask(Study study, int count, long seed) {
    this.study = study;
    this.seed = seed;
    this.rows = new double[count][];
  }

  @Override
  public long done() {
    return done;
  }

  @Override
  public long total() {
    return rows.length;
  }

  @Override
  public void advance() {
    int first = done;
    int count = Math.min(INSTANCES_PER_SLICE, rows.length - first);
    Parallel.forEach(
        count, t -> rows[first + t] = study.row(new Draw(seed, study.label(), first + t)));
    done = first + count;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(done);
    for (int i = 0; i < done; i++) {
      for (double number : rows[i]) {
        out.writeDouble(number);
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    done = in.readInt();
    for (int i = 0; i < done; i++) {
      rows[i] = new double[study.columns().size()];
      for (int c = 0; c < rows[i].length; c++) {
        rows[i][c] = in.readDouble();
      }
    }
  }

  @Override
  public Outcome outcome() {
    Columns trace = new Columns(study.columns().toArray(String[]::new));
    for (double[] row : rows) {
      trace.add(row);
    }
    Values values = new Values().with("instances", (long) rows.length);
    Findings findings = new Findings(study.label(), trace);
    for (String column : study.columns()) {
      if (findings.count(column) > 0) {
        values.with("smallest_" + column, findings.smallest(column));
        values.with("largest_" + column, findings.largest(column));
      }
    }
    return new Outcome(values, trace, Map.of());
  }
}
