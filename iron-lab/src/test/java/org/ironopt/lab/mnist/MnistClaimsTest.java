package org.ironopt.lab.mnist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.mnist.Published.Change;
import org.ironopt.lab.mnist.Published.Quantity;
import org.junit.jupiter.api.Test;

/** The paper's own numbers agree with the paper; each spoiled number turns its verdict. */
class MnistClaimsTest {
  private static final Map<String, Published> SPOILED = new LinkedHashMap<>();

  private static void spoil(String id, Quantity quantity, Change change) {
    SPOILED.put(id, new Published(quantity, change));
  }

  private static Change plus(ComparedOptimizer rival, int batch, double shift) {
    return (run, value) -> run.rival() == rival && run.batch() == batch ? value + shift : value;
  }

  private static Change times(ComparedOptimizer rival, int batch, double factor) {
    return (run, value) -> run.rival() == rival && run.batch() == batch ? factor * value : value;
  }

  private static Change choose(ComparedOptimizer rival, int batch, double step) {
    return (run, value) ->
        run.rival() == rival && run.batch() == batch && run.step() == step ? 0.93 : value;
  }

  static {
    int part = 0;
    for (PaperTable.Row row : PaperTable.ROWS) {
      spoil("M1." + ++part, Quantity.ACCURACY, plus(row.rival(), row.batch(), -0.0025));
    }
    spoil("M12", Quantity.ACCURACY, (run, value) -> value - 0.002);
    spoil("M2.1", Quantity.VALIDATION, choose(ComparedOptimizer.ADAMW, 256, 1e-3));
    spoil("M2.2", Quantity.VALIDATION, choose(ComparedOptimizer.NAG_GS, 384, 0.5));
    spoil("M2.3", Quantity.VALIDATION, choose(ComparedOptimizer.IRON, 128, 1.25));
    spoil("M3", Quantity.VALIDATION, choose(ComparedOptimizer.IRON, 384, 0.75));
    part = 0;
    for (int batch : new int[] {128, 256, 384}) {
      part++;
      spoil("M4." + part, Quantity.ACCURACY, plus(PaperTable.place(0, batch), batch, -0.01));
      spoil("M5." + part, Quantity.ACCURACY, plus(PaperTable.place(1, batch), batch, -0.01));
      spoil("MT1." + batch, Quantity.SECONDS, times(ComparedOptimizer.IRON, batch, 3.1));
    }
    spoil("M6", Quantity.ACCURACY, plus(ComparedOptimizer.IRON, 256, -0.003));
    spoil("M7", Quantity.ACCURACY, plus(ComparedOptimizer.IRON, 128, -0.005));
    spoil(
        "M8",
        Quantity.LOSS,
        (run, value) ->
            run.rival() == ComparedOptimizer.IRON && run.batch() > 128 ? 2 * value : value);
    spoil("M9", Quantity.LOSS, times(ComparedOptimizer.IRON, 384, 2));
    spoil(
        "M10.1",
        Quantity.ACCURACY,
        (run, value) ->
            run.rival() == ComparedOptimizer.IRON && run.seed() == 4 && run.batch() == 384
                ? value + 0.005
                : value);
    spoil("M10.2", Quantity.PASSES, times(ComparedOptimizer.IRON, 256, 0.15));
    spoil("MT2", Quantity.SECONDS, times(ComparedOptimizer.IRON, 128, 0.1));
    spoil("MT3", Quantity.SECONDS, times(ComparedOptimizer.IRON, 384, 0.5));
    spoil("MT4", Quantity.SECONDS, times(ComparedOptimizer.NAG_GS, 256, 1.3));
    spoil("MT5", Quantity.SECONDS, times(ComparedOptimizer.NAG_GS, 256, 5));
    spoil("MT6", Quantity.PASSES, times(ComparedOptimizer.IRON, 384, 5));
    spoil(
        "BM1",
        Quantity.FINITE,
        (run, value) -> run.rival() == ComparedOptimizer.IRON && run.step() == 100 ? 0 : value);
  }

  @Test
  void aSpoiledNumberTurnsItsVerdict() {
    Map<String, Verdict> printed = Published.asPrinted().verdicts();
    SPOILED.forEach(
        (id, spoiled) -> {
          assertEquals(Verdict.REPRODUCED, printed.get(id), id);
          assertEquals(Verdict.DIFFERS, spoiled.verdicts().get(id), id + " spoiled");
        });
  }

