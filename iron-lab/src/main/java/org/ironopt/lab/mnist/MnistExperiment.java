package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterExperiment;
import org.ironopt.lab.experiment.Group;
import org.ironopt.lab.experiment.Prepared;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.mnist.Training.Purpose;

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
  final Group<Training> tuning;

  /** Beyond the paper: every method with the same steps over many decades. */
  final Group<Training> robust;

  private final Prepared<Mnist, MnistData> data =
      new Prepared<>(
          (folder, log) -> Mnist.fetch(DataFolder.mnist(folder), log),
          files -> new MnistData(settings, files));

  MnistExperiment(MnistSettings settings) {
    super(CHAPTER, settings);
    List<Training> runs = new ArrayList<>();
    for (int batch : settings.batchSizes()) {
      for (Rival rival : Rival.PAPER) {
        for (double step : settings.grid(rival)) {
          runs.add(new Training(Purpose.TUNE, rival, step, batch, settings.seed()));
        }
      }
    }
    tuning = Group.of(runs, this::cell);
    runs.clear();
    for (double step : settings.stepGrid()) {
      for (Rival rival : Rival.values()) {
        runs.add(new Training(Purpose.ROBUST, rival, step, settings.stepBatch(), settings.seed()));
      }
    }
    robust = Group.of(runs, this::cell);
  }

  @Override
  protected Optional<Prepared<?, ?>> files() {
    return Optional.of(data);
  }

  Cell cell(Training run) {
    return Cell.of(run.label(), run.settings(settings), () -> run.start(settings, data.get()));
  }

  @Override
  public List<Cell> cells() {
    return Group.cells(tuning, robust);
  }

  /** The final runs, with the steps that were chosen and those of the paper. */
  @Override
  public List<Cell> followUps(Results results) {
    return new MnistResults(this, results).last.cells();
  }

  @Override
  public Story tell(Results results) {
    return new MnistStory(new MnistResults(this, results)).tell();
  }
}
