package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;

/** The chapter on MNIST. */
final class MnistStory {
  private final MnistSetup setup;
  private final MnistResults results;

  MnistStory(MnistExperiment experiment, Results results) {
    this.setup = experiment.setup();
    this.results = new MnistResults(experiment, results);
  }

  Story tell() {
    List<Section> sections = new ArrayList<>();
    sections.add(protocol());
    if (!results.series().isEmpty()) {
      sections.add(table());
      sections.add(training());
      sections.add(time());
      sections.add(inner());
    }
    Robustness robustness = new Robustness(results);
    if (!robustness.isEmpty()) {
      sections.add(robustness.section());
    }
    return new Story(
        "MNIST softmax regression (section 5.4)",
        String.format(
            Locale.ROOT,
            "%d rows to learn from, %d to test on, pixels in [0, 1], ℓ2 penalty %s on W and not"
                + " on b, start at zero; %d epochs, %d seeds.",
            setup.train,
            setup.test,
            Numbers.text(setup.reg),
            setup.epochs,
            setup.seeds.length),
        sections,
        new MnistClaims(results).all());
  }

  private Section protocol() {
    List<String> text = new ArrayList<>();
    long missing = results.missing();
    if (missing > 0) {
      text.add(missing + (missing == 1 ? " run has" : " runs have") + " not been made.");
    }
    text.add(
        String.format(
            Locale.ROOT,
            "Each method runs for %d epochs with one seed for every step of its grid on %d rows;"
                + " the other %d, the last of a seeded permutation, choose the step by accuracy"
                + " (the smaller of equal ones). With it the method then learns from all %d rows"
                + " with the seeds %s. The test rows take no part in any choice. Every epoch"
                + " has a fresh permutation, the same for all methods of a seed, and a short last"
                + " batch is kept.",
            setup.tuningEpochs,
            setup.train - setup.validation,
            setup.validation,
            setup.train,
            Arrays.stream(setup.seeds).mapToObj(Long::toString).collect(Collectors.joining(", "))));
    text.add(
        String.format(
            Locale.ROOT,
            "IRON solves the resolvent of the batch's loss with μ = γ₀ = 1 by Newton's method to"
                + " the residual %s, at most %d steps, each by CG to %s of its start. That is"
                + " gradient noise, not the center noise of the theorems, and μ is not the"
                + " convexity constant (the penalty is %s). AdamW runs with weight decay 0, as the"
                + " authors' script does.",
            Numbers.text(setup.tolerance),
            setup.newton,
            Numbers.text(setup.cg),
            Numbers.text(setup.reg)));
    atTheEdge().ifPresent(text::add);
    List<TextTable> tables = new ArrayList<>();
    for (Rival rival : Rival.ofThePaper()) {
      tables.add(grid(rival));
    }
    return new Section("How steps were chosen", text, List.of(), tables);
  }

  private Optional<String> atTheEdge() {
    int edge = 0;
    int chosen = 0;
    for (int batch : setup.batches) {
      for (Rival rival : Rival.ofThePaper()) {
        OptionalDouble step = results.chosen(rival, batch);
        double largest = Arrays.stream(setup.grid(rival)).max().orElseThrow();
        chosen += step.isPresent() ? 1 : 0;
        edge += step.isPresent() && step.getAsDouble() == largest ? 1 : 0;
      }
    }
    return edge == 0
        ? Optional.empty()
        : Optional.of(
            "In "
                + edge
                + " of "
                + chosen
                + " choices the largest step of the grid won: within "
                + setup.tuningEpochs
                + (setup.tuningEpochs == 1 ? " epoch" : " epochs")
                + " a longer step gets further, and the grid ends before its best one.");
  }

  private TextTable grid(Rival rival) {
    double[] grid = setup.grid(rival);
    List<String> header = new ArrayList<>(List.of("b"));
    for (double step : grid) {
      header.add(rival.symbol + " = " + Numbers.text(step));
    }
    List<List<String>> rows = new ArrayList<>();
    for (int batch : setup.batches) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(batch)));
      OptionalDouble chosen = results.chosen(rival, batch);
      for (double step : grid) {
        double accuracy = results.tuning.accuracy(rival, step, batch);
        String text = Double.isNaN(accuracy) ? "–" : String.format(Locale.ROOT, "%.4f", accuracy);
        boolean paper = PaperTable.row(rival, batch).filter(r -> r.step() == step).isPresent();
        boolean best = chosen.isPresent() && chosen.getAsDouble() == step;
        row.add((best ? "**" + text + "**" : text) + (paper ? " †" : ""));
      }
      rows.add(row);
    }
    return new TextTable(
        rival.title + ": validation accuracy; bold is chosen, † the paper's choice.", header, rows);
  }

  private Section table() {
    return new Section(
        "Accuracy and cost", List.of(), List.of(), List.of(new MnistTable(results).table()));
  }

  private Section training() {
    MnistFigures figures = new MnistFigures(results);
    return new Section(
        "By epochs",
        List.of(
            "The training objective is that of all training rows with its penalty. (The authors'"
                + " script takes the first 10 000 rows of the epoch's permutation.)"),
        List.of(figures.trainLoss(), figures.accuracy()),
        List.of());
  }

  private Section time() {
    return new Section(
        "By the clock",
        List.of(
            "Seconds are wall clock during the steps alone; loading, judging and the compiler's"
                + " first work are left out. Runs follow each other seed by seed and method by"
                + " method with all threads inside each, so that a slow minute of the machine hits"
                + " all methods; a run that was interrupted adds up its parts. They come from"
                + " clock.csv of each run and differ from run to run, and with them the seconds of"
                + " Table 1 and the claims whose ids start with MT; nothing else does."),
        List.of(new MnistFigures(results).accuracyByTime()),
        List.of(new TimeClaims(results).table()));
  }

  private Section inner() {
    List<List<String>> rows = new ArrayList<>();
    for (Series s : results.series()) {
      Configuration c = s.configuration();
      if (c.rival() == Rival.IRON) {
        double steps = (double) results.stepsPerEpoch(c.batch()) * s.epochs();
        rows.add(
            List.of(
                Integer.toString(c.batch()),
                MnistTable.name(c),
                Numbers.text(s.last("newton_steps").mean() / steps, 3),
                Numbers.text(s.last("cg_steps").mean() / steps, 3),
                Numbers.text(s.last("gradients").mean() / steps, 3),
                Numbers.text(s.last("products").mean() / steps, 3),
                Numbers.text(s.last("failed_solves").mean(), 3)));
      }
    }
    return new Section(
        "Work of the inner solves",
        List.of(
            "An inner solve looks at its warm start, the current iterate, first. Where that has a"
                + " residual below the tolerance no Newton step is made and the iterate does not"
                + " move, which is why the mean can be below one."),
        List.of(new MnistFigures(results).inner()),
        List.of(
            new TextTable(
                "Per step of IRON, means over run and seeds; failed solves per run.",
                List.of(
                    "b",
                    "method",
                    "Newton steps",
                    "CG steps",
                    "gradients",
                    "Hessian products",
                    "failed"),
                rows)));
  }
}
