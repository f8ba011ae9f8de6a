package org.ironopt.bench.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.bench.InterleavedTimer;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.data.LibsvmReader;
import org.ironopt.data.TableSchema;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.TemporaryFolder;
import org.ironopt.linalg.Parallel;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.internal.TwoPassReader;

/**
 * {@code bench read}: megabytes of text a second from files on disk, which the system has in
 * memory, to rows of numbers. The stages of a table are measured one by one: a pass that takes the
 * bytes, unpacked or converted; one that splits them into fields, too; and one that also encodes
 * them. The pass that profiles the columns is the difference of the whole and the last.
 */
public final class ReadBenchmark implements Benchmark {
  private static final int ROWS = 10_000;

  /**
   * A file; rates are in megabytes of text a second, NaN for a stage that it does not have.
   *
   * @param text megabytes of its text, unpacked
   * @param stored megabytes on disk
   */
  private record Row(
      String file,
      double text,
      double stored,
      double bytes,
      double split,
      double profile,
      double encode,
      double whole) {}

  /** Reads a file in some way. */
  private interface Reading {
    void run() throws IOException;
  }

  @Override
  public String name() {
    return "read";
  }

  @Override
  public Optional<Result> run(Request request) throws IOException {
    try (TemporaryFolder folder = new TemporaryFolder("iron-read")) {
      InterleavedTimer.Effort effort =
          request.quick() ? new InterleavedTimer.Effort(3, 0) : new InterleavedTimer.Effort(7, 3);
      SampleFiles files = new SampleFiles(folder.path(), request.quick() ? ROWS / 20 : ROWS);
      List<Row> rows = new ArrayList<>();
      Path numbers = files.numbers();
      String shape = files.rows() + " x " + SampleFiles.COLUMNS;
      rows.add(table(shape + " numbers", numbers, numbers, "y", effort));
      Path mixed = files.mixed();
      String mixedShape = SampleFiles.MIXED * files.rows() + " x 10";
      rows.add(table(mixedShape + " mixed", mixed, mixed, "bought", effort));
      rows.add(table(shape + " gzip", files.gzip(numbers), numbers, "y", effort));
      rows.add(table(shape + " Parquet", files.parquet(), numbers, "y", effort));
      rows.add(libsvm("LIBSVM", files.libsvm(), effort));
      String caption =
          Numbers.format(
              "JDK %s, %d threads; megabytes of text a second",
              Runtime.version(), Parallel.threads());
      String header = "file|text MB|stored MB|bytes|split|profile|encode|whole";
      String formats = "%s|%.1f|%.1f|%.0f|%.0f|%.1f|%.1f|%.1f";
      return BenchmarkTables.result(
          BenchmarkTables.of(caption, header, formats, rows), rows, Map.of());
    }
  }

  private static Row table(
      String name, Path file, Path plain, String target, InterleavedTimer.Effort effort)
      throws IOException {
    TableReader reader = new TableReader(target);
    TableSchema schema = reader.read(file).schema();
    List<InterleavedTimer.Times> times =
        measure(
            effort,
            () -> bytes(file),
            () -> split(file, reader),
            () -> reader.read(file, schema, true),
            () -> reader.read(file));
    double size = megabytes(plain);
    double encode = seconds(times.get(2));
    double whole = seconds(times.get(3));
    return new Row(
        name,
        size,
        megabytes(file),
        size / seconds(times.get(0)),
        size / seconds(times.get(1)),
        size / (whole - encode),
        size / encode,
        size / whole);
  }

  private static Row libsvm(String name, Path file, InterleavedTimer.Effort effort)
      throws IOException {
    List<InterleavedTimer.Times> times =
        measure(effort, () -> bytes(file), () -> new LibsvmReader().read(file));
    double size = megabytes(file);
    double none = Double.NaN;
    return new Row(
        name,
        size,
        size,
        size / seconds(times.get(0)),
        none,
        none,
        none,
        size / seconds(times.get(1)));
  }

  private static List<InterleavedTimer.Times> measure(
      InterleavedTimer.Effort effort, Reading... readings) {
    List<Runnable> pieces = new ArrayList<>();
    for (Reading reading : readings) {
      pieces.add(
          () -> {
            try {
              reading.run();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return InterleavedTimer.measure(effort, pieces);
  }

  private static double seconds(InterleavedTimer.Times times) {
    return 1e-9 * times.median();
  }

  private static double megabytes(Path file) throws IOException {
    return 1e-6 * Files.size(file);
  }

  private static void bytes(Path path) throws IOException {
    byte[] piece = new byte[1 << 16];
    try (InputFile file = InputFile.unhashed(path);
        ByteSource bytes = file.bytes()) {
      long count = 0;
      for (int n = 0; n >= 0; n = bytes.read(piece, 0, piece.length)) {
        count += n;
      }
      InterleavedTimer.keep(count);
    }
  }

  private static void split(Path path, TableReader reader) throws IOException {
    try (InputFile file = InputFile.unhashed(path)) {
      new TwoPassReader(reader).texts(file, "", List.of());
    }
  }
}
