package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.JsonCodec;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.file.CsvFile;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.file.TomlFile;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one cell. {@code result.json} is written last; it holds the fingerprint of the code
 * that made the cell, its values, the hash of every other result file, and a hash of all that. So a
 * cell is finished exactly if that file is there and the hashes match.
 */
final class CellFolder {
  /**
   * A finished cell.
   *
   * @param outcome what it left behind
   * @param code fingerprint of the code that made it, empty if that was not written down
   */
  record Finished(CellResult outcome, String code) {}

  static final String RESULT = "result.json";
  static final String CHECKPOINT = "checkpoint";
  private static final String TRACE = "trace.csv";
  private static final String CLOCK = "clock.csv";
  private static final String CODE = "code";
  private static final String HASH = "hash";
  private static final int LONGEST_LABEL = 120;

  /** Later versions find its cells; the hash of their code tells who made them. */
  private static final String SINCE = "iron 0.4.0";

  private final Path path;
  private final Cell cell;
  private final String identity;

  /** What is read is kept: figures, tables and claims all ask for it. Null until then. */
  private @Nullable Optional<Finished> read;

  CellFolder(Path experiment, Cell cell, String identity) {
    this.cell = cell;
    this.identity = identity;
    this.path = experiment.resolve(safe(cell.label()) + "-" + identity.substring(0, 12));
  }

  /** A label may hold names from a file: nothing in it may lead to another folder. */
  private static String safe(String label) {
    String plain = label.replaceAll("[^A-Za-z0-9._+=-]", "-");
    return plain.substring(0, Math.min(plain.length(), LONGEST_LABEL)).replaceFirst("^\\.", "-");
  }

  /** Returns the hash of the settings, which is that of {@link #SINCE} in all later versions. */
  static String identity(Cell cell) {
    return Sha256.of(SINCE + "\n" + cell.label() + "\n" + TomlFile.write(cell.settings()));
  }

  Path path() {
    return path;
  }

  String identity() {
    return identity;
  }

  Path checkpoint() {
    return path.resolve(CHECKPOINT);
  }

  ProvenanceFiles sideFiles() {
    return new ProvenanceFiles(path);
  }

  /** Returns the result files of an outcome, {@code result.json} last. */
  static Map<String, byte[]> files(CellResult outcome, String code) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(TRACE, utf8(CsvFile.write(outcome.trace())));
    outcome.tables().forEach((name, table) -> files.put(name + ".csv", utf8(CsvFile.write(table))));
    Map<String, String> hashes = new LinkedHashMap<>();
    files.forEach((name, content) -> hashes.put(name, Sha256.of(content)));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put(CODE, code);
    result.put("values", outcome.values().asMap());
    result.put("files", hashes);
    if (code.isEmpty()) {
      result.remove(CODE);
    } else {
      result.put(HASH, hash(result));
    }
    files.put(RESULT, utf8(JsonCodec.lines(result)));
    return files;
  }

  private static String hash(Map<String, Object> result) {
    return Sha256.of(JsonCodec.text(result));
  }

  /** Writes a finished cell and drops its checkpoint. */
  void finish(
      CellResult outcome,
      String code,
      Manifest manifest,
      String timing,
      Optional<NumericColumns> clock)
      throws IOException {
    read = null;
    Files.createDirectories(path);
    if (clock.isPresent()) {
      AtomicFiles.write(path.resolve(CLOCK), CsvFile.write(clock.get()));
    }
    AtomicFiles.write(path.resolve("config.toml"), TomlFile.write(cell.settings()));
    Map<String, Object> origin = manifest.asMap(identity);
    origin.put(CODE, code);
    if (cell.settings().has("seed")) {
      origin.put("seed", cell.settings().whole("seed"));
    }
    if (outcome.values().has("device")) {
      origin.put("device", outcome.values().text("device"));
    }
    sideFiles().write(origin, timing);
    for (Map.Entry<String, byte[]> file : files(outcome, code).entrySet()) {
      AtomicFiles.write(path.resolve(file.getKey()), file.getValue());
    }
    Files.deleteIfExists(checkpoint());
  }

  /** Makes the cell unfinished. */
  void forget() throws IOException {
    read = null;
    Files.deleteIfExists(path.resolve(RESULT));
    Files.deleteIfExists(checkpoint());
  }

  /** Returns which code made the cell, if it is finished; its tables are not read. */
  Optional<String> code() {
    return readable(() -> code(result()));
  }

  /** Returns what a file holds, or nothing if it is not there or damaged. */
  static <T> Optional<T> readable(Callable<T> read) {
    try {
      return Optional.of(read.call());
    } catch (Exception damaged) {
      return Optional.empty();
    }
  }

  private static String code(Map<String, Object> result) {
    return (String) result.getOrDefault(CODE, "");
  }

  /** Reads {@code result.json}; a file whose hash does not match is refused. */
  private Map<String, Object> result() throws IOException {
    Map<String, Object> result = JsonCodec.members(text(RESULT));
    Object hash = result.remove(HASH);
    if (!code(result).isEmpty() && !hash(result).equals(hash)) {
      throw new IOException(path.resolve(RESULT) + " was changed");
    }
    return result;
  }

  /** Returns the outcome if the cell is finished and every file is what it was. */
  Optional<Finished> read() {
    if (read == null) {
      read = readable(this::readFiles);
    }
    return read;
  }

  @SuppressWarnings("NullAway")
  private Finished readFiles() throws IOException {
    Map<String, Object> result = result();
    Map<String, NumericColumns> tables = new LinkedHashMap<>();
    for (Map.Entry<?, ?> file : ((Map<?, ?>) result.get("files")).entrySet()) {
      String name = (String) file.getKey();
      if (!name.matches("[A-Za-z0-9_][A-Za-z0-9_.-]*\\.csv")) {
        throw new IOException(name + " is no name of a table");
      }
      String content = text(name);
      if (!Sha256.of(content).equals(file.getValue())) {
        throw new IOException(name + " was changed");
      }
      tables.put(name.substring(0, name.length() - ".csv".length()), CsvFile.read(content));
    }
    NamedValues values = new NamedValues();
    ((Map<?, ?>) result.get("values")).forEach((k, v) -> values.with((String) k, number(v)));
    NumericColumns trace = tables.remove("trace");
    return new Finished(new CellResult(values, trace, tables), code(result));
  }

  /** JSON cannot write numbers that are not finite: they are these texts. */
  private static Object number(Object value) {
    return switch (value) {
      case String s when s.matches("NaN|-?Infinity") -> Double.valueOf(s);
      case List<?> list -> list.stream().map(CellFolder::number).toList();
      default -> value;
    };
  }

  private String text(String name) throws IOException {
    Path file = path.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is no file");
    }
    return Files.readString(file);
  }

  /** Returns what the clock said, if that was written and can be read. */
  Optional<NumericColumns> clock() {
    return readable(() -> CsvFile.read(text(CLOCK)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
