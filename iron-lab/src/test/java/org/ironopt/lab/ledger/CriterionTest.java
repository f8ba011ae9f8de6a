package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.junit.jupiter.api.Test;

/** A sentence that is changed in {@code claims.toml} alone turns its verdict. */
class CriterionTest {
  /** Quantiles of Student's t with 4 degrees of freedom: 95 % 2.13185, 97.5 % 2.77645. */
  private static final ConfidenceInterval MEAN = ConfidenceInterval.of(1, 0.1, 2.77645, 5);

  private static final ResultTables VALUES = values();

  private static ResultTables values() {
    ResultTables values = new ResultTables();
    values.put("x", 2);
    values.put("m", "α = 10", MEAN);
    values.put("flag", 1);
    double[] up = {1, 2, 4};
    values
        .table("s", 3)
        .labelled(i -> "α = " + (i + 1))
        .with("up", i -> up[i])
        .with("down", i -> -up[i])
        .with("flat", i -> Math.max(2, up[i]))
        .with("sinking", i -> -Math.max(2, up[i]))
        .means("narrow_up", i -> ConfidenceInterval.of(up[i], 0.1, 2, 9))
        .means("wide_up", i -> ConfidenceInterval.of(up[i], 0.6, 2, 9))
        .means("narrow_down", i -> ConfidenceInterval.of(-up[i], 0.1, 2, 9))
        .means("wide_down", i -> ConfidenceInterval.of(-up[i], 0.6, 2, 9))
        .with("limit", i -> 3);
    values.table("none", 0);
    values.absent("later", "not run yet");
    return values;
  }

  /** Each form with a sentence that the values meet and one that they do not. */
  private static final String[][] FORMS = {
    {"at most X", "x at most 2", "x at most 1.9"},
    {
      "at most X up to a relative R",
      "x at most 1.9 up to a relative 0.1",
      "x at most 1.9 up to a relative 0.01"
    },
    {
      "at most X up to K standard errors",
      "m at most 0.7 up to 4 standard errors",
      "m at most 0.7 up to 2 standard errors"
    },
    {
      "at most X by its whole interval",
      "m at most 1.3 by its whole interval",
      "m at most 1.2 by its whole interval"
    },
    {"below X", "x below 2.1", "x below 2"},
    {"at least X", "x at least 2", "x at least 2.1"},
    {
      "at least X up to a relative R",
      "x at least 2.1 up to a relative 0.1",
      "x at least 2.1 up to a relative 0.01"
    },
    {
      "at least X by its whole interval",
      "m at least 0.7 by its whole interval",
      "m at least 0.8 by its whole interval"
    },
    {"above X", "x above 1.9", "x above 2"},
    {
      "within K standard errors of X",
      "m within 4 standard errors of 1.35",
      "m within 3 standard errors of 1.35"
    },
    {
      "within K standard errors and a relative R of X",
      "m within 4 standard errors and a relative 0.1 of 1.5",
      "m within 4 standard errors and a relative 0.01 of 1.5"
    },
    {
      "within a relative R of X",
      "x within a relative 0.1 of 2.1",
      "x within a relative 0.01 of 2.1"
    },
    {"within a factor M of X", "x within a factor 3 of 5", "x within a factor 2 of 5"},
    {"within M of X", "x within 0.2 of 2.1", "x within 0.05 of 2.1"},
    {"equal to X", "x equal to 2", "x equal to 3"},
    {"equal to X to M digits", "x equal to 2.01 to 2 digits", "x equal to 2.01 to 3 digits"},
    {"exponent X within M", "x exponent 2.05 within 0.1", "x exponent 2.05 within 0.01"},
    {
      "more than K standard errors from X",
      "m more than 3 standard errors from 1.35",
      "m more than 4 standard errors from 1.35"
    },
    {
      "more than K standard errors and a relative R from X",
      "m more than 4 standard errors and a relative 0.01 from 1.5",
      "m more than 4 standard errors and a relative 0.1 from 1.5"
    },
    {
      "more than a relative R from X",
      "x more than a relative 0.01 from 2.1",
      "x more than a relative 0.1 from 2.1"
    },
    {"interval within M of X", "m interval within 0.3 of 1", "m interval within 0.2 of 1"},
    {"different from X", "m different from 1.3", "m different from 1.2"},
    {"not different from X", "m not different from 1.2", "m not different from 1.3"},
    {"shown above X", "m shown above 0.75", "m shown above 0.8"},
    {"shown below X", "m shown below 1.25", "m shown below 1.2"},
    {"equivalent to X within M", "m equivalent to 1 within 0.3", "m equivalent to 1.5 within 0.3"},
    {"increasing", "s.up increasing", "s.flat increasing"},
    {"decreasing", "s.down decreasing", "s.sinking decreasing"},
    {"never decreasing", "s.flat never decreasing", "s.down never decreasing"},
    {"never increasing", "s.sinking never increasing", "s.up never increasing"},
    {
      "increasing with intervals apart",
      "s.narrow_up increasing with intervals apart",
      "s.wide_up increasing with intervals apart"
    },
    {
      "decreasing with intervals apart",
      "s.narrow_down decreasing with intervals apart",
      "s.wide_down decreasing with intervals apart"
    },
  };

