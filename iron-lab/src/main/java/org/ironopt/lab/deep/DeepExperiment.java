package org.ironopt.lab.deep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.ironopt.data.Dataset;
import org.ironopt.io.InputError;
import org.ironopt.io.Numbers;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.data.ImageFolder;
import org.ironopt.lab.deep.Variant.Kind;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.Group;
import org.ironopt.lab.experiment.Prepared;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;

/**
 * A deep autoencoder of MNIST, or of other images, with sigmoid units, a linear code and a sparse
 * start, trained for equal work by IRON, by AdamW and SGD with decayed steps, and by IRON with one
 * part changed; and a classifier of the digits by the first two.
 */
public final class DeepExperiment extends ChapterExperiment<DeepSettings> {
  /** The chapter, with any settings. */
  public static final Chapter<DeepSettings> CHAPTER =
      new Chapter<>(
          "deep",
          "beyond the paper: implicit steps on a deep autoencoder",
          DeepSettings.class,
          DeepExperiment::new);

  /** Conjugate gradients without factors need many steps. */
  private static final int WITHOUT_FACTORS = 20;

  /** What is learnt: that of the settings, or other images once they are found. */
  String images;

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

  private final Prepared<ImageFolder, Map<DeepProblem, DeepProblem.Pair>> networks =
      new Prepared<>(this::open, this::read);

  DeepExperiment(DeepSettings settings) {
    super(CHAPTER, settings);
    images = settings.images();
    makeGroups();
  }

  /** Other images are other cells. */
  private void makeGroups() {
    int b = settings.batch();
    double largest = settings.usual();
    iron =
        Group.of(
            DoubleStream.of(settings.lambda())
                .mapToObj(each -> new Variant(Kind.IRON, b, each, 1))
                .toList(),
            this::cell);
    adamw = Group.of(explicit(Kind.ADAMW, settings.adamw()), this::cell);
    nesterov = Group.of(explicit(Kind.NESTEROV, 1e-3, 1e-2), this::cell);
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
    double[] thirds = DoubleStream.of(settings.adamw()).map(step -> step / 3).toArray();
    classifiers.addAll(explicit(Kind.ADAMW, thirds));
    classifier = Group.of(classifiers, v -> cell(DeepProblem.CLASSIFIER, v));
  }

  private List<Variant> explicit(Kind kind, double... steps) {
    return DoubleStream.of(steps)
        .mapToObj(step -> new Variant(kind, settings.explicitBatch(), step, 0))
        .toList();
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
    if (!mnist()) {
      values.with("images", images);
    }
    return Cell.of(
        problem == DeepProblem.AUTOENCODER ? v.label() : problem.label + "-" + v.label(),
        settings.choice().in(values),
        () -> new Training(v, networks.get().get(problem), settings));
  }

  boolean mnist() {
    return images.equals(DeepSettings.MNIST);
  }

  @Override
  public Values settings() {
    return super.settings().with("images", images);
  }

  @Override
  public List<Cell> cells() {
    return Group.cells(adamw, iron, nesterov, changed, classifier);
  }

  @Override
  public String moreCode() {
    return settings.choice().code();
  }

  @Override
  protected Optional<Prepared<?, ?>> files() {
    return Optional.of(networks);
  }

  /** Takes MNIST, or what else {@code --data} names; then the settings and the cells say so. */
  private ImageFolder open(String dataFolder, Consumer<String> log)
      throws IOException, DataUnavailable {
    ImageFolder found = ImageFolder.open(dataFolder, log);
    String label = found.mnist() ? DeepSettings.MNIST : found.label();
    if (mnist() && !found.mnist()) {
      images = label;
      makeGroups();
    } else if (!images.equals(label)) {
      throw new DataUnavailable(
          Numbers.format(
              "these runs are of the images %s, got %s; name their folder with --data DIR",
              images, label));
    }
    return found;
  }

  private Map<DeepProblem, DeepProblem.Pair> read(ImageFolder folder) throws IOException {
    Dataset train = first("rows", settings.rows(), folder.train(), folder);
    Dataset test = first("test_rows", settings.testRows(), folder.test(), folder);
    Map<DeepProblem, DeepProblem.Pair> pairs = new EnumMap<>(DeepProblem.class);
    for (DeepProblem problem : DeepProblem.values()) {
      pairs.put(problem, problem.on(train, test, settings.hidden()));
    }
    return pairs;
  }

  private static Dataset first(String name, int rows, Dataset all, ImageFolder folder) {
    if (rows > all.rows()) {
      throw new InputError(
          "%s is %d, but there are %d images in %s (--%s)",
          name, rows, all.rows(), folder.path(), name.replace('_', '-'));
    }
    return all.range(0, rows);
  }

  @Override
  public Story tell(Results results) {
    return new DeepStory(this, results).tell();
  }
}
