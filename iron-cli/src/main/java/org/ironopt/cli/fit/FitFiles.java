package org.ironopt.cli.fit;

import static org.ironopt.io.Numbers.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.io.AtomicFiles;
import org.ironopt.io.InputError;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.OnnxWriter;

/**
 * The files of a fit beside its data: a model to start from, and what it writes: the model, a page,
 * a graph, and while it is not finished its checkpoints.
 *
 * @param init model to start from, null for none
 * @param out of the model, null for none
 * @param onnx of the graph, null for none
 * @param resume whether to go on from the checkpoints
 */
public record FitFiles(String init, String out, String onnx, boolean resume) {
  public FitFiles {
    InputError.when(resume && out == null, "--resume needs the --out of the fit to go on with");
  }

  /** Returns whether there is a place for a model and for checkpoints. */
  boolean kept() {
    return out != null;
  }

  /** Returns the page beside the model. */
  public Path page() {
    return Path.of(out.replaceAll("\\.json$", "") + ".html");
  }

  /** Returns the checkpoints: of the fit, and of the search for a penalty; none without a model. */
  public List<Path> checkpoints() {
    return kept() ? List.of(Path.of(out + ".checkpoint"), Path.of(out + ".penalties")) : List.of();
  }

  Optional<Path> checkpoint() {
    return checkpoints().stream().findFirst();
  }

  /** Returns the checkpoint of the search for a penalty. */
  Optional<Path> penalties() {
    return checkpoints().stream().skip(1).findFirst();
  }

  /** Returns whether to go on from a checkpoint; it is read whole, so it must be a file. */
  boolean resumes(Path path) {
    if (resume && Files.exists(path) && !Files.isRegularFile(path)) {
      throw new InputError("the checkpoint " + path + " is a device or the like; remove it");
    }
    return resume && Files.exists(path);
  }

  /** Removes the checkpoints of a fit that is finished. */
  void clean() throws IOException {
    for (Path file : checkpoints()) {
      Files.deleteIfExists(file);
    }
  }

  /** Says what a graph takes in, if one is written and the table has to be encoded for it. */
  Optional<String> graphNote(Model model) {
    if (onnx == null || model.table().isEmpty()) {
      return Optional.empty();
    }
    List<String> names = model.columns();
    int shown = Math.min(12, names.size());
    return Optional.of(
        format(
            "%s takes the encoded columns, not those of the table: missing values filled and"
                + " categories as 0 or 1, in this order: %s%s (all are in its metadata)",
            onnx,
            String.join(", ", names.subList(0, shown)),
            shown < names.size() ? " and " + (names.size() - shown) + " more" : ""));
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
      if (page.isPresent()) {
        AtomicFiles.write(page(), page.get());
        written.add(page().toString());
      } else {
        Files.deleteIfExists(page());
      }
    }
    return written;
  }
}