  private static List<Claim> judged(String lines) {
    String toml =
        """
        [beyond.A]
        where = "here"
        statement = "s"
        why = "nothing decides it"
        """;
    return Ledger.judge(ClaimFile.parse(Path.of("claims.toml"), toml + lines), VALUES);
  }

  private static Claim one(String sentence) {
    return judged("criterion = \"" + sentence + "\"\n").getFirst();
  }

  @Test
  void aSentenceOfEveryFormTurnsItsVerdict() {
    List<String> forms = new ArrayList<>();
    for (String[] form : FORMS) {
      assertEquals(Verdict.REPRODUCED, one(form[1]).verdict(), form[1]);
      assertEquals(Verdict.DIFFERS, one(form[2]).verdict(), form[2]);
      forms.add(form[0]);
    }
    assertEquals(Criterion.forms(), forms);
  }

  @Test
  void equivalenceIsOpenWhereTheDataAreTooNoisy() {
    Claim open = one("m equivalent to 1.1 within 0.2");
    assertEquals(Verdict.NOT_CHECKABLE, open.verdict());
    assertTrue(open.measured().contains("undecided"), open.measured());
    Claim shifted = one("m equivalent to 1.3 within 0.6");
    assertEquals(Verdict.REPRODUCED, shifted.verdict());
    assertTrue(shifted.measured().endsWith("real and small"), shifted.measured());
    assertEquals(1 - 0.213185, shifted.low(), 1e-6);
    assertEquals(1 + 0.213185, shifted.high(), 1e-6);
  }

  @Test
  void everyRowCountsOrSomeOrEachByItself() {
    assertEquals(Verdict.DIFFERS, one("s.up below s.limit").verdict());
    assertEquals(Verdict.REPRODUCED, one("some s.up below s.limit").verdict());
    assertEquals(Verdict.DIFFERS, one("some s.up above 4").verdict());
    List<Claim> each = judged("criterion = \"each s.up below s.limit\"\n");
    assertEquals(List.of("A.1", "A.2", "A.3"), each.stream().map(Claim::id).toList());
    assertEquals(
        List.of(Verdict.REPRODUCED, Verdict.REPRODUCED, Verdict.DIFFERS),
        each.stream().map(Claim::verdict).toList());
    assertEquals("s: α = 3", each.getLast().statement());
  }

  @Test
  void rowsAreAveragedAndPaired() {
    // Means 7/3 and differences 2, 4, 8 of mean 14/3 and standard error 1.764.
    assertEquals(Verdict.REPRODUCED, one("mean of s.up within 0.01 of 2.333").verdict());
    assertEquals(Verdict.DIFFERS, one("mean of s.up within 0.01 of 2.3").verdict());
    String paired = "paired difference of s.up and s.down ";
    assertEquals(Verdict.REPRODUCED, one(paired + "within 0.01 of 4.667").verdict());
    assertEquals(Verdict.REPRODUCED, one(paired + "not different from 0").verdict());
    assertEquals(Verdict.DIFFERS, one(paired + "shown above 0").verdict());
    assertEquals(Verdict.REPRODUCED, one(paired + "shown above -0.5").verdict());
  }

  @Test
  void allOfTheSentencesHaveToBeMet() {
    assertEquals(Verdict.REPRODUCED, all("x at most 2", "m at most 1"), "both are met");
    assertEquals(Verdict.DIFFERS, all("x at most 2", "m at most 0.9"));
    assertEquals(Verdict.DIFFERS, all("x at most 1", "m equivalent to 1.1 within 0.2"));
    assertEquals(Verdict.NOT_CHECKABLE, all("x at most 2", "m equivalent to 1.1 within 0.2"));
  }

