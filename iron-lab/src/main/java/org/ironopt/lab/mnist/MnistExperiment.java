package org.ironopt.lab.mnist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.mnist.Training.Purpose;

/**
 * Paper section 5.4: softmax regression on MNIST. Steps are chosen by validation accuracy after a
 * short run for each value of a grid; with them, and with the paper's where those differ, every
 * method then learns from all training rows with several seeds.
 */
public final class MnistExperiment implements Experiment {
  static final String NAME = "mnist";

  private final MnistSetup setup;
  private Mnist mnist;
  private MnistData data;

  public MnistExperiment(Values settings) {
    setup = new MnistSetup(settings);
  }

  /** Returns the settings of the paper. */
  public static Values paper() {
    return MnistSetup.paper();
  }

  /** Returns settings for a look within seconds. */
  public static Values smoke() {
    return MnistSetup.smoke();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Values settings() {
    return setup.settings;
  }

  MnistSetup setup() {
    return setup;
  }

  @Override
  public void prepare(String dataFolder, Consumer<String> log) throws IOException, DataUnavailable {
    mnist = Mnist.fetch(DataFolder.mnist(dataFolder), log);
  }

  /** Reads the files once; kept, since every cell works on them. */
  private synchronized MnistData data() {
    try {
      if (mnist == null) {
        prepare(null, line -> {});
      }
      if (data == null) {
        data = new MnistData(setup, mnist);
      }
      return data;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DataUnavailable e) {
      throw new IllegalStateException(e.getMessage());
    }
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int batch : setup.batches) {
      for (Rival rival : Rival.ofThePaper()) {
        for (double step : setup.grid(rival)) {
          cells.add(tuning(rival, step, batch));
        }
      }
    }
    for (double step : setup.steps) {
      for (Rival rival : Rival.values()) {
        cells.add(robust(rival, step));
      }
    }
    return cells;
  }

  /** The final runs, seed by seed, so that a slow minute of the machine hits all methods. */
  @Override
  public List<Cell> followUps(Results results) {
    List<Configuration> configurations = configurations(results);
    List<Cell> cells = new ArrayList<>();
    for (long seed : setup.seeds) {
      for (Configuration c : configurations) {
        cells.add(last(c, seed));
      }
    }
    return cells;
  }

  /** Returns what is run to the end: each method with its tuned step and the paper's. */
  List<Configuration> configurations(Results results) {
    List<Configuration> configurations = new ArrayList<>();
    for (int batch : setup.batches) {
      for (Rival rival : Rival.ofThePaper()) {
        OptionalDouble tuned = new Tuning(this, results).chosen(rival, batch);
        if (tuned.isEmpty()) {
          return List.of();
        }
        Configuration.of(rival, batch, tuned.getAsDouble()).forEach(configurations::add);
      }
    }
    return configurations;
  }

  Cell tuning(Rival rival, double step, int batch) {
    return cell(new Training(Purpose.TUNE, rival, step, batch, setup.tuningEpochs, setup.seed));
  }

  Cell robust(Rival rival, double step) {
    return cell(
        new Training(Purpose.ROBUST, rival, step, setup.stepBatch, setup.stepEpochs, setup.seed));
  }

  Cell last(Configuration c, long seed) {
    return cell(new Training(Purpose.FINAL, c.rival(), c.step(), c.batch(), setup.epochs, seed));
  }

  private Cell cell(Training run) {
    return new TrainingCell(setup, run, this::data);
  }

  @Override
  public Story tell(Results results) {
    return new MnistStory(this, results).tell();
  }
}
