package org.ironopt.lab.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.InputError;
import org.ironopt.lab.folder.AtomicFiles;
import org.ironopt.learn.Model;
import org.ironopt.learn.ModelFile;
import org.ironopt.learn.OnnxWriter;

/**
 * What a fit writes: the model, a page, a graph, and while it is not finished its checkpoints.
 *
 * @param out of the model, null for none
 * @param onnx of the graph, null for none
 */
record FitFiles(String out, String onnx) {
  /** Finds out before the work whether its result can be written. */
  FitFiles requireWritable() {
    check("--out", out);
    check("--onnx", onnx);
    return this;
  }

  /** Refuses a place where no file can be written. */
  static void check(String option, String file) {
    if (file == null) {
      return;
    }
    Path path = Path.of(file).toAbsolutePath();
    String is = option + " is '" + file + "'";
    if (file.isBlank() || Files.isDirectory(path)) {
      throw new InputError(is + ", a folder, expected a file such as model.json");
    }
    Path folder = path.getParent();
    if (!Files.isDirectory(folder)) {
      throw new InputError(is + ", but there is no folder " + folder + "; make it first");
    }
    try {
      Files.delete(Files.createTempFile(folder, ".iron", null));
    } catch (IOException e) {
      throw new InputError(is + ", but the folder " + folder + " cannot be written to");
    }
    if (Files.exists(path) && !Files.isWritable(path)) {
      throw new InputError(is + ", a file that is read-only; choose another or make it writable");
    }
  }

  /** Returns whether there is a place for a model and for checkpoints. */
  boolean kept() {
    return out != null;
  }

  Optional<Path> checkpoint() {
    return beside(".checkpoint");
  }

  /** Returns the checkpoint of the search for a penalty. */
  Optional<Path> penalties() {
    return beside(".penalties");
  }

  private Optional<Path> beside(String ending) {
    return Optional.ofNullable(out).map(file -> Path.of(file + ending));
  }

  /** Removes the checkpoints of a fit that is finished. */
  void clean() throws IOException {
    for (Optional<Path> file : List.of(checkpoint(), penalties())) {
      if (file.isPresent()) {
        Files.deleteIfExists(file.get());
      }
    }
  }

  /**
   * Writes the model and returns the names of the files. A page of an earlier fit goes if there is
   * none for this one.
   */
  List<String> save(Model model, Optional<String> page) throws IOException {
    List<String> written = new ArrayList<>();
    if (onnx != null) {
      ByteArrayOutputStream graph = new ByteArrayOutputStream();
      OnnxWriter.write(model, OnnxWriter.Numbers.DOUBLE, graph);
      AtomicFiles.write(Path.of(onnx), graph.toByteArray());
      written.add(onnx);
    }
    if (out != null) {
      ModelFile.write(model, Path.of(out));
      written.add(out);
      Path html = Path.of(out.replaceAll("\\.json$", "") + ".html");
      if (page.isPresent()) {
        AtomicFiles.write(html, page.get());
        written.add(html.toString());
      } else {
        Files.deleteIfExists(html);
      }
    }
    return written;
  }
}
