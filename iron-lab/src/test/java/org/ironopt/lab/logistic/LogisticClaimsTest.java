package org.ironopt.lab.logistic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.ironopt.lab.ledger.Verdict;
import org.junit.jupiter.api.Test;

/** Numbers are spoiled one by one, and the verdict that rests on them turns. */
class LogisticClaimsTest {
  private static final double TIGHT = 1e-5;
  private static final double ROUGH = 1e-2;
  private static final double LOOSE = 10;
  private static final double LARGEST = 200;

  private static final Map<String, UnaryOperator<Made>> SPOILED = new HashMap<>();

  private static Made.Change at(double alpha, double factor) {
    return (a, seed, value) -> a == alpha ? factor * value : value;
  }

  private static Made.Change power(double exponent) {
    return (a, seed, value) -> StrictMath.pow(a, exponent) * value;
  }

  static {
    SPOILED.put("R2", m -> m.theory("gradient_norm", 1e-9));
    SPOILED.put("R3", m -> m.chains(TIGHT, "twin_mse", at(LARGEST, 1.1)));
    SPOILED.put("R4", m -> m.chains(TIGHT, "twin_expected", at(5, 1.01)));
    SPOILED.put("R6.1", m -> m.chains(TIGHT, "mse", power(0.1)));
    SPOILED.put("R6.2", m -> m.chains(ROUGH, "mse", power(-0.1)));
    SPOILED.put("R7", m -> m.chains(TIGHT, "mse", power(0.01)));
    SPOILED.put("R8", m -> m.chains(TIGHT, "mse", at(LARGEST, 3)));
    SPOILED.put("R9", m -> m.chains(TIGHT, "mse", at(5, 0.5)));
    SPOILED.put("R10", m -> m.chains(TIGHT, "controlled_mse", at(LARGEST, 1.02)));
    SPOILED.put("R11", m -> m.chains(TIGHT, "controlled_mse", at(LARGEST, 1.02)));
    SPOILED.put("R12", m -> m.value(ROUGH, "failed_solves", 1));
    SPOILED.put(
        "R13", m -> m.chains(ROUGH, "mse", (a, seed, value) -> seed == 3 ? 1.02 * value : value));
    SPOILED.put("R14", m -> m.chains(ROUGH, "mse", power(0.02)));
    SPOILED.put("R15", m -> m.chains(LOOSE, "mse", at(1, 1 / 3.0)));
    SPOILED.put("R16", m -> m.newton(ROUGH, "newton_steps", at(LARGEST, 2)));
    SPOILED.put("R17", m -> m.newton(TIGHT, "newton_steps", at(20, 4 / 3.0)));
    SPOILED.put("R18", m -> m.newton(TIGHT, "newton_steps", at(LARGEST, 1.5)));
    SPOILED.put("R19", m -> m.newton(ROUGH, "worst_error_ratio", at(100, 3)));
    SPOILED.put("R20", m -> m.chains(ROUGH, "mse", power(0.01)));
    SPOILED.put("R21", m -> m.chains(TIGHT, "controlled_mse", at(LARGEST, 1.02)));
    SPOILED.put(
        "BR1", m -> m.chains(TIGHT, "twin_mse", (a, seed, value) -> value - 0.015 / (a * a)));
    SPOILED.put("BR2", m -> m.theory("linear_correction", -0.15));
  }

  @Test
  void aSpoiledNumberTurnsItsVerdict() {
    Map<String, Verdict> whole = new Made().verdicts();
    SPOILED.forEach(
        (id, spoil) -> {
          // Made-up chains follow the expansion, which is what R21 denies.
          Verdict before = id.equals("R21") ? Verdict.DIFFERS : Verdict.REPRODUCED;
          Verdict after = id.equals("R21") ? Verdict.REPRODUCED : Verdict.DIFFERS;
          assertEquals(before, whole.get(id), id);
          assertEquals(after, spoil.apply(new Made()).verdicts().get(id), id + " spoiled");
        });
  }

  /** Only R1 and R5, on which no number bears, are left out. */
  @Test
  void everyClaimIsTurned() {
    TreeSet<String> turned = new TreeSet<>(SPOILED.keySet());
    turned.addAll(List.of("R1", "R5"));
    assertEquals(turned, new TreeSet<>(new Made().verdicts().keySet()));
  }

  /** Noise that the steps do not share cannot be fitted away, and the correction stays open. */
  @Test
  void noiseOfEachStepLeavesTheCorrectionOpen() {
    Made.Change own =
        (a, seed, value) -> value + (seed % 2 == 0 ? 1 : -1) * (a == 20 ? 1 : 0) * 2e-4;
    assertEquals(
        Verdict.NOT_CHECKABLE, new Made().chains(TIGHT, "twin_mse", own).verdicts().get("BR1"));
  }

  /** The paper counts Newton iterations; the chains' own chord steps say nothing about them. */
  @Test
  void chordStepsDoNotBearOnTheCostOfNewton() {
    Made flat = new Made();
    for (double tolerance : flat.experiment.tolerances.keys()) {
      flat.newton(tolerance, "newton_steps", (alpha, seed, value) -> 3);
      flat.chains(tolerance, "mean_steps", (alpha, seed, value) -> 4 / alpha);
    }
    assertEquals(Verdict.DIFFERS, flat.verdicts().get("R18"));
    assertEquals(Verdict.REPRODUCED, flat.verdicts().get("R16"));
  }

  @Test
  void aResidualAboveItsToleranceIsAFailedSolve() {
    Made over = new Made().value(TIGHT, "largest_residual", 1.01 * TIGHT);
    assertEquals(Verdict.DIFFERS, over.verdicts().get("R12"));
  }
}
