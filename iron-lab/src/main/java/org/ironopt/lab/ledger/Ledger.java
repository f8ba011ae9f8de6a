package org.ironopt.lab.ledger;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.io.InputError;
import org.ironopt.lab.statistics.ResultTables;

/**
 * Judges the claims of a chapter: their words come from a file that was written before the run,
 * their verdicts from numbers; no method takes a verdict. Where each row of a table has a verdict
 * of its own, {@code Q4.2} is part 2 of the claim {@code Q4}.
 */
public final class Ledger {
  private Ledger() {}

  /**
   * Judges the claims of the chapter that a class belongs to, each by its sentences in the file. A
   * claim on a value that the chapter does not deliver is refused by name.
   */
  public static List<Claim> judge(Class<?> chapter, ResultTables values) {
    return judge(ClaimFile.read(chapter), values);
  }

  static List<Claim> judge(List<ClaimText> texts, ResultTables values) {
    return texts.stream().flatMap(text -> judge(text, values)).toList();
  }

  private static Stream<Claim> judge(ClaimText text, ResultTables values) {
    ClaimRule rule = text.rule();
    try {
      rule.check(values);
    } catch (InputError e) {
      throw new InputError("claim " + text.id() + ": " + e.getMessage());
    }
    Optional<String> absence = rule.absence(values);
    if (rule.allOf().isEmpty() || absence.isPresent()) {
      return Stream.of(Claim.open(text.id(), text, "", absence.orElse(text.why())));
    }
    Criterion first = rule.allOf().getFirst();
    ResultTables.Rows<?> rows = values.rows(first.name()).orElseThrow();
    if (!first.each()) {
      return Stream.of(judge(text.id(), text, rows.size() == 1 ? rows.label(0) : "", values));
    }
    return IntStream.range(0, rows.size())
        .mapToObj(
            i ->
                judge(
                    text.id() + "." + rows.part(i),
                    text,
                    rows.label(i),
                    values.within(first.name(), i)));
  }

  private static Claim judge(String id, ClaimText text, String instance, ResultTables values) {
    ClaimRule rule = text.rule();
    if (!rule.applies(values)) {
      return Claim.open(id, text, instance, rule.otherwise());
    }
    CriterionForm.Finding finding = rule.judge(values);
    return new Claim(
        id,
        text,
        instance,
        finding.expected(),
        finding.measured(),
        finding.interval().low(),
        finding.interval().high(),
        finding.verdict(),
        values.fill(rule.evidence()));
  }
}
