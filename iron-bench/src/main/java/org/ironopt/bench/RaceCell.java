package org.ironopt.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.SavedState;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.folder.CodeFingerprint;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.FolderLock;

/**
 * A cell of a race. It makes its rows part by part, each from the rows before it, so the rows are
 * its whole state; times are kept beside them.
 *
 * @param columns names of the results
 * @param clock names of what the clock says, none if nobody looks
 * @param work makes the rows
 */
public record RaceCell(
    String label, NamedValues settings, List<String> columns, List<String> clock, Work work)
    implements Cell {
  /** The work of a cell. */
  public interface Work {
    /** Makes the rows of the next part; returns whether others follow. */
    boolean next(NumericColumns rows, NumericColumns clock);
  }

  /** Returns a cell whose rows are made all at once. */
  public static RaceCell once(
      String label,
      NamedValues settings,
      List<String> columns,
      List<String> clock,
      BiConsumer<NumericColumns, NumericColumns> work) {
    return new RaceCell(
        label,
        settings,
        columns,
        clock,
        (rows, times) -> {
          work.accept(rows, times);
          return false;
        });
  }

  /** Returns the hash of the classes of a package of this module, which cells are to know. */
  public static String code(Class<?> type) {
    try {
      Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      SortedMap<String, byte[]> classes = CodeFingerprint.classFiles(place);
      String folder = type.getPackageName().replace('.', '/') + "/";
      classes.keySet().removeIf(n -> !n.startsWith(folder) || n.matches(".*(Tables|Figures).*"));
      return CodeFingerprint.of(classes);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs the cells that are missing, in as many stages as follow from each other, and reads what
   * all of them say.
   *
   * @param read makes the result from the files; not called if the run was interrupted
   */
  public static Optional<Benchmark.Result> run(
      Experiment experiment, Benchmark.Request request, Reader read) throws IOException {
    try (FolderLock _ = FolderLock.take(request.out())) {
      ExperimentFolder folder = new ExperimentFolder(request.out(), experiment, request.manifest());
      if (request.fresh()) {
        folder.forget();
      }
      if (folder.finished()) {
        request.log().accept("shown from " + folder.path() + "; --fresh measures again");
      }
      do {
        if (!folder.run(request.progress(), request.stop())) {
          return Optional.empty();
        }
      } while (!folder.finished());
      return Optional.of(read.result(folder));
    }
  }

  /** Makes the result of a race from its folder. */
  public interface Reader {
    Benchmark.Result result(ExperimentFolder folder) throws IOException;
  }

  /** Returns the rows of this cell, once it has finished. */
  public NumericColumns rows(ResultStore results) {
    return results.of(this).orElseThrow().trace();
  }

  /** Returns what the clock said: a row for each of the rows, of NaN if that was lost. */
  public NumericColumns times(ResultStore results) {
    return results
        .clock(this)
        .orElseGet(
            () -> {
              NumericColumns lost = new NumericColumns(clock.toArray(String[]::new));
              double[] row = new double[clock.size()];
              Arrays.fill(row, Double.NaN);
              rows(results).rows().forEach(_ -> lost.add(row));
              return lost;
            });
  }

  @Override
  public Task start() {
    NumericColumns rows = new NumericColumns(columns.toArray(String[]::new));
    NumericColumns times = new NumericColumns(clock.toArray(String[]::new));
    return new Task() {
      private long done;
      private boolean more = true;

      @Override
      public long done() {
        return done;
      }

      @Override
      public long total() {
        return more ? done + 1 : done;
      }

      @Override
      public void advance() {
        more = work.next(rows, times);
        done++;
      }

      @Override
      public List<SavedState> state() {
        SavedState progress =
            new SavedState(
                out -> {
                  out.writeLong(done);
                  out.writeBoolean(more);
                },
                in -> {
                  done = in.readLong();
                  more = in.readBoolean();
                });
        return List.of(progress, SavedState.of(rows), SavedState.of(times));
      }

      @Override
      public CellResult outcome() {
        return new CellResult(
            new NamedValues().with("rows", (long) rows.rows().size()), rows, Map.of());
      }

      @Override
      public Optional<NumericColumns> clock() {
        return clock.isEmpty() ? Optional.empty() : Optional.of(times);
      }
    };
  }
}
