package org.ironopt.method;

import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import org.ironopt.method.flow.LuoChen;
import org.ironopt.method.flow.ProxNagGs;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.gradient.ProxSvrg;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.method.proximal.ProximalRobbinsMonro;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

/** The same words from every method for what does not fit; those of Iron are the measure. */
class RefusalsTest {
  private static final List<Function<Batches, Method>> METHODS =
      List.of(
          b -> Iron.step(1).batches(b),
          b -> ForwardBackward.step(1).batches(b),
          b -> ProximalPoint.step(1).batches(b),
          b -> ProximalPoint.step(1).momentum(.5).average().batches(b),
          b -> ProximalRobbinsMonro.step(1).batches(b),
          b -> ProxSvrg.step(1, 2).batches(b),
          b -> LuoChen.implicit(1).batches(b),
          b -> LuoChen.gaussSeidel(1).batches(b),
          b -> WilsonRechtJordan.convex(2).batches(b),
          b -> ProxNagGs.step(.5, 1).batches(b));

  private static String refusal(Method method, Objective objective) {
    double[] x0 = new double[objective.dimension()];
    return assertThrows(IllegalArgumentException.class, () -> method.start(objective, x0, seed(0)))
        .getMessage();
  }

  @Test
  void batchesThatDoNotFit() {
    FiniteSum sum = Fixtures.tp5();
    for (Function<Batches, Method> method : METHODS) {
      assertEquals(
          "batch size is 501, expected at most 500, the number of terms",
          refusal(method.apply(Batches.epochs(501)), sum));
      assertEquals(
          "given term 1 is 500, expected 0 to 499",
          refusal(method.apply(Batches.given(1, 0, 500)), sum));
      assertEquals(
          "minibatches need a FiniteSum, got Quadratic: use Batches.all()",
          refusal(method.apply(Batches.epochs(1)), Fixtures.tp2()));
    }
    // A batch of nothing cannot even be asked for.
    assertEquals(
        "batch size is 0, expected at least 1",
        assertThrows(IllegalArgumentException.class, () -> Batches.epochs(0)).getMessage());
  }

  /** A schedule that goes wrong is refused at its step, which is named, and x stays. */
  @Test
  void stepsThatAreNone() {
    Schedule bad = Schedule.of("bad", k -> k < 2 ? .1 : Double.NaN);
    for (Method method :
        new Method[] {
          Iron.steps(bad),
          ForwardBackward.steps(bad),
          ProximalPoint.steps(bad),
          ProximalRobbinsMonro.steps(bad),
          LuoChen.implicit(1).alpha(bad),
          LuoChen.semiImplicit(3).alpha(bad),
          WilsonRechtJordan.stronglyConvex(bad, 1)
        }) {
      Stepper s = method.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0));
      s.advance();
      s.advance();
      double[] x = s.x().clone();
      String message = assertThrows(IllegalArgumentException.class, s::advance).getMessage();
      assertTrue(message.startsWith("alpha_2 is NaN, expected a number > 0"), message);
      assertEquals(2, s.step());
      assertArrayEquals(x, s.x());
    }
  }
}
