package org.ironopt.cli.fit;

import static org.ironopt.io.internal.Numbers.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.OnnxWriter;
import picocli.CommandLine.Option;

/**
 * The files that a fit or a path writes: the model, a page, a graph, and while it is not finished
 * its checkpoints.
 */
public class ModelFiles {
  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the model, such as model.json.")
  private String out;

  @Option(
      names = "--onnx",
      paramLabel = "FILE",
      description = "Also write the model as an ONNX graph of the encoded columns, 64-bit numbers.")
  private String onnx;

  @Option(
      names = "--force",
      description = "Replace files at --out and --onnx that iron did not write.")
  private boolean force;

  @Option(names = "--resume", description = "Continue from the checkpoint beside --out.")
  private boolean resume;

  /** Finds out before the work whether its result can be written, and over what. */
  public void check(String data) {
    check(data, null);
  }

  /**
   * The same with a model that is read.
   *
   * @param init null for none
   */
  void check(String data, String init) {
    OptionChecks.needs("--force", force, "--out or --onnx", out != null || onnx != null);
    InputError.when(resume && out == null, "--resume needs the --out of the fit to go on with");
    Outputs outputs = new Outputs(force).reads("DATA", data).reads("--init", init);
    outputs.writes("--out", out, Outputs.Kind.MODEL);
    if (out != null) {
      outputs.writes("the page beside --out", page().toString(), Outputs.Kind.PAGE);
    }
    for (Path checkpoint : checkpoints()) {
      outputs.writes("a checkpoint beside --out", checkpoint.toString(), Outputs.Kind.CHECKPOINT);
    }
    outputs.writes("--onnx", onnx, Outputs.Kind.GRAPH);
  }

  /** Returns whether there is a place for a model and for checkpoints. */
  boolean kept() {
    return out != null;
  }

  /** Returns the page beside the model. */
  private Path page() {
    return Path.of(out.replaceAll("\\.json$", "") + ".html");
  }

  /** Returns the checkpoints: of the fit, and of its penalty path; none without a model. */
  private List<Path> checkpoints() {
    return kept() ? List.of(Path.of(out + ".checkpoint"), Path.of(out + ".penalties")) : List.of();
  }

  Optional<Path> checkpoint() {
    return checkpoints().stream().findFirst();
  }

  /** Returns the checkpoint of the search for a penalty. */
  Optional<Path> penalties() {
    return checkpoints().stream().skip(1).findFirst();
  }

  /** Returns whether a model is written in any form. */
  boolean saves() {
    return out != null || onnx != null;
  }

  /** Returns whether to go on from a checkpoint; it is read whole, so it must be a file. */
  boolean resumes(Path path) {
    if (resume && Files.exists(path) && !Files.isRegularFile(path)) {
      throw new InputError("the checkpoint " + path + " is a device or the like; remove it");
    }
    return resume && Files.exists(path);
  }

  /** Takes up a checkpoint if it is there and asked for. */
  void resume(Path path, Consumer<Path> from, FitLog log) {
    if (resumes(path)) {
      from.accept(path);
    } else if (resume) {
      log.say("no checkpoint " + path + ", starting from the beginning");
    }
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
