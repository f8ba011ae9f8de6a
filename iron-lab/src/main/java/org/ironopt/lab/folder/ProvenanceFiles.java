package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.lab.JsonCodec;
import org.ironopt.lab.file.CsvFile;
import org.ironopt.lab.file.NumericColumns;

/**
 * What is kept beside the results of a cell: where they came from and how long they took. Nothing
 * depends on it, so a damaged file is named and replaced, without what it said.
 */
final class ProvenanceFiles {
  private static final String MANIFEST = "manifest.json";
  private static final String TIMING = "timing.csv";
  private static final String TIMING_HEAD = "slices,resumed_at,seconds\n";

  private final Path folder;

  ProvenanceFiles(Path folder) {
    this.folder = folder;
  }

  static String timing(long slices, long resumedAt, double seconds) {
    return TIMING_HEAD + String.format(Locale.ROOT, "%d,%d,%.6f\n", slices, resumedAt, seconds);
  }

  void write(Map<String, Object> manifest, String timing) throws IOException {
    AtomicFiles.write(folder.resolve(MANIFEST), JsonCodec.lines(manifest));
    AtomicFiles.write(folder.resolve(TIMING), timing);
  }

  /** Returns the manifest without the cell's identity, or nothing if it cannot be read. */
  Optional<Map<String, String>> manifest() {
    return CellFolder.readable(
        () -> {
          Map<String, Object> stored =
              JsonCodec.members(Files.readString(folder.resolve(MANIFEST)));
          Map<String, String> manifest = new LinkedHashMap<>();
          stored.forEach((key, value) -> manifest.put(key, String.valueOf(value)));
          manifest.remove("identity");
          return manifest;
        });
  }

  /** Returns the timing, NaN where it was lost, or nothing if it cannot be read. */
  Optional<ExperimentFolder.Timing> timing() {
    return CellFolder.readable(
        () -> {
          NumericColumns table = CsvFile.read(Files.readString(folder.resolve(TIMING)));
          return new ExperimentFolder.Timing((long) table.last("slices"), table.last("seconds"));
        });
  }

  /** Returns the files that are missing or cannot be read. */
  List<Path> damaged() {
    List<Path> damaged = new ArrayList<>();
    if (manifest().isEmpty()) {
      damaged.add(folder.resolve(MANIFEST));
    }
    if (timing().isEmpty()) {
      damaged.add(folder.resolve(TIMING));
    }
    return damaged;
  }

  /** Replaces a damaged file by one with what is still known. */
  void replace(Path file, String identity, String code) throws IOException {
    if (file.endsWith(MANIFEST)) {
      Map<String, Object> known = new LinkedHashMap<>();
      known.put("identity", identity);
      known.put("code", code);
      known.put("note", "the first manifest was lost: command and machine are not known");
      AtomicFiles.write(file, JsonCodec.lines(known));
    } else {
      AtomicFiles.write(file, TIMING_HEAD + ",,\n");
    }
  }
}
