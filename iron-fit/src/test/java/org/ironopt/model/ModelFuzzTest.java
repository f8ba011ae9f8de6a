package org.ironopt.model;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.ironopt.data.MalformedDataException;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.network.Activation;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Model files with a few characters changed, cut or doubled, and files made to hurt: a model or one
 * line, and never more memory than the length of the text allows. Fewer networks, whose files are
 * longer; more on demand: {@code -Dfuzz.mutations=100000}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ModelFuzzTest {
  private static final int MUTATIONS = 100_000;

  private static final int NETWORK_MUTATIONS = Integer.getInteger("fuzz.mutations", 20_000);

  /** Bytes for each character of a text, and for a message and the classes that it loads. */
  private static final long EACH = 100;

  private static final long MESSAGE = 4_000_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final String CHARACTERS = "{}[]\",:\\u0e-.1\n\0tn";

  private static String text() {
    SequencedMap<String, Object> training = new LinkedHashMap<>();
    training.put("rows", 4L);
    training.put("notes", List.of("a \"b\"", 1.5, true));
    Model model =
        new Model(
            ModelKind.SOFTMAX,
            List.of("x", "city=Oslo"),
            List.of("a", "b", "c"),
            new double[][] {{1, -2.5e-3}, {0, 4}, {1e300, -1}},
            new double[] {0.1, 0, -7},
            training);
    return ModelFile.text(model);
  }

  private static String network() {
    return ModelFile.text(
        new Model(
            ModelKind.LOGISTIC,
            List.of("x", "city=Oslo"),
            List.of("a", "b"),
            List.of(
                new HiddenLayer(
                    Activation.TANH,
                    new double[][] {{1, -2.5e-3}, {0, 4}, {1e300, -1}},
                    new double[] {0.1, 0, -7}),
                new HiddenLayer(
                    Activation.RELU,
                    new double[][] {{1, 2, 3}, {-1, 0.5, 0}},
                    new double[] {1, 2})),
            new double[][] {{2, -3}},
            new double[] {0.25},
            Optional.empty(),
            new LinkedHashMap<>(Map.of("rows", 4L))));
  }

  /** Returns whether a text is a model; anything but one short line of refusal fails. */
  private static boolean read(String text) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Model model = null;
    try {
      model = ModelFile.parse("f", text);
    } catch (MalformedDataException e) {
      assertTrue(e.getMessage().startsWith("f:"), e.getMessage());
      assertFalse(e.getMessage().contains("\n"), e.getMessage());
      assertTrue(e.getMessage().length() < 300, e.getMessage());
    }
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    long allowed = MESSAGE + EACH * text.length();
    assertTrue(bytes <= allowed, bytes + " bytes for " + text.length() + " characters");
    if (model != null) {
      use(model);
    }
    return model != null;
  }

  /** A model that was read can be written, shown and asked. */
  private static void use(Model model) {
    ModelFile.text(model);
    assertFalse(model.toString().isEmpty());
    if (model.kind().classes()) {
      assertTrue(model.classes().contains(model.predictClass(new double[model.columns().size()])));
    }
  }

  @Test
  void aModelOrOneLine() {
    mutate(text(), MUTATIONS);
  }

  @Test
  void aNetworkOrOneLine() {
    assertTrue(read(network()), "as it was written");
    mutate(network(), NETWORK_MUTATIONS);
  }

  private static void mutate(String seed, int mutations) {
    RandomStream random = new RandomStreams(29).stream("fuzz");
    int read = 0;
    int refused = 0;
    for (int m = 0; m < mutations; m++) {
      String text = mutated(seed, random, m);
      try {
        boolean model = read(text);
        read += model ? 1 : 0;
        refused += model ? 0 : 1;
      } catch (RuntimeException e) {
        throw new AssertionError("seed 29, mutation " + m + ": " + text, e);
      }
    }
    assertTrue(read > 0 && refused > mutations / 2, read + " read, " + refused + " refused");
  }

  /** Each part of a file made long, deep or large, at the place of something small. */
  @Test
  void hostileFilesTakeNoMoreMemoryThanTheirLength() {
    String seed = text();
    int much = 60_000;
    String numbers = "0,".repeat(much) + "0";
    StringBuilder names = new StringBuilder("\"n\": []");
    for (int i = 0; i < 10_000; i++) {
      names.append(", \"n").append(i).append("\": []");
    }
    List<String> hostile =
        List.of(
            "[".repeat(much),
            "{\"a\":".repeat(much),
            "[" + "[],".repeat(much) + "[]]",
            "[" + numbers + "]",
            "\"" + "x".repeat(much) + "\"",
            "\"" + "\\u0041".repeat(much) + "\"",
            "1".repeat(much),
            "0." + "3".repeat(much),
            "1e" + "9".repeat(much),
            "{" + names + "}",
            "-",
            " ".repeat(much));
    // Both at once: a table of 10 000 by 10 000 numbers, if the lengths are believed.
    String wide = "[" + "0,".repeat(10_000) + "0]";
    assertFalse(
        read(replaced(replaced(seed, "intercepts", wide), "coefficients", "{" + names + "}")));
    for (String value : hostile) {
      assertFalse(read("{" + value), "alone");
      for (String field : List.of("version", "model", "classes", "intercepts", "coefficients")) {
        assertFalse(read(replaced(seed, field, value)), field);
      }
      for (String field : List.of("version", "model", "classes", "columns", "layers")) {
        assertFalse(read(replaced(network(), field, value)), field);
      }
      read(replaced(seed, "training", value));
      read(replaced(seed, "table", value));
    }
  }

  /** Puts a value at the place of that of a field of the outermost object. */
  private static String replaced(String text, String field, String value) {
    int start = text.indexOf("\"" + field + "\":");
    int end = text.indexOf("\n  \"", start + 1);
    String rest = end < 0 ? "\n}\n" : "," + text.substring(end);
    return text.substring(0, start) + "\"" + field + "\": " + value + rest;
  }

  private static String mutated(String seed, RandomStream random, int m) {
    StringBuilder text = new StringBuilder(seed);
    int changes = 1 + random.below(3, m, 0);
    for (int i = 1; i <= changes && text.length() > 1; i++) {
      int at = random.below(text.length(), m, 10 * i);
      int other = random.below(text.length(), m, 10 * i + 2);
      char character = CHARACTERS.charAt(other % CHARACTERS.length());
      switch (random.below(5, m, 10 * i + 1)) {
        case 0 -> text.setCharAt(at, character);
        case 1 -> text.insert(at, character);
        case 2 -> text.deleteCharAt(at);
        case 3 -> text.setLength(Math.max(1, at));
        default -> text.insert(at, text.substring(Math.min(at, other), Math.max(at, other)));
      }
    }
    return text.toString();
  }
}
