package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Settings;
import org.ironopt.lab.experiment.Table;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of one cell. {@code result.json} is written last and lists the hash of every other
 * result file, so a cell is finished exactly if that file is there and the hashes match.
 */
final class CellFolder {
  static final String RESULT = "result.json";
  static final String CHECKPOINT = "checkpoint";
  private static final String TRACE = "trace.csv";
  private static final String CLOCK = "clock.csv";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path path;
  private final Cell cell;
  private final String identity;

  CellFolder(Path experiment, Cell cell, String version) {
    this.cell = cell;
    this.identity = identity(cell, version);
    this.path = experiment.resolve(cell.label() + "-" + identity.substring(0, 12));
  }

  /** Returns the hash of what determines the result: settings and version. */
  static String identity(Cell cell, String version) {
    return Sha256.of(
        "iron " + version + "\n" + cell.label() + "\n" + TomlFile.write(cell.settings()));
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

  /** Returns the result files of an outcome, {@code result.json} last. */
  static Map<String, byte[]> files(Outcome outcome) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(TRACE, utf8(CsvFile.write(outcome.trace())));
    outcome.tables().forEach((name, table) -> files.put(name + ".csv", utf8(CsvFile.write(table))));
    Map<String, String> hashes = new LinkedHashMap<>();
    files.forEach((name, content) -> hashes.put(name, Sha256.of(content)));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("values", outcome.values().asMap());
    result.put("files", hashes);
    files.put(RESULT, pretty(result));
    return files;
  }

  /** Writes a finished cell and drops its checkpoint. */
  void finish(Outcome outcome, Manifest manifest, String timing, Optional<Table> clock)
      throws IOException {
    Files.createDirectories(path);
    if (clock.isPresent()) {
      AtomicFiles.write(path.resolve(CLOCK), CsvFile.write(clock.get()));
    }
    AtomicFiles.write(path.resolve("config.toml"), TomlFile.write(cell.settings()));
    AtomicFiles.write(path.resolve("manifest.json"), pretty(origin(manifest)));
    AtomicFiles.write(path.resolve("timing.csv"), timing);
    for (Map.Entry<String, byte[]> file : files(outcome).entrySet()) {
      AtomicFiles.write(path.resolve(file.getKey()), file.getValue());
    }
    Files.deleteIfExists(checkpoint());
  }

  private Map<String, Object> origin(Manifest manifest) {
    Map<String, Object> origin = manifest.asMap(identity);
    if (cell.settings().has("seed")) {
      origin.put("seed", (long) cell.settings().number("seed"));
    }
    return origin;
  }

  /** Returns the outcome if the cell is finished and every file is what it was. */
  Optional<Outcome> read() {
    try {
      if (!Files.exists(path.resolve(RESULT))) {
        return Optional.empty();
      }
      Map<String, Object> result =
          JSON.readValue(Files.readString(path.resolve(RESULT)), new TypeReference<>() {});
      Map<String, Table> tables = new LinkedHashMap<>();
      for (Map.Entry<?, ?> file : ((Map<?, ?>) result.get("files")).entrySet()) {
        String name = (String) file.getKey();
        byte[] content = Files.readAllBytes(path.resolve(name));
        if (!Sha256.of(content).equals(file.getValue())) {
          return Optional.empty();
        }
        String table = name.substring(0, name.length() - ".csv".length());
        tables.put(table, CsvFile.read(new String(content, StandardCharsets.UTF_8)));
      }
      Settings values = new Settings();
      ((Map<?, ?>) result.get("values")).forEach((k, v) -> values.with((String) k, v));
      Table trace = tables.remove("trace");
      return Optional.of(new Outcome(values, trace, tables));
    } catch (IOException | JacksonException | ClassCastException | NullPointerException e) {
      return Optional.empty();
    }
  }

  /** Returns what the clock said, if that was written and can be read. */
  Optional<Table> clock() {
    try {
      return Optional.of(CsvFile.read(Files.readString(path.resolve(CLOCK))));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the manifest that was written beside the result. */
  Map<String, String> manifest() throws IOException {
    Map<String, Object> stored =
        JSON.readValue(Files.readString(path.resolve("manifest.json")), new TypeReference<>() {});
    Map<String, String> manifest = new LinkedHashMap<>();
    stored.forEach((key, value) -> manifest.put(key, String.valueOf(value)));
    manifest.remove("identity");
    return manifest;
  }

  static byte[] pretty(Object value) {
    return utf8(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