  /** Only M11, on which no number bears, is left out. */
  @Test
  void everyClaimIsTurned() {
    TreeSet<String> turned = new TreeSet<>(SPOILED.keySet());
    turned.add("M11");
    assertEquals(turned, new TreeSet<>(Published.asPrinted().verdicts().keySet()));
  }

  /** A shift of 0.0004 is within the margin of every row, and yet shows in all nine together. */
  @Test
  void aSmallShiftOfAllRowsShowsJointly() {
    Published shifted =
        new Published(
            Quantity.ACCURACY,
            (run, value) -> {
              double paper =
                  PaperTable.row(run.rival(), run.batch()).orElseThrow().accuracy().mean();
              return paper - 0.0004 + (value - paper) / 3;
            });
    Map<String, Verdict> verdicts = shifted.verdicts();
    for (int part = 1; part <= 9; part++) {
      assertEquals(Verdict.REPRODUCED, verdicts.get("M1." + part), "M1." + part);
    }
    assertEquals(Verdict.DIFFERS, verdicts.get("M12"));
  }

  /** Seeds that scatter widely can show neither equivalence nor a difference. */
  @Test
  void noisySeedsDecideNothing() {
    Published noisy =
        new Published(
            Quantity.ACCURACY,
            (run, value) -> {
              double paper =
                  PaperTable.row(run.rival(), run.batch()).orElseThrow().accuracy().mean();
              return paper + 10 * (value - paper);
            });
    assertEquals(Verdict.NOT_CHECKABLE, noisy.verdicts().get("M1.1"));
    assertEquals(Verdict.DIFFERS, noisy.verdicts().get("M6"));
    assertEquals(Verdict.DIFFERS, noisy.verdicts().get("M7"));
  }

  /** Another order than the paper's contradicts it only if the seeds tell the methods apart. */
  @Test
  void placesThatTheSeedsDoNotSeparateAreUndecided() {
    ComparedOptimizer second = PaperTable.place(1, 256);
    Published near =
        new Published(
            Quantity.ACCURACY,
            (run, value) ->
                run.rival() == second && run.batch() == 256
                    ? value - 0.0006 + (run.seed() == 0 ? 0.001 : 0)
                    : value);
    assertEquals(Verdict.NOT_CHECKABLE, near.verdicts().get("M5.2"));
    Published apart = new Published(Quantity.ACCURACY, plus(second, 256, -0.002));
    assertEquals(Verdict.DIFFERS, apart.verdicts().get("M5.2"));
  }

  /** Two standard errors of a difference are 0.0077 at an accuracy of 0.92 on 10 000 rows. */
  @Test
  void stepsWithinTheNoiseOfTheSelectionAreUndecided() {
    assertEquals(Verdict.NOT_CHECKABLE, chosenAbove(0.007).verdicts().get("M2.3"));
    assertEquals(Verdict.DIFFERS, chosenAbove(0.008).verdicts().get("M2.3"));
  }

  private static Published chosenAbove(double lead) {
    return new Published(
        Quantity.VALIDATION,
        (run, value) ->
            run.rival() == ComparedOptimizer.IRON && run.batch() == 128 && run.step() == 1.25
                ? 0.92 + lead
                : value);
  }

  /** The clock of another processor changes the ratio, not its order. */
  @Test
  void aRatioOfSecondsIsJudgedByItsOrder() {
    Published slower = new Published(Quantity.SECONDS, times(ComparedOptimizer.IRON, 128, 1.5));
    assertEquals(Verdict.REPRODUCED, slower.verdicts().get("MT1.128"));
  }

  @Test
  void aRunThatIsNotFiniteIsNotStable() {
    Published broken =
        new Published(
            Quantity.FINITE,
            (run, value) -> run.rival() == ComparedOptimizer.IRON && run.seed() == 2 ? 0 : value);
    assertEquals(Verdict.DIFFERS, broken.verdicts().get("M10.1"));
  }

  /** A method that diverges spoils the claims on it and no others. */
  @Test
  void aDivergedRunIsJudged() {
    Published diverged =
        new Published(Quantity.ACCURACY, plus(ComparedOptimizer.NAG_GS, 256, Double.NaN));
    Map<String, Verdict> verdicts = diverged.verdicts();
    assertEquals(Verdict.NOT_CHECKABLE, verdicts.get("M1.5"));
    assertEquals(Verdict.DIFFERS, verdicts.get("M6"));
    assertEquals(Verdict.DIFFERS, verdicts.get("M12"));
    assertEquals(Verdict.REPRODUCED, verdicts.get("M1.4"));
    assertEquals(Verdict.REPRODUCED, verdicts.get("M7"));
  }
}
