package org.ironopt.lab.deep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.ImageFolder;
import org.ironopt.lab.deep.Variant.Kind;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Group;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.methods.NetworkDevice;
import org.ironopt.network.Layers;

/**
 * A deep autoencoder of MNIST, or of other images, with sigmoid units, a linear code and a sparse
 * start, trained for equal work by IRON, by AdamW and SGD with decayed steps, and by IRON with one
 * part changed; and a classifier of the digits by the first two.
 */
public final class DeepExperiment implements Experiment {
  /** The chapter, with any settings. */
  public static final Chapter<DeepSettings> CHAPTER =
      new Chapter<>(
          "deep",
          "beyond the paper: implicit steps on a deep autoencoder",
          DeepSettings.class,
          DeepExperiment::new);

  /** Conjugate gradients without factors need many steps. */
  private static final int WITHOUT_FACTORS = 20;

  DeepSettings settings;

  /** IRON by its largest lambda. */
  Group<Variant> iron;

  /** AdamW by its step. */
  Group<Variant> adamw;

  /** SGD with Nesterov's momentum by its step. */
  Group<Variant> nesterov;

  /** IRON with one part changed. */
  Group<Variant> changed;

  /** Another network: units that rectify, ten classes; IRON and AdamW by its step. */
  Group<Variant> classifier;

  private ImageFolder images;
  private Map<DeepProblem, DeepProblem.Pair> networks;

  DeepExperiment(DeepSettings settings) {
    this.settings = settings;
    makeGroups();
  }

  /** Other images are other cells. */
  private void makeGroups() {
    int b = settings.batch();
    double largest = settings.usual();
    List<Variant> lambdas = new ArrayList<>();
    for (double each : settings.lambda()) {
      lambdas.add(new Variant(Kind.IRON, b, each, 1));
    }
    iron = Group.of(lambdas, this::cell);
    adamw = explicit(Kind.ADAMW, settings.adamw());
    nesterov = explicit(Kind.NESTEROV, 1e-3, 1e-2);
    changed =
        Group.of(
            List.of(
                new Variant(Kind.NO_INERTIA, b, largest, 1),
                new Variant(Kind.NO_FACTORS, b, largest, WITHOUT_FACTORS),
                new Variant(Kind.SLOW_GROWTH, b, largest, 1),
                new Variant(Kind.WHOLE_STEP, b, largest, 1),
                new Variant(Kind.WHOLE_STEP, b, largest, 2),
                new Variant(Kind.IRON, b / 2, largest, 1),
                new Variant(Kind.IRON, 2 * b, largest, 1)),
            this::cell);
    List<Variant> classifiers = new ArrayList<>();
    classifiers.add(new Variant(Kind.IRON, b, largest, 1));
    for (double step : settings.adamw()) {
      classifiers.add(new Variant(Kind.ADAMW, settings.explicitBatch(), step / 3, 0));
    }
    classifier = Group.of(classifiers, v -> cell(DeepProblem.CLASSIFIER, v));
  }

  private Group<Variant> explicit(Kind kind, double... steps) {
    List<Variant> runs = new ArrayList<>();
    for (double step : steps) {
      runs.add(new Variant(kind, settings.explicitBatch(), step, 0));
    }
    return Group.of(runs, this::cell);
  }

  private Cell cell(Variant v) {
    return cell(DeepProblem.AUTOENCODER, v);
  }

  private Cell cell(DeepProblem problem, Variant v) {
    Values values =
        new Values()
            .with("experiment", CHAPTER.name())
            .with("problem", problem.label)
            .with("variant", v.label())
            .with("hidden", Arrays.toString(settings.hidden()))
            .with("rows", (long) settings.rows())
            .with("test_rows", (long) settings.testRows())
            .with("gradients", (long) settings.gradients())
            .with("seed", settings.seed());
    if (!settings.mnist()) {
      values.with("images", settings.images());
    }
    return Cell.of(
        problem == DeepProblem.AUTOENCODER ? v.label() : problem.label + "-" + v.label(),
        settings.choice().in(values),
        () -> new Training(v, read().get(problem), settings));
  }

  @Override
  public String name() {
    return CHAPTER.name();
  }

  @Override
  public Values settings() {
    return CHAPTER.write(settings);
  }

  @Override
  public List<Cell> cells() {
    return Group.cells(adamw, iron, nesterov, changed, classifier);
  }

  @Override
  public String moreCode() {
    return NetworkDevice.code(settings.choice());
  }

  @Override
  public boolean needsData() {
    return true;
  }

  /** Takes MNIST, or what else {@code --data} names; then the settings and the cells say so. */
  @Override
  public synchronized void prepare(String dataFolder, Consumer<String> log)
      throws IOException, DataUnavailable {
    ImageFolder found = ImageFolder.open(dataFolder, log);
    String label = found.mnist() ? DeepSettings.MNIST : found.label();
    if (settings.mnist() && !found.mnist()) {
      settings = settings.images(label);
      makeGroups();
    } else if (!settings.images().equals(label)) {
      throw new DataUnavailable(
          "these runs are of the images "
              + settings.images()
              + ", got "
              + label
              + "; name their folder with --data DIR");
    }
    images = found;
    networks = null;
  }

  /** Reads the images once; kept, since every cell works on them. */
  private synchronized Map<DeepProblem, DeepProblem.Pair> read() {
    try {
      if (images == null) {
        prepare(null, line -> {});
      }
      if (networks == null) {
        Dataset train = first("rows", settings.rows(), images.train());
        Dataset test = first("test_rows", settings.testRows(), images.test());
        networks = new EnumMap<>(DeepProblem.class);
        for (DeepProblem problem : DeepProblem.values()) {
          networks.put(problem, problem.on(train, test, settings.hidden()));
        }
      }
      return networks;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DataUnavailable e) {
      throw new IllegalStateException(e.getMessage());
    }
  }

  private Dataset first(String name, int rows, Dataset all) {
    if (rows > all.rows()) {
      throw new InputError(
          "%s is %d, but there are %d images in %s (--%s)",
          name, rows, all.rows(), images.path(), name.replace('_', '-'));
    }
    return all.range(0, rows);
  }

  Layers layers(int pixels) {
    return DeepProblem.autoencoder(pixels, settings.hidden());
  }

  @Override
  public Story tell(Results results) {
    return new DeepStory(this, results).tell();
  }
}
