package org.ironopt.lab.ledger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ironopt.io.InputError;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.TomlSection;

/**
 * Reads a chapter's claims from the {@code claims.toml} beside its classes. Each is a table {@code
 * [KIND.ID]}, such as {@code [paper.Q3]}, with {@code where} and {@code statement}; {@code quote}
 * with kind paper and implied; {@code why} with kind implied; {@code changed} and {@code family}
 * where there are any. A claim without {@code where} is about the place of the claim above it, and
 * then has its {@code quote} if it gives none. {@code criterion} is a sentence ({@link Criterion}),
 * or a list of which all have to be met. {@code provided} is one, or a list, without which the run
 * cannot decide the claim, for the reason in {@code otherwise}; {@code undecided} is one that calls
 * a criterion that is not met a matter of noise. {@code note} explains the criterion, {@code
 * evidence} names what shows the numbers; {@code {name}} in it stands for a value. A claim that
 * nothing can decide has {@code why} and no criterion. Above them, {@code free} lists the settings
 * that no claim depends on and {@code samples} those that are sample sizes ({@link PaperSettings});
 * {@code evidence} is that of claims without their own, with {@code {table}} and {@code {columns}}
 * for what their criteria judge, and {@code [families]} has that of claims on the values of a
 * table.
 */
public final class ClaimFile {
  private static final String NAME = "claims.toml";
  private static final String FREE = "free";
  private static final String SAMPLES = "samples";
  private static final List<String> KINDS =
      Arrays.stream(ClaimKind.values()).map(ClaimKind::toString).toList();

  private ClaimFile() {}

  /** Returns the claims of the chapter that a class belongs to. */
  public static List<ClaimText> read(Class<?> chapter) {
    return TomlSection.beside(chapter, NAME)
        .map(ClaimFile::claims)
        .orElseThrow(
            () -> new IllegalStateException("no " + NAME + " beside " + chapter.getName()));
  }

  /** Returns the settings that the claims of a chapter depend on: all, if it has no file. */
  public static PaperSettings settings(Class<?> chapter, NamedValues paper) {
    return TomlSection.beside(chapter, NAME)
        .map(root -> new PaperSettings(paper, keys(root, FREE, paper), keys(root, SAMPLES, paper)))
        .orElseGet(() -> new PaperSettings(paper, List.of(), List.of()));
  }

  private static List<String> keys(TomlSection root, String list, NamedValues paper) {
    List<String> keys = root.texts(list).orElse(List.of());
    keys.forEach(key -> require(root, list, paper.has(key), "no setting is called " + key));
    return keys;
  }

  static List<ClaimText> parse(Path file, String toml) {
    return claims(TomlSection.parse(file, toml));
  }

  private static List<ClaimText> claims(TomlSection root) {
    root.texts(FREE);
    root.texts(SAMPLES);
    String evidence = root.text("evidence", "");
    Optional<TomlSection> families = root.section("families");
    List<ClaimText> claims = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    Optional<ClaimText> above = Optional.empty();
    for (TomlSection section : root.nested(KINDS)) {
      ClaimText claim = claim(section, above, evidence, families);
      require(section, "", ids.add(claim.id()), "'" + claim.id() + "' is there twice");
      claims.add(claim);
      above = Optional.of(claim);
    }
    root.close();
    families.ifPresent(TomlSection::close);
    return List.copyOf(claims);
  }

  private static ClaimText claim(
      TomlSection section,
      Optional<ClaimText> above,
      String evidence,
      Optional<TomlSection> families) {
    int dot = section.name().indexOf('.');
    ClaimKind kind = ClaimKind.values()[KINDS.indexOf(section.name().substring(0, dot))];
    String id = section.name().substring(dot + 1);
    String why = section.text("why", "");
    boolean own = kind != ClaimKind.PAPER && kind != ClaimKind.IMPLIED;
    Optional<ClaimText> same = above.filter(_ -> !section.has("where"));
    String where = same.map(ClaimText::where).orElseGet(() -> section.text("where"));
    String quote = section.text("quote", same.filter(_ -> !own).map(ClaimText::quote).orElse(""));
    require(section, "quote", own || !quote.isEmpty(), id + " has no words of the paper");
    require(section, "why", kind != ClaimKind.IMPLIED || !why.isEmpty(), id + " has no 'why'");
    require(section, "why", section.has("criterion") || !why.isEmpty(), id + " has no criterion");
    ClaimRule rule = rule(section, id, evidence);
    String family =
        rule.allOf().isEmpty()
            ? ""
            : families.map(f -> f.text(rule.allOf().getFirst().table(), "")).orElse("");
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
            where,
            section.text("statement"),
            why,
            rule,
            changed,
            section.text("family", family));
    section.close();
    return claim;
  }

  private static ClaimRule rule(TomlSection section, String id, String evidence) {
    List<Criterion> provided = criteria(section, "provided", id);
    String otherwise = section.text("otherwise", "");
    require(
        section,
        "otherwise",
        provided.isEmpty() == otherwise.isEmpty(),
        id + " needs both 'provided' and 'otherwise', or neither");
    List<Criterion> allOf = criteria(section, "criterion", id);
    String tables = allOf.stream().map(Criterion::table).distinct().collect(Collectors.joining());
    String columns =
        allOf.stream().map(Criterion::column).distinct().collect(Collectors.joining(", "));
    return new ClaimRule(
        allOf,
        provided,
        otherwise,
        criteria(section, "undecided", id).stream().findFirst(),
        section.text("note", ""),
        section.text(
            "evidence", evidence.replace("{table}", tables).replace("{columns}", columns)));
  }

  /** Returns the sentences of a key, which is a text or a list of them. */
  private static List<Criterion> criteria(TomlSection section, String key, String id) {
    List<Criterion> criteria = new ArrayList<>();
    for (String sentence : section.textOrList(key)) {
      try {
        criteria.addAll(Criterion.parseAll(sentence));
      } catch (InputError e) {
        throw section.error(key, id + ": " + e.getMessage());
      }
    }
    return criteria;
  }

  private static void require(TomlSection section, String key, boolean holds, String text) {
    if (!holds) {
      throw section.error(key, text);
    }
  }
}
