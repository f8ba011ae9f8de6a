package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.InputData;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.mnist.MnistTraining.Purpose;

/**
 * Paper section 5.4: softmax regression on MNIST. Steps are chosen by validation accuracy after a
 * short run for each value of a grid; with them, and with the paper's where those differ, every
 * method then learns from all training rows with several seeds.
 */
public final class MnistExperiment extends ChapterExperiment<MnistSettings> {
  /** The chapter, with any settings. */
  public static final Chapter<MnistSettings> CHAPTER =
      new Chapter<>(
          "mnist",
          "the softmax regression on MNIST of section 5.4",
          MnistSettings.class,
          MnistExperiment::new);

  /** The short runs among which the step of each method is chosen. */
  final CellGroup<MnistTraining> tuning;

  /** Beyond the paper: every method with the same steps over many decades. */
  final CellGroup<MnistTraining> robust;

  private final InputData<Mnist, MnistData> data =
      new InputData<>(
          (folder, log) -> Mnist.fetch(DataFolder.mnist(folder), log),
          files -> new MnistData(settings, files));

  MnistExperiment(MnistSettings settings) {
    super(CHAPTER, settings);
    tuning =
        CellGroup.of(
            runs(Purpose.TUNE, (rival, batch) -> DoubleStream.of(settings.grid(rival))),
            this::cell);
    robust =
        CellGroup.of(
            CellGroup.pairs(
                List.of(ComparedOptimizer.values()),
                settings.stepGrid(),
                (rival, step) ->
                    new MnistTraining(
                        Purpose.STEP, rival, step, settings.stepBatch(), settings.seed())),
            this::cell);
  }

  /** Returns a run of each method of the paper at each batch size with each of some steps. */
  List<MnistTraining> runs(
      Purpose purpose, BiFunction<ComparedOptimizer, Integer, DoubleStream> steps) {
    List<MnistTraining> runs = new ArrayList<>();
    for (int batch : settings.batchSizes()) {
      for (ComparedOptimizer rival : ComparedOptimizer.PAPER) {
        steps
            .apply(rival, batch)
            .mapToObj(step -> new MnistTraining(purpose, rival, step, batch, settings.seed()))
            .forEach(runs::add);
      }
    }
    return runs;
  }

  @Override
  protected Optional<InputData<?, ?>> files() {
    return Optional.of(data);
  }

  Cell cell(MnistTraining run) {
    return Cell.of(run.label(), run.settings(settings), () -> run.start(settings, data.get()));
  }

  @Override
  public List<Cell> cells() {
    return CellGroup.cells(tuning, robust);
  }

  /** The final runs, with the steps that were chosen and those of the paper. */
  @Override
  public List<Cell> followUps(ResultStore results) {
    return new MnistResults(this, results).last.cells();
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new MnistReport(new MnistResults(this, results)).report();
  }
}
