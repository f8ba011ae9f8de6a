package org.ironopt.lab.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.TomlSection;

/**
 * Reads a chapter's claims from the {@code claims.toml} beside its classes. Each is a table {@code
 * [[claim]]} with {@code id}, {@code kind}, {@code where} and {@code statement}; {@code quote} with
 * kind paper and implied; {@code why} with kind implied; {@code changed} and {@code family} where
 * there are any. {@code criterion} is a sentence ({@link Criterion}), or a list of which all have
 * to be met. {@code provided} is one, or a list, without which the run cannot decide the claim, for
 * the reason in {@code otherwise}; {@code undecided} is one that calls a criterion that is not met
 * a matter of noise. {@code note} explains the criterion, {@code evidence} names what shows the
 * numbers; {@code {name}} in it stands for a value. A claim that nothing can decide has {@code why}
 * and no criterion. Above them, {@code free} lists the settings that no claim depends on and {@code
 * samples} those that are sample sizes ({@link PaperSettings}).
 *
 * <p>A file that begins with {@code judged_by = "code"} has words for criteria, with {@code
 * {limit}} for the number in {@code limit}, and its chapter judges by the methods of {@link
 * Ledger}.
 */
public final class ClaimFile {
  private static final String NAME = "claims.toml";
  private static final String FREE = "free";
  private static final String SAMPLES = "samples";
  private static final String JUDGED_BY = "judged_by";
  private static final String CODE = "code";

  private ClaimFile() {}

  /** Returns the claims of the chapter that a class belongs to. */
  public static List<ClaimText> read(Class<?> chapter) {
    String toml =
        text(chapter)
            .orElseThrow(
                () -> new IllegalStateException("no " + NAME + " beside " + chapter.getName()));
    return parse(shown(chapter), toml);
  }

  /** Returns the settings that the claims of a chapter depend on: all, if it has no file. */
  public static PaperSettings settings(Class<?> chapter, NamedValues paper) {
    TomlSection root = TomlSection.parse(shown(chapter), text(chapter).orElse(""));
    return new PaperSettings(paper, keys(root, FREE, paper), keys(root, SAMPLES, paper));
  }

  private static List<String> keys(TomlSection root, String list, NamedValues paper) {
    List<String> keys = root.texts(list).orElse(List.of());
    keys.forEach(key -> require(root, list, paper.has(key), "no setting is called " + key));
    return keys;
  }

  private static Path shown(Class<?> chapter) {
    return Path.of(chapter.getPackageName().replace('.', '/'), NAME);
  }

  private static Optional<String> text(Class<?> chapter) {
    try (InputStream in = chapter.getResourceAsStream(NAME)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<ClaimText> parse(Path file, String toml) {
    TomlSection root = TomlSection.parse(file, toml);
    root.texts(FREE);
    root.texts(SAMPLES);
    boolean code = root.text(JUDGED_BY, "").equals(CODE);
    List<ClaimText> claims = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (TomlSection section : root.sections("claim")) {
      ClaimText claim = claim(section, code);
      if (!ids.add(claim.id())) {
        throw section.error("id", "'" + claim.id() + "' is there twice");
      }
      claims.add(claim);
    }
    root.close();
    return List.copyOf(claims);
  }

  private static ClaimText claim(TomlSection section, boolean code) {
    String id = section.text("id");
    ClaimKind kind = kind(section);
    String why = section.text("why", "");
    String quote = section.text("quote", "");
    boolean own = kind != ClaimKind.PAPER && kind != ClaimKind.IMPLIED;
    require(section, "quote", own || !quote.isEmpty(), id + " has no words of the paper");
    require(section, "why", kind != ClaimKind.IMPLIED || !why.isEmpty(), id + " has no 'why'");
    require(section, "why", section.has("criterion") || !why.isEmpty(), id + " has no criterion");
    ClaimRule rule = code ? words(section, id) : rule(section, id);
    List<ClaimText.Earlier> changed = new ArrayList<>();
    for (TomlSection version : section.sections("changed")) {
      changed.add(new ClaimText.Earlier(version.text("criterion"), version.text("reason")));
      version.close();
    }
    ClaimText claim =
        new ClaimText(
            id,
            kind,
            quote,
            section.text("where"),
            section.text("statement"),
            why,
            rule,
            changed,
            section.text("family", ""));
    section.close();
    return claim;
  }

  private static ClaimRule words(TomlSection section, String id) {
    double limit = section.has("limit") ? section.number("limit", true, 0) : Double.NaN;
    String criterion = section.text("criterion", "");
    require(
        section,
        "limit",
        criterion.contains("{limit}") == section.has("limit"),
        id + " needs both a limit and {limit} in its criterion, or neither");
    return ClaimRule.words(criterion.replace("{limit}", Numbers.text(limit)), limit);
  }

  private static ClaimRule rule(TomlSection section, String id) {
    List<Criterion> provided = criteria(section, "provided", id);
    String otherwise = section.text("otherwise", "");
    require(
        section,
        "otherwise",
        provided.isEmpty() == otherwise.isEmpty(),
        id + " needs both 'provided' and 'otherwise', or neither");
    List<Criterion> undecided = criteria(section, "undecided", id);
    return new ClaimRule(
        criteria(section, "criterion", id),
        provided,
        otherwise,
        undecided.stream().findFirst(),
        section.text("note", ""),
        section.text("evidence", ""),
        Double.NaN);
  }

  /** Returns the sentences of a key, which is a text or a list of them. */
  private static List<Criterion> criteria(TomlSection section, String key, String id) {
    List<String> sentences =
        !section.has(key)
            ? List.of()
            : section.isList(key) ? section.texts(key).orElseThrow() : List.of(section.text(key));
    List<Criterion> criteria = new ArrayList<>();
    for (String sentence : sentences) {
      try {
        criteria.add(Criterion.parse(sentence));
      } catch (InputError e) {
        throw section.error(key, id + ": " + e.getMessage());
      }
    }
    return criteria;
  }

  private static ClaimKind kind(TomlSection section) {
    String word = section.text("kind");
    String wrong = "'kind' is '" + word + "', expected paper, code, implied or beyond";
    return Arrays.stream(ClaimKind.values())
        .filter(kind -> kind.toString().equals(word))
        .findFirst()
        .orElseThrow(() -> section.error("kind", wrong));
  }

  private static void require(TomlSection section, String key, boolean holds, String text) {
    if (!holds) {
      throw section.error(key, text);
    }
  }
}
