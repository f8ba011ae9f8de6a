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
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.ImageFolder;
import org.ironopt.lab.deep.DeepVariant.Kind;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.InputData;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;

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
  CellGroup<DeepVariant> iron;

  /** AdamW by its step. */
  CellGroup<DeepVariant> adamw;

  /** SGD with Nesterov's momentum by its step. */
  CellGroup<DeepVariant> nesterov;

  /** IRON with one part changed. */
  CellGroup<DeepVariant> changed;

  /** Another network: units that rectify, ten classes; IRON and AdamW by its step. */
  CellGroup<DeepVariant> classifier;

  private final InputData<ImageFolder, Map<DeepProblem, DeepProblem.Pair>> networks =
      new InputData<>(this::open, this::read);

  DeepExperiment(DeepSettings settings) {
    super(CHAPTER, settings);
    images = settings.images();
    makeGroups();
  }

  /** Other images are other cells. */
  private void makeGroups() {
    int b = settings.batch();
    double largest = settings.usual();
    iron = CellGroup.of(all(Kind.IRON, b, 1, settings.lambda()), this::cell);
    adamw = CellGroup.of(explicit(Kind.ADAMW, settings.adamw()), this::cell);
    nesterov = CellGroup.of(explicit(Kind.NESTEROV, 1e-3, 1e-2), this::cell);
    changed =
        CellGroup.of(
            List.of(
                new DeepVariant(Kind.NO_INERTIA, b, largest, 1),
                new DeepVariant(Kind.NO_FACTORS, b, largest, WITHOUT_FACTORS),
                new DeepVariant(Kind.SLOW_GROWTH, b, largest, 1),
                new DeepVariant(Kind.WHOLE_STEP, b, largest, 1),
                new DeepVariant(Kind.WHOLE_STEP, b, largest, 2),
                new DeepVariant(Kind.IRON, b / 2, largest, 1),
                new DeepVariant(Kind.IRON, 2 * b, largest, 1)),
            this::cell);
    List<DeepVariant> classifiers = new ArrayList<>(all(Kind.IRON, b, 1, largest));
    double[] thirds = DoubleStream.of(settings.adamw()).map(step -> step / 3).toArray();
    classifiers.addAll(explicit(Kind.ADAMW, thirds));
    classifier = CellGroup.of(classifiers, v -> cell(DeepProblem.CLASSIFIER, v));
  }

  private List<DeepVariant> explicit(Kind kind, double... steps) {
    return all(kind, settings.explicitBatch(), 0, steps);
  }

  private static List<DeepVariant> all(Kind kind, int batch, int cg, double... steps) {
    return DoubleStream.of(steps).mapToObj(step -> new DeepVariant(kind, batch, step, cg)).toList();
  }

  Cell cell(DeepVariant v) {
    return cell(DeepProblem.AUTOENCODER, v);
  }

  private Cell cell(DeepProblem problem, DeepVariant v) {
    String name = NamedValues.word(problem);
    NamedValues values =
        new NamedValues()
            .with("experiment", CHAPTER.name())
            .with("problem", name)
            .with("variant", v.label())
            .with("hidden", Arrays.toString(settings.hidden()))
            .with(CHAPTER.write(settings).of("rows, test_rows, gradients, seed"));
    if (!mnist()) {
      values.with("images", images);
    }
    return Cell.of(
        problem == DeepProblem.AUTOENCODER ? v.label() : name + "-" + v.label(),
        settings.choice().in(values),
        () -> new DeepTraining(v, networks.get().get(problem), settings));
  }

  boolean mnist() {
    return images.equals(DeepSettings.MNIST);
  }

  @Override
  public NamedValues settings() {
    return super.settings().with("images", images);
  }

  @Override
  public List<Cell> cells() {
    return CellGroup.cells(adamw, iron, nesterov, changed, classifier);
  }

  @Override
  public String moreCode() {
    return settings.choice().code();
  }

  @Override
  protected Optional<InputData<?, ?>> files() {
    return Optional.of(networks);
  }

  /** Takes MNIST, or what else {@code --data} names; then the settings and the cells say so. */
  private ImageFolder open(String dataFolder, Consumer<String> log)
      throws IOException, DataUnavailableException {
    ImageFolder found = ImageFolder.open(dataFolder, log);
    String label = found.mnist() ? DeepSettings.MNIST : found.label();
    if (mnist() && !found.mnist()) {
      images = label;
      makeGroups();
    } else if (!images.equals(label)) {
      throw new DataUnavailableException(
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
  public ChapterReport report(ResultStore results) {
    return new DeepReport(this, results).report();
  }
}
