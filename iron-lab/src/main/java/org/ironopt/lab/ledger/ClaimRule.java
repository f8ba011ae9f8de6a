package org.ironopt.lab.ledger;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.statistics.ResultTables;

/**
 * How a claim is judged.
 *
 * @param allOf sentences that all have to be met; none where nothing can decide the claim
 * @param provided what must be met for the run to decide it
 * @param otherwise what is said where that is not met
 * @param undecided where the criterion is not met but this is, the data are too noisy
 * @param note why the criterion is what it is; may be empty
 * @param evidence file or command that shows it, with values in the place of their names
 */
public record ClaimRule(
    List<Criterion> allOf,
    List<Criterion> provided,
    String otherwise,
    Optional<Criterion> undecided,
    String note,
    String evidence) {
  /** Keeps its own lists. */
  public ClaimRule {
    allOf = List.copyOf(allOf);
    provided = List.copyOf(provided);
  }

  /** Returns the criterion in words. */
  String words() {
    if (allOf.isEmpty()) {
      return note;
    }
    String all = allOf.stream().map(Criterion::toString).collect(Collectors.joining(", and "));
    String open = undecided.map(c -> "; where it is not, undecided if " + c).orElse("");
    return all + open + (note.isEmpty() ? "" : "; " + note);
  }

  /** Refuses a sentence that needs a value which nobody delivers. */
  void check(ResultTables values) {
    sentences().forEach(criterion -> criterion.check(values));
  }

  private Stream<Criterion> sentences() {
    return Stream.of(allOf.stream(), provided.stream(), undecided.stream()).flatMap(s -> s);
  }

  /** Returns why this run lacks a value, if it does. */
  Optional<String> absence(ResultTables values) {
    return sentences()
        .flatMap(criterion -> criterion.names().stream())
        .flatMap(name -> values.absence(name).stream())
        .findFirst();
  }

  /** Returns whether these values can decide the claim. */
  boolean applies(ResultTables values) {
    return provided.stream().allMatch(c -> c.judge(values).verdict() == Verdict.REPRODUCED);
  }

  /** Judges the values: the worst of the sentences counts, and the first prediction is shown. */
  CriterionForm.Finding judge(ResultTables values) {
    List<CriterionForm.Finding> findings = allOf.stream().map(c -> c.judge(values)).toList();
    Verdict verdict =
        Stream.of(Verdict.DIFFERS, Verdict.NOT_CHECKABLE, Verdict.REPRODUCED)
            .filter(v -> findings.stream().anyMatch(f -> f.verdict() == v))
            .findFirst()
            .orElseThrow();
    boolean noisy =
        verdict == Verdict.DIFFERS
            && undecided.filter(c -> c.judge(values).verdict() == Verdict.REPRODUCED).isPresent();
    String measured =
        findings.stream()
            .map(CriterionForm.Finding::measured)
            .distinct()
            .collect(Collectors.joining("; "));
    String also = undecided.map(c -> "; " + c.judge(values).measured()).orElse("");
    CriterionForm.Finding first = findings.getFirst();
    return new CriterionForm.Finding(
        noisy ? Verdict.NOT_CHECKABLE : verdict,
        findings.size() == 1 ? first.expected() : "",
        measured + also,
        first.interval());
  }
}
