package org.ironopt.lab.deep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.Slow;
import org.ironopt.io.InputError;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.SyntheticImages;
import org.ironopt.lab.deep.DeepVariant.Kind;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.linalg.Parallel;
import org.ironopt.network.internal.GradientWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The chapter on a few rows of the real MNIST. */
@Execution(ExecutionMode.CONCURRENT)
class DeepExperimentTest {
  private static NamedValues tiny() {
    return DeepExperiment.CHAPTER
        .smoke()
        .with("hidden", new double[] {6, 3})
        .with("rows", 200L)
        .with("test_rows", 50L)
        .with("batch", 40L)
        .with("explicit_batch", 20L)
        .with("gradients", 6000L);
  }

  private static DeepExperiment open(NamedValues settings) {
    return new DeepExperiment(DeepExperiment.CHAPTER.read(settings));
  }

  private static Task finish(Task task) {
    while (task.done() < task.total()) {
      task.advance();
    }
    return task;
  }

  private static void assertSame(CellResult expected, CellResult actual) {
    assertEquals(expected.values().asMap(), actual.values().asMap());
    for (int i = 0; i < expected.trace().rows().size(); i++) {
      assertArrayEquals(expected.trace().rows().get(i), actual.trace().rows().get(i));
    }
  }

  /** Threads and an interruption change no bit; the clock is kept apart. */
  @Test
  @ResourceLock("org.ironopt.linalg.Parallel")
  @Slow
  void runsAreTheSameHoweverTheyAreMade() throws IOException {
    DeepExperiment experiment = open(tiny());
    for (Cell cell :
        List.of(experiment.iron.cells().getLast(), experiment.adamw.cells().getFirst())) {
      CellResult straight = finish(cell.start()).outcome();
      int before = Parallel.threads();
      try {
        Parallel.setThreads(before == 1 ? 2 : 1);
        Task task = cell.start();
        for (int i = 0; i < 9; i++) {
          task.advance();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        task.save(new DataOutputStream(bytes));
        Task resumed = cell.start();
        resumed.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertSame(straight, finish(resumed).outcome());
        assertEquals(DeepTraining.LOOKS + 1, resumed.clock().orElseThrow().rows().size());
      } finally {
        Parallel.setThreads(before);
      }
    }
  }

  @Test
  @Slow
  void everyRunHasTheSameWork() {
    DeepExperiment experiment = open(tiny());
    // The last step may go beyond: new inverses, and 20 products at most.
    GradientWork costs =
        GradientWork.of(DeepProblem.autoencoder(784, experiment.settings.hidden()));
    GradientWork wide = GradientWork.of(DeepProblem.autoencoder(784, new long[] {128, 64}));
    double most = Math.max(costs.inverse(), wide.inverse());
    double step = most + 2 * wide.apply() + 80 * (wide.moments() + 2 + 20 * 4 / 3.);
    for (Cell cell : experiment.cells()) {
      CellResult outcome = finish(cell.start()).outcome();
      double work = outcome.number("gradients");
      assertTrue(work >= 6000 && work < 6000 + step, cell.label() + " " + work);
      assertTrue(outcome.number("loss") < outcome.trace().get(0, "loss"), cell.label());
    }
  }

  /** Results in which every run ends with a loss of one's choice. */
  private static ResultStore made(DeepExperiment experiment, Map<String, Double> losses) {
    Map<String, CellResult> outcomes = new HashMap<>();
    for (Cell cell : experiment.cells()) {
      double loss = losses.getOrDefault(cell.label(), 100.0);
      NumericColumns trace = NumericColumns.of(DeepTraining.COLUMNS);
      trace.add(0, 0, 500, 500, 1, 1, 0);
      trace.add(3000, 1, loss + .1 * (500 - loss), 300, 1, 1, 0);
      trace.add(6000, 2, loss, loss, loss / 1000, 1, 0);
      NamedValues values = new NamedValues().with("epochs", 2.0);
      if (Double.isFinite(loss)) {
        values.with("loss", loss).with("test_loss", loss).with("test_error", loss / 1000);
      }
      outcomes.put(cell.label(), new CellResult(values, trace, Map.of()));
    }
    return cell -> Optional.ofNullable(outcomes.get(cell.label()));
  }

  private static String verdicts(DeepExperiment experiment, Map<String, Double> losses) {
    StringBuilder text = new StringBuilder();
    for (Claim claim : experiment.report(made(experiment, losses)).claims()) {
      text.append(claim.id()).append(' ').append(claim.verdict()).append('\n');
    }
    return text.toString();
  }

  /** At most seven curves in a panel, no two of which look the same or have the same name. */
  @Test
  void curvesCanBeToldApart() {
    DeepExperiment experiment = open(DeepExperiment.CHAPTER.paper());
    for (ChapterReport.Section section : experiment.report(made(experiment, Map.of())).sections()) {
      for (Figure figure : section.figures()) {
        for (Panel panel : figure.panels()) {
          int curves = panel.layers().size();
          assertTrue(curves <= 7, figure.id() + " has " + curves + " curves");
          assertEquals(curves, panel.layers().stream().map(Layer::style).distinct().count());
          assertEquals(curves, panel.layers().stream().map(Layer::name).distinct().count());
        }
      }
    }
  }

  /** The verdicts follow the numbers: each claim turns when its number does. */
  @Test
  void claimsTurnWithTheNumbers() {
    DeepExperiment experiment = open(tiny());
    DeepSettings settings = experiment.settings;
    String iron = new DeepVariant(Kind.IRON, 40, settings.usual(), 1).label();
    String factors = new DeepVariant(Kind.NO_FACTORS, 40, settings.usual(), 20).label();
    String inertia = new DeepVariant(Kind.NO_INERTIA, 40, settings.usual(), 1).label();
    String slow = new DeepVariant(Kind.SLOW_GROWTH, 40, settings.usual(), 1).label();
    Map<String, Double> good = new HashMap<>();
    String whole = new DeepVariant(Kind.WHOLE_STEP, 40, settings.usual(), 2).label();
    String classifier = experiment.classifier.cells().getFirst().label();
    good.put(iron, 50.);
    String all = verdicts(experiment, good);
    assertEquals(9, all.lines().filter(l -> l.endsWith(" reproduced")).count(), all);
    turns(experiment, good, iron, 101, "D1", "D2", "D3", "D4", "D5", "D7");
    turns(experiment, good, iron, 99, "D2");
    turns(experiment, good, factors, 40, "D3");
    turns(experiment, good, inertia, 49, "D4");
    turns(experiment, good, whole, 49, "D7");
    turns(experiment, good, classifier, 102, "D8");
    turns(experiment, good, classifier, 110, "D8", "D9");
    turns(experiment, good, slow, 49, "D5");
    turns(experiment, good, slow, Double.NaN, "D6");
    turns(experiment, good, slow, 600, "D6");
  }

  private static void turns(
      DeepExperiment experiment,
      Map<String, Double> good,
      String cell,
      double loss,
      String... claims) {
    Map<String, Double> other = new HashMap<>(good);
    other.put(cell, loss);
    String verdicts = verdicts(experiment, other);
    for (String line : verdicts.split("\n")) {
      boolean turned = List.of(claims).contains(line.substring(0, 2));
      assertEquals(!turned, line.endsWith(" reproduced"), cell + " " + loss + ": " + line);
    }
  }

  @Test
  void theReportIsMadeFromFinishedCells() {
    DeepExperiment experiment = open(tiny());
    ChapterReport nothing = experiment.report(cell -> Optional.empty());
    assertEquals(1, nothing.sections().size());
    assertEquals(9, nothing.claims().size());
    ChapterReport whole = experiment.report(made(experiment, Map.of()));
    assertEquals(5, whole.sections().size(), "without a clock there is no figure by seconds");
    assertFalse(whole.sections().getLast().tables().isEmpty());
  }

  /** A folder of other images: other cells, and the page says what they are. */
  @Test
  void otherImagesAreNamed(@TempDir Path folder) throws IOException, DataUnavailableException {
    Path shoes = folder.resolve("shoes");
    new SyntheticImages(300, 60, 3).write(Files.createDirectories(shoes));
    DeepExperiment mnist = open(tiny());
    DeepExperiment other = open(tiny());
    other.prepare(shoes.toString(), line -> {});
    String label = other.settings().text("images");
    assertTrue(label.startsWith("shoes:"), label);
    Cell cell = other.iron.cells().getLast();
    NamedValues ofMnist = mnist.iron.cells().getLast().settings();
    assertFalse(ofMnist.has("images"));
    assertEquals(ofMnist.with("images", label).asMap(), cell.settings().asMap());
    CellResult outcome = finish(cell.start()).outcome();
    assertTrue(outcome.number("loss") < outcome.trace().get(0, "loss"));
    String about = other.report(made(other, Map.of())).sections().getFirst().text().getFirst();
    assertTrue(about.startsWith("Not MNIST: the first 200 images of the folder shoes ("), about);
    // From the files of a run: the same images or none.
    DeepExperiment stored = open(other.settings());
    assertEquals(cell.settings().asMap(), stored.iron.cells().getLast().settings().asMap());
    stored.prepare(shoes.toString(), line -> {});
    new SyntheticImages(300, 60, 4).write(shoes);
    String message =
        assertThrows(
                DataUnavailableException.class, () -> stored.prepare(shoes.toString(), line -> {}))
            .getMessage();
    assertTrue(message.contains("these runs are of the images " + label), message);
    DeepExperiment many = open(tiny().with("rows", 301L));
    many.prepare(shoes.toString(), line -> {});
    Cell first = many.iron.cells().getFirst();
    message = assertThrows(InputError.class, first::start).getMessage();
    assertTrue(message.contains("rows is 301, but there are 300 images in"), message);
    assertThrows(InputError.class, () -> open(tiny().with("images", "shoes")));
  }

  @Test
  void badSettingsAreNamed() {
    String message =
        assertThrows(InputError.class, () -> open(tiny().with("batch", 101L))).getMessage();
    assertTrue(message.contains("at most half of and all of the 200 rows"), message);
    assertThrows(InputError.class, () -> open(tiny().with("hidden", new double[] {0})));
  }
}
