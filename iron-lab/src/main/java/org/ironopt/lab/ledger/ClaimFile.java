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
import org.ironopt.io.Numbers;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.file.Values;

/**
 * Reads the words of a chapter's claims from the {@code claims.toml} beside its classes. Each is a
 * table {@code [[claim]]} with {@code id}, {@code kind}, {@code where}, {@code statement} and
 * {@code criterion}; {@code quote} with kind paper and implied; {@code why} with kind implied;
 * {@code limit}, {@code changed} and {@code family} where there are any. {@code {limit}} in a
 * criterion stands for the number. A claim that nothing can decide has {@code why} and no
 * criterion. Above them, {@code free} lists the settings that no claim depends on and {@code
 * samples} those that are sample sizes ({@link PaperSettings}).
 */
public final class ClaimFile {
  private static final String NAME = "claims.toml";
  private static final String FREE = "free";
  private static final String SAMPLES = "samples";

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
  public static PaperSettings settings(Class<?> chapter, Values paper) {
    TomlSection root = TomlSection.parse(shown(chapter), text(chapter).orElse(""));
    return new PaperSettings(paper, keys(root, FREE, paper), keys(root, SAMPLES, paper));
  }

  private static List<String> keys(TomlSection root, String list, Values paper) {
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
    List<ClaimText> claims = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (TomlSection section : root.sections("claim")) {
      ClaimText claim = claim(section);
      if (!ids.add(claim.id())) {
        throw section.error("id", "'" + claim.id() + "' is there twice");
      }
      claims.add(claim);
    }
    root.close();
    return List.copyOf(claims);
  }

  private static ClaimText claim(TomlSection section) {
    String id = section.text("id");
    Kind kind = kind(section);
    double limit = section.has("limit") ? section.number("limit", true, 0) : Double.NaN;
    String criterion = section.text("criterion", "");
    String why = section.text("why", "");
    String quote = section.text("quote", "");
    boolean own = kind != Kind.PAPER && kind != Kind.IMPLIED;
    require(section, "quote", own || !quote.isEmpty(), id + " has no words of the paper");
    require(section, "why", kind != Kind.IMPLIED || !why.isEmpty(), id + " has no 'why'");
    require(section, "why", !criterion.isEmpty() || !why.isEmpty(), id + " has no criterion");
    require(
        section,
        "limit",
        criterion.contains("{limit}") == section.has("limit"),
        id + " needs both a limit and {limit} in its criterion, or neither");
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
            criterion.replace("{limit}", Numbers.text(limit)),
            limit,
            changed,
            section.text("family", ""));
    section.close();
    return claim;
  }

  private static Kind kind(TomlSection section) {
    String word = section.text("kind");
    String wrong = "'kind' is '" + word + "', expected paper, code, implied or beyond";
    return Arrays.stream(Kind.values())
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
