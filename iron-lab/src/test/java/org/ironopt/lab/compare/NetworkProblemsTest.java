package org.ironopt.lab.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.lab.compare.CompareConfig.Budget;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.folder.UserClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks as problems, and the methods that are for them. */
class NetworkProblemsTest {
  private static final Path FILE = Path.of("c.toml");
  private static final List<String> DECAYING = List.of("adamw", "muon", "nesterov");

  private static CompareConfig config(String problem, String method) throws IOException {
    String text = "[[problem]]\n" + problem + "\n[[method]]\n" + method + "\n";
    return CompareConfig.read(FILE, text, false, UserClasses.on(""));
  }

  private static MethodRun.Course run(CompareConfig config, double step, double passes) {
    ProblemInstance problem = config.problems().getFirst().maker().make("p", 1, null);
    return new MethodRun(config.methods().getFirst(), problem, step, 3)
        .counted(new Budget(passes, 5));
  }

  /** Every contender learns spirals; what it spends is counted and within the budget. */
  @ParameterizedTest
  @CsvSource({
    "iron-network, 1e3, 50",
    "gauss-newton-cg, 1e2, 100",
    "kfac, 1e3, 50",
    "adamw, 0.03, 20",
    "muon, 0.03, 20",
    "nesterov, 0.1, 20",
    "l-bfgs, 1, 0"
  })
  void everyContenderDescends(String kind, double step, int batch) throws IOException {
    String decay = DECAYING.contains(kind) ? "\ndecay_passes = 30" : "";
    CompareConfig config =
        config(
            "name = 'network-spirals'\nrows = 250\nhidden = [12]",
            "name = '" + kind + "'\nbatch = " + batch + decay);
    MethodRun.Course course = run(config, step, 30);
    double first = course.marks().getFirst().value();
    assertTrue(course.last().value() < 0.97 * first, course.toString());
    assertTrue(course.last().passes() > 20 && course.last().passes() <= 30, course.toString());
    assertTrue(course.last().gradients() > 0 && Double.isFinite(course.score()));
    boolean implicit = kind.equals("kfac") || kind.contains("network") || kind.contains("newton");
    assertEquals(implicit, course.last().products() > 0);
  }

  /** A step without decay is another one. */
  @Test
  void decayIsPartOfAMethod() throws IOException {
    String problem = "name = 'network-spirals'\nrows = 100\nhidden = [4]";
    String plain = "name = 'adamw'\nbatch = 20";
    double constant = run(config(problem, plain), 0.1, 10).last().value();
    double decayed = run(config(problem, plain + "\ndecay_passes = 10"), 0.1, 10).last().value();
    assertTrue(constant != decayed, constant + " " + decayed);
  }

  /** The minimum of a network is unknown; the best of the runs takes its place. */
  @Test
  void aNetworkHasNoReference() throws IOException {
    CompareConfig config = config("name = 'network-spirals'\nrows = 100", "name = 'kfac'");
    ProblemInstance problem = config.problems().getFirst().maker().make("p", 1, null);
    Task task = CompareCells.reference(problem).start();
    while (task.done() < task.total()) {
      task.advance();
    }
    assertTrue(Double.isNaN(task.outcome().trace().get(0, "value")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kfac", "muon"})
  void aLinearProblemHasNoLayers(String word) throws IOException {
    CompareConfig config = config("name = 'logistic'\nrows = 50", "name = '" + word + "'");
    ProblemInstance problem = config.problems().getFirst().maker().make("p", 1, null);
    ComparedMethod method = config.methods().getFirst();
    assertThrows(IllegalArgumentException.class, () -> method.make(1, problem));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          hidden = [0]        | 'hidden' should be units of layers, such as [32, 16]
          hidden = []         | 'hidden' should be units of layers
          activation = 'exp'  | 'exp' is none of tanh, relu and sigmoid
          """)
  void wrongLayers(String line, String expected) {
    InputError e =
        assertThrows(
            InputError.class,
            () -> config("name = 'network-spirals'\n" + line, "name = 'iron-network'"));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }
}
