package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.problem.testing.DenseSquares;
import org.ironopt.problem.testing.MghProblem;
import org.ironopt.problem.testing.MghProblems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MghProblemsTest {
  static List<MghProblem> all() {
    return MghProblems.all();
  }

  private static void assertMinimum(int number, double f, double... x) {
    MghProblem p = MghProblems.number(number);
    double[] g = new double[x.length];
    assertEquals(f, p.objective().valueAndGradient(x, g), 1e-12 * Math.max(f, 1e-12), p.name());
  }

  @Test
  void publishedMinimisers() {
    assertMinimum(1, 0, 1, 1);
    assertMinimum(2, 0, 5, 4);
    assertMinimum(2, 48.984253679240021, 11.412778986902094, -0.89680525327447652);
    assertMinimum(4, 0, 1e6, 2e-6);
    assertMinimum(5, 0, 3, .5);
    assertMinimum(6, 124.36218235561485, 0.25782521367036408, 0.25782521367036408);
    assertMinimum(7, 0, 1, 0, 0);
    assertMinimum(
        8, 0.0082148773065789748, 0.082410559749788932, 1.1330360920297216, 2.3436951786425371);
    assertMinimum(9, 1.127932769618648e-8, 0.39895613783875668, 1.0000190844878057, 0);
    assertMinimum(12, 0, 1, 10, 1);
    assertMinimum(12, 0, 10, 1, -1);
    assertMinimum(13, 0, 0, 0, 0, 0);
    assertMinimum(14, 0, 1, 1, 1, 1);
    assertMinimum(
        15,
        0.00030750560384923743,
        0.19280693457903785,
        0.19128232873436696,
        0.12305650692632065,
        0.13606233068379484);
    assertMinimum(
        16,
        85822.201626356345,
        -11.594439904762165,
        13.203630051207204,
        -0.40343948817685952,
        0.2367787744557363);
    assertMinimum(18, 0, 1, 10, 1, 5, 4, 3);
    assertMinimum(25, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    assertMinimum(27, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
  }

  @ParameterizedTest
  @MethodSource("all")
  void derivativesAgree(MghProblem p) {
    DerivativeCheck.Report report = DerivativeCheck.at(p.objective(), p.start());
    assertTrue(report.passed(), () -> p + ": " + report);
  }

  @Test
  void registryIsOrderedAndLargeEnough() {
    assertTrue(all().size() >= 20);
    assertEquals(all().size(), all().stream().map(MghProblem::name).distinct().count());
  }

  @Test
  void extendedRosenbrockIsTheTwoDimensionalOne() {
    DenseSquares reference = MghProblems.number(1).objective();
    Rosenbrock f = new Rosenbrock(2);
    double[] x = {-1.3, 0.7};
    double[] v = {0.3, -1.1};
    for (boolean exact : new boolean[] {true, false}) {
      Curvature expected = exact ? reference.curvature() : reference.gaussNewton();
      Curvature actual = exact ? f.curvature() : f.gaussNewton();
      double[] g = new double[2];
      double[] h = new double[2];
      assertEquals(expected.at(x, g), actual.at(x, h), 1e-10);
      org.junit.jupiter.api.Assertions.assertArrayEquals(g, h, 1e-10);
      expected.apply(v, g);
      actual.apply(v, h);
      org.junit.jupiter.api.Assertions.assertArrayEquals(g, h, 1e-10);
    }
  }
}
