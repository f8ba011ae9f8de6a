package org.ironopt.learn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.ironopt.data.MalformedData;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.junit.jupiter.api.Test;

/** Model files with a few characters changed, cut or doubled: a model or one line. */
class ModelFuzzTest {
  private static final int MUTATIONS = 10_000;
  private static final String CHARACTERS = "{}[]\",:\\u0e-.1\n\0tn";

  @Test
  void aModelOrOneLine() {
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
    String seed = ModelFile.text(model);
    Stream random = new Streams(29).stream("fuzz");
    int read = 0;
    int refused = 0;
    for (int m = 0; m < MUTATIONS; m++) {
      String text = mutated(seed, random, m);
      try {
        ModelFile.parse("f", text);
        read++;
      } catch (MalformedData e) {
        refused++;
        assertTrue(e.getMessage().startsWith("f:"), e.getMessage());
        assertFalse(e.getMessage().contains("\n"), e.getMessage());
      } catch (RuntimeException e) {
        throw new AssertionError("seed 29, mutation " + m + ": " + text, e);
      }
    }
    assertTrue(read > 0 && refused > MUTATIONS / 2, read + " read, " + refused + " refused");
  }

  private static String mutated(String seed, Stream random, int m) {
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
