package org.ironopt.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResultTablesTest {
  private static final ResultTables VALUES = values();

  private static ResultTables values() {
    ResultTables values = new ResultTables();
    values.put("x", 1.23456789);
    values.put("list", 1, 2.5);
    values.text("word", "gaussian");
    values.absent("later", "not run");
    values
        .table("t", 2)
        .labelled(i -> "α = " + 10 * (i + 1))
        .with("n", i -> i + 1)
        .means("mean", i -> new ConfidenceInterval(i, 0.5, i - 1, i + 2, 9));
    values.table("trace_2", 1).with("mse", i -> 7);
    return values;
  }

  @Test
  void aTextIsFilledWithValues() {
    assertEquals("1.23457, 1.2, gaussian", VALUES.fill("{x}, {x:2}, {word}"));
    assertEquals("1, 2.5 and 0, 1", VALUES.fill("{list} and {t.mean}"));
    assertEquals("[-1, 0]", VALUES.fill("[{t.mean_low}]"));
    assertEquals("–", VALUES.fill("{later}"));
    assertThrows(IllegalArgumentException.class, () -> VALUES.fill("{other}"));
  }

  /** Subscripts of formulas are no names, unless there is a value of that name. */
  @Test
  void subscriptsStay() {
    assertEquals("C_{quad} x_{k} α^{s} MSE_{∞}", VALUES.fill("C_{quad} x_{k} α^{s} MSE_{∞}"));
    assertEquals("x_{2}", VALUES.within("t", 1).fill("x_{{n}}"));
  }

  @Test
  void columnsAreSeenFromARow() {
    ResultTables second = VALUES.within("t", 1);
    assertEquals(
        "α = 20: 1 in [0, 3], 0.5",
        second.fill("{label}: {mean} in [{mean_low}, {t.mean_high}], {mean_standard_error}"));
    assertEquals("trace_2.mse", second.fill("trace_{part}.mse"));
    assertArrayEquals(new double[] {2}, second.column("t.n").means());
    assertArrayEquals(new double[] {1.23456789}, second.column("x").means());
    assertArrayEquals(new double[] {1, 2}, VALUES.column("t.n").means());
  }

  @Test
  void namesAreKnownOrAbsent() {
    assertTrue(VALUES.find("t.other").isEmpty());
    assertEquals("not run", VALUES.absence("later.column").orElseThrow());
    assertEquals(Set.of("x", "list", "t.n", "t.mean", "trace_2.mse"), VALUES.names());
    ResultTables empty = new ResultTables();
    empty.table("none", 0);
    assertEquals(0, empty.column("none.any").size());
    assertThrows(
        IllegalArgumentException.class,
        () -> empty.table("two", 2).with("three", ResultTables.Column.exact(1, 2, 3)));
  }

  /** While cells are missing, what nobody adds and what has no rows is absent, not unknown. */
  @Test
  void valuesOfAnIncompleteRunAreAbsent() {
    ResultTables values = new ResultTables();
    values.put("x", 1);
    values.table("empty", 0);
    values.incomplete("cells are missing");
    assertEquals("cells are missing", values.absence("y").orElseThrow());
    assertEquals("cells are missing", values.absence("empty.column").orElseThrow());
    assertTrue(values.absence("x").isEmpty());
    values.absent("z", "not run");
    assertEquals("not run", values.absence("z").orElseThrow());
    assertEquals("–", values.fill("{y}"));
  }

  @Test
  void columnsAreComparedRowByRow() {
    ResultTables values = new ResultTables();
    values
        .table("t", List.of(2.0, 8.0))
        .with("n", n -> n)
        .means("mean", n -> ConfidenceInterval.of(3 * n, 0.5, 2, 9))
        .ratio("ratio", "mean", "n")
        .over("over", "mean", "n")
        .times("times", "mean", "n")
        .growth("growth", "n");
    assertArrayEquals(new double[] {3, 3}, values.column("t.ratio").means());
    assertArrayEquals(new double[] {0, 0}, values.column("t.ratio").errors());
    assertArrayEquals(new double[] {3, 3}, values.column("t.over").means());
    assertArrayEquals(new double[] {0.25, 0.0625}, values.column("t.over").errors());
    assertArrayEquals(new double[] {1, 4}, values.column("t.times").errors());
    assertArrayEquals(new double[] {6}, values.column("t.growth").means());
  }

  /** Degrees of freedom are kept as they are; what is not finite has no interval. */
  @Test
  void estimatesHaveTheirOwnFreedom() {
    WelchEstimate[] estimates = {
      new WelchEstimate(2, 0.5, 5.5), new WelchEstimate(Double.NaN, Double.NaN, Double.NaN)
    };
    ResultTables values = new ResultTables();
    values.absent("e", "not run");
    values.table("e", 2).estimates("lead", i -> estimates[i]);
    assertTrue(values.absence("e.lead").isEmpty());
    ResultTables.Column lead = values.column("e.lead");
    assertEquals(5.5, lead.freedoms()[0]);
    assertEquals(estimates[0].interval(0.95).low(), lead.low()[0]);
    assertTrue(Double.isNaN(lead.high()[1]));
  }
}