  /** One sentence on several values is as many sentences. */
  @Test
  void aSentenceStandsForOneOnEachValue() {
    Claim all = one("x, m and flag at most 2");
    assertEquals("x at most 2, and m at most 2, and flag at most 2", all.criterion());
    assertEquals("2; 1", all.measured());
    assertEquals(Verdict.REPRODUCED, all.verdict());
    assertEquals(Verdict.DIFFERS, one("x and m at most 1.5").verdict());
    refused("needs a value 'y'", "x and y at most 2");
    refused("'x atmost 2' has an unknown form 'atmost 2'", "x and m atmost 2");
  }

  private static Verdict all(String first, String second) {
    return judged("criterion = [\"" + first + "\", \"" + second + "\"]\n").getFirst().verdict();
  }

  @Test
  void aConditionThatIsNotMetLeavesTheClaimOpen() {
    String rest = "otherwise = \"no flag\"\n";
    String criterion = "criterion = \"x at most 2\"\n";
    Claim met = judged(criterion + "provided = \"flag at least 1\"\n" + rest).getFirst();
    Claim unmet = judged(criterion + "provided = \"flag at least 2\"\n" + rest).getFirst();
    assertEquals(Verdict.REPRODUCED, met.verdict());
    assertEquals(Verdict.NOT_CHECKABLE, unmet.verdict());
    assertEquals("no flag", unmet.evidence());
    List<Claim> each =
        judged("criterion = \"each s.up below 9\"\nprovided = \"s.up above 1\"\n" + rest);
    assertEquals(
        List.of(Verdict.NOT_CHECKABLE, Verdict.REPRODUCED, Verdict.REPRODUCED),
        each.stream().map(Claim::verdict).toList());
    refused("needs both 'provided' and 'otherwise'", criterion + rest);
  }

  @Test
  void noiseThatCouldTurnTheNumbersAroundLeavesTheClaimOpen() {
    String unmet = "criterion = \"x at most 1\"\n";
    assertEquals(
        Verdict.NOT_CHECKABLE, verdict(unmet + "undecided = \"m not different from 1\"\n"));
    assertEquals(Verdict.DIFFERS, verdict(unmet + "undecided = \"m not different from 2\"\n"));
    String met = "criterion = \"x at most 2\"\n";
    assertEquals(Verdict.REPRODUCED, verdict(met + "undecided = \"m not different from 1\"\n"));
  }

  private static Verdict verdict(String lines) {
    return judged(lines).getFirst().verdict();
  }

  @Test
  void whatThisRunDoesNotHaveLeavesTheClaimOpen() {
    assertEquals(Verdict.NOT_CHECKABLE, one("later at most 1").verdict());
    assertEquals("not run yet", one("x at most later").evidence());
    assertEquals("not run yet", one("later.column at most 1").evidence());
    assertEquals(Verdict.DIFFERS, one("none.column at most 1").verdict());
    assertEquals(Verdict.DIFFERS, one("x increasing").verdict());
    assertEquals("nothing decides it", judged("").getFirst().evidence());
  }

  @Test
  void criterionMeasuredAndExpectedComeFromTheSameNumbers() {
    Claim claim =
        judged("criterion = \"m within 4 standard errors of x\"\nevidence = \"a.csv: {x:2}\"\n")
            .getFirst();
    assertEquals("m within 4 standard errors of x; predicted 2", claim.criterion());
    assertEquals("1 (10 standard errors away)", claim.measured());
    assertEquals("a.csv: 2", claim.evidence());
    assertEquals("s: α = 10", claim.statement());
    assertEquals(MEAN.low(), claim.low());
    assertEquals("up below limit", one("s.up below s.limit").criterion());
  }

  @Test
  void anUnknownFormOrValueIsRefusedByName() {
    refused(
        "A: 'x atmost 1' has an unknown form 'atmost 1'; the forms are: at most X |", "x atmost 1");
    refused("A: 'x at most' has an unknown form 'at most'", "x at most");
    refused("claim A: 'y at most 1' needs a value 'y', which is not measured", "y at most 1");
    refused(
        "needs a value 's.upp', which is not measured, did you mean 's.up'?", "s.upp at most 1");
    refused("needs a value 'limit'", "x at most limit");
    refused("compares 3 rows with 0", "s.up at most none.column");
    refused("should be: [each|some] VALUE FORM", "X");
    assertThrows(InputError.class, () -> judged("criterion = \"x at most 1\"\nlimit = 1\n"));
  }

  private static void refused(String reason, String sentence) {
    String lines = sentence.contains("=") ? sentence : "criterion = \"" + sentence + "\"\n";
    InputError error = assertThrows(InputError.class, () -> judged(lines));
    assertTrue(error.getMessage().contains(reason), error.getMessage());
  }
}
