package org.ironopt.lab.sampling;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.InputData;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.StepChoice;

/**
 * Softmax regression of images from 0 for a given number of passes: runs for each step of a grid,
 * and what the local model predicts of them.
 */
final class ImageRegression {
  private static final int CLASSES = 10;
  private static final double APART = 1.5;

  /** Runs with one batch size and step. */
  record Run(int batch, double alpha) {}

  /** The runs; they measure the squared distance from the minimiser at the end. */
  final CellGroup<Run> runs;

  /** The predicted error for each step, by batch size. */
  final CellGroup<Integer> predicted;

  /** The fit of all images; they are read once. */
  final InputData<Optional<Mnist>, LocalModel> model = new InputData<>(this::files, this::fit);

  private final SamplingSettings settings;
  private final SamplingChains all;

  ImageRegression(SamplingSettings settings) {
    this.settings = settings;
    all = new SamplingChains(settings.seed());
    List<Integer> batches = Arrays.stream(settings.imageBatches()).boxed().toList();
    runs = CellGroup.of(CellGroup.pairs(batches, settings.imageAlpha(), Run::new), this::runCell);
    predicted = CellGroup.of(batches, this::predictedCell);
  }

  /** Returns whether the images are those of MNIST. */
  boolean real() {
    return settings.images() == SamplingSettings.Source.MNIST;
  }

  private Optional<Mnist> files(String folder, Consumer<String> log)
      throws IOException, DataUnavailableException {
    return real() ? Optional.of(Mnist.fetch(DataFolder.mnist(folder), log)) : Optional.empty();
  }

  private NamedValues own() {
    return new NamedValues()
        .with("problem", settings.images().name())
        .with(SamplingExperiment.CHAPTER.write(settings).of("rows, features, reg, passes"));
  }

  private long steps(int batch) {
    return Math.max(1, Math.round((double) settings.passes() * settings.rows() / batch));
  }

  private Cell runCell(Run run) {
    Iron iron =
        Iron.step(run.alpha)
            .mu(settings.reg())
            .gamma(settings.reg())
            .frozen()
            .batches(BatchDraw.WITHOUT.batches(run.batch));
    return all.cell(
        "images-" + run.batch + "-alpha-" + Numbers.text(run.alpha),
        own().with("batch", (long) run.batch).with("alpha", run.alpha),
        settings.imageChains(),
        List.of("mse"),
        () -> {
          LocalModel fitted = model.get();
          double[] star = fitted.sum().minimizer();
          return number -> {
            FlowStepper chain =
                all.start(iron, fitted.problem().terms(), new double[star.length], number);
            SamplingChains.advance(chain, steps(run.batch));
            double distance = Vectors.distance(chain.x(), star);
            return new double[] {distance * distance};
          };
        });
  }

  private Cell predictedCell(int batch) {
    double[] grid = settings.imageAlpha();
    NamedValues own =
        own()
            .with("experiment", "sampling-predicted")
            .with("batch", (long) batch)
            .with("alpha", grid)
            .with("seed", settings.seed());
    return Cell.of(
        "predicted-" + batch,
        own,
        () -> {
          BatchLaw law = BatchLaw.of(model.get().sum(), BatchDraw.WITHOUT.sampling(batch));
          LinearRecursion iron =
              LinearRecursion.iron(new IronParameters(1, settings.reg(), settings.reg()));
          double[] start = new double[law.sum().dimension()];
          double constant = Double.POSITIVE_INFINITY;
          return SlicedTask.parallel(
              grid.length,
              i ->
                  new double[] {
                    grid[i], StepChoice.mse(law, iron, start, grid[i], constant, steps(batch))
                  },
              rows -> CellResult.of(List.of("alpha", "mse"), rows));
        });
  }

  private LocalModel fit(Optional<Mnist> files) throws IOException {
    Dataset rows = files.isPresent() ? components(files.get().train()) : clouds();
    return Fit.softmax(rows)
        .reg(settings.reg())
        .intercept(false)
        .scale(false)
        .tolerance(1e-12)
        .local();
  }

  private Dataset components(Dataset train) {
    return PrincipalComponents.of(
        train.range(0, Math.min(settings.rows(), train.rows())), settings.features());
  }

  /** Ten normal clouds of points around random centers. */
  private Dataset clouds() {
    RandomStream draws = new RandomStreams(settings.seed()).stream("clouds");
    int d = settings.features();
    double[][] x = new double[settings.rows()][d];
    int[] labels = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      labels[i] = i % CLASSES;
      for (int j = 0; j < d; j++) {
        x[i][j] = APART * draws.normal(labels[i], j) + draws.normal(CLASSES + i, j);
      }
    }
    List<String> names = IntStream.range(0, CLASSES).mapToObj(Integer::toString).toList();
    return Dataset.classification(DenseFeatures.of(x), labels, names);
  }
}
