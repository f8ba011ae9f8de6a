package org.ironopt.cli.fit;

import static org.ironopt.io.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ironopt.cli.shared.Check;
import org.ironopt.fit.FitMethod;
import org.ironopt.io.InputError;
import org.ironopt.lab.methods.MethodKind;
import org.ironopt.lab.methods.MethodKinds;
import picocli.CommandLine.Option;

/** Which method fits the model: a variant of IRON for fits, or any method of the library. */
public final class MethodOptions {
  private static final int BATCH = 32;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "iron",
      description =
          "iron (default: its variant chosen by cost) or one of 'iron help methods', with options"
              + " as in iron-table:alpha=8,batch=64.")
  private String word;

  @Option(
      names = "--alpha",
      paramLabel = "ALPHA",
      description =
          "First step of iron, > 0; each next one is ten times longer. The optimum is the same.")
  private Double alpha;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description =
          "Step of another method, > 0. Default: the best of about ten on at most 2000 rows.")
  private Double step;

  @Option(
      names = "--batch",
      paramLabel = "B",
      description = "Minibatch size of another method, 0 for all rows; default: 32.")
  private Integer batch;

  private MethodChoice choice;

  /** Returns the method asked for. */
  MethodChoice choice() {
    return choice;
  }

  /** Refuses options that do not go together. */
  void check(boolean l1) {
    String options = inline();
    choice =
        new MethodChoice(
            word, optional(alpha), optional(step), batch == null ? BATCH : batch, options);
    if (choice.own().isPresent()) {
      if (step != null) {
        throw unfit("--step", "which needs none; --alpha changes its first step");
      }
      if (batch != null) {
        throw unfit("--batch", "which chooses its rows itself");
      }
      if (!options.isEmpty()) {
        throw new InputError(
            "--method %s has the option alpha only, not %s", word, options.split(" ", 2)[0]);
      }
      if (l1 && choice.own().get() != FitMethod.IRON) {
        throw unfit("--l1", "which takes no such penalty; leave --method out, or use iron");
      }
    } else {
      check(choice.kind(), l1);
      choice.maker();
    }
    positive("--alpha", alpha);
    positive("--step", step);
    if (batch != null) {
      Check.number("--batch", batch, batch >= 0, ">= 0");
    }
  }

  /** Takes options out of a word such as iron-table:alpha=8,batch=64; returns the rest as TOML. */
  private String inline() {
    int colon = word.indexOf(':');
    if (colon < 0) {
      return "";
    }
    StringBuilder rest = new StringBuilder();
    String whole = word;
    word = whole.substring(0, colon);
    boolean own = MethodChoice.ownWords().contains(word);
    for (String pair : whole.substring(colon + 1).split(",", -1)) {
      String[] sides = pair.split("=", -1);
      if (sides.length != 2 || !sides[0].matches("[A-Za-z][A-Za-z0-9-]*") || sides[1].isEmpty()) {
        throw new InputError(
            "--method is '%s', expected options as in iron-table:alpha=8,batch=64", whole);
      }
      if (own && sides[0].equals("alpha")) {
        alpha = once("--alpha", alpha, number(sides[1]));
        continue;
      }
      switch (sides[0]) {
        case "alpha", "step" -> step = once("--step", step, number(sides[1]));
        case "batch" -> batch = once("--batch", batch, (int) number(sides[1]));
        default -> {
          boolean plain = sides[1].matches("true|false|[-+]?[0-9][0-9.eE+-]*");
          rest.append(sides[0])
              .append(" = ")
              .append(plain ? sides[1] : "\"" + sides[1].replace("\"", "") + "\"")
              .append('\n');
        }
      }
    }
    return rest.toString();
  }

  private static double number(String text) {
    return Check.number("--method", text, "iron-table:alpha=8,batch=64");
  }

  private static <T> T once(String option, T before, T value) {
    InputError.when(before != null, "%s is given twice, by itself and in --method", option);
    return value;
  }

  private static OptionalDouble optional(Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private void check(MethodKind kind, boolean l1) {
    if (alpha != null) {
      throw unfit("--alpha", kind.stepless() ? "which finds its steps itself" : "use --step");
    }
    if (step != null && kind.stepless()) {
      throw unfit("--step", "which finds its steps itself");
    }
    if (batch != null && kind.batch() >= 0) {
      throw unfit("--batch", "whose steps see " + (kind.batch() == 0 ? "all rows" : "one row"));
    }
    if (l1 && !kind.composite()) {
      String able =
          MethodKinds.all().stream()
              .filter(MethodKind::composite)
              .map(MethodKind::word)
              .collect(Collectors.joining(", "));
      throw unfit("--l1", "which takes no such penalty; leave --method out, or choose of " + able);
    }
  }

  private InputError unfit(String option, String reason) {
    return new InputError(option + " does not apply to --method " + word + ", " + reason);
  }

  private static void positive(String option, Double value) {
    if (value != null) {
      Check.number(option, value, value > 0, "> 0");
    }
  }

  /** Lists the methods. */
  public static List<String> list() {
    List<String> lines = new ArrayList<>(List.of("Methods for 'iron fit --method':"));
    lines.addAll(paragraph("iron", String.join(", ", MethodChoice.ownWords())));
    for (MethodKind.Family family : MethodKind.Family.values()) {
      String words =
          MethodKinds.all().stream()
              .filter(
                  kind -> kind.family() == family && !MethodChoice.ownWords().contains(kind.word()))
              .map(kind -> kind.word() + (kind.composite() ? "*" : ""))
              .collect(Collectors.joining(", "));
      lines.addAll(paragraph(family.words(), words));
    }
    lines.add("  Those with a star take --l1. docs/METHODS.md says what they are.");
    return lines;
  }

  /** Breaks a list into lines behind its name. */
  private static List<String> paragraph(String name, String words) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(format("  %-16s", name));
    for (String word : words.split(" ")) {
      if (line.length() + word.length() >= 96) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(18));
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
