package org.ironopt.lab.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.file.AtomicFiles;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.OnnxWriter;

/**
 * What a fit writes: the model, a page, a graph, and while it is not finished its checkpoints.
 *
 * @param out of the model, null for none
 * @param onnx of the graph, null for none
 */
record FitFiles(String out, String onnx) {
  /**
   * Finds out before the work whether its result can be written, and over what.
   *
   * @param outputs knows what the fit reads
   */
  FitFiles require(Outputs outputs) {
    outputs.writes("--out", out, OutputKind.MODEL);
    if (out != null) {
      outputs.writes("the page beside --out", page().toString(), OutputKind.PAGE);
      for (Path file : List.of(checkpoint().orElseThrow(), penalties().orElseThrow())) {
        String name = "a checkpoint beside --out";
        outputs.writes(name, file.toString(), OutputKind.CHECKPOINT);
        outputs.writes(name, file + ".part", OutputKind.PARTIAL);
      }
    }
    outputs.writes("--onnx", onnx, OutputKind.GRAPH);
    return this;
  }

  /** Returns whether there is a place for a model and for checkpoints. */
  boolean kept() {
    return out != null;
  }

  private Path page() {
    return Path.of(out.replaceAll("\\.json$", "") + ".html");
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
