package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;

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
            setup.seeds),
        sections,
        new MnistClaims(results).all());
  }

  private Section protocol() {
    List<String> text = new ArrayList<>();
    long missing = results.missing();
    if (missing > 0) {
      text.add(missing + " runs have not been made.");
    }
    return new Section("How steps were chosen", text, List.of(), List.of());
  }

  private Section table() {
    return new Section(
        "Accuracy and cost", List.of(), List.of(), List.of(new MnistTable(results).table()));
  }
}
