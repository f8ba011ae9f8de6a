package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ironopt.data.DenseFeatures;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.junit.jupiter.api.Test;

/** The choices where the answer is clear, and the counts behind them. */
class InnerSelectionTest {
  private static InnerSelection choose(Objective f, double lambda, double tolerance) {
    return InnerSelection.of(f, new double[f.dimension()], lambda, tolerance);
  }

  private static Direction direction(InnerSelection choice) {
    return assertInstanceOf(InnerMethod.Newton.class, choice.inner(), choice.why()).direction();
  }

  private static DenseFeatures unscaled(int rows, int columns) {
    DenseFeatures x = Samples.dense(rows, columns, 3);
    for (int i = 0; i < x.data().length; i++) {
      x.data()[i] *= i % columns < 10 ? 100. / (1 + i % columns) : .3;
    }
    return x;
  }

  @Test
  void whatTheObjectiveOffersComesFirst() {
    assertInstanceOf(InnerMethod.ClosedForm.class, choose(Fixtures.tp2(), 1, 1e-8).inner());
    Objective gradients =
        new Objective() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public double value(double[] x) {
            return x[0] * x[0] + x[1];
          }

          @Override
          public void gradient(double[] x, double[] g) {
            g[0] = 2 * x[0];
            g[1] = 1;
          }
        };
    assertInstanceOf(Direction.Lbfgs.class, direction(choose(gradients, 1, 1e-8)));
  }

  @Test
  void fewRowsOfManyColumnsGoThroughTheirGramMatrix() {
    Logistic wide = Logistic.of(Samples.classes(Samples.dense(30, 2000, 3), 2, 5), 1e-3);
    InnerSelection choice = choose(wide, 1e4, 1e-8);
    assertInstanceOf(InnerMethod.Gram.class, choice.inner(), choice.why());
    assertTrue(choice.why().startsWith("Gram matrix: about "), choice.why());
  }

  @Test
  void manyRowsOfFewColumnsAreAssembled() {
    Logistic tall = Logistic.of(Samples.classes(Samples.dense(3000, 4, 3), 2, 5), 1e-3);
    InnerSelection choice = choose(tall, 1e4, 1e-10);
    assertInstanceOf(Direction.Cholesky.class, direction(choice), choice.why());
  }

  @Test
  void wellConditionedModelsKeepTheirPredictions() {
    Softmax f = Softmax.of(Samples.classes(Samples.dense(1000, 40, 3), 5, 5), 1e-3);
    InnerSelection choice = choose(f, 1, 1e-3);
    assertInstanceOf(InnerMethod.Predictions.class, choice.inner(), choice.why());
  }

  @Test
  void unscaledColumnsArePreconditioned() {
    Softmax f = Softmax.of(Samples.classes(unscaled(2000, 40), 4, 5), 1e-3);
    InnerSelection choice = choose(f, 10, 1e-8);
    Direction.Cg cg = assertInstanceOf(Direction.Cg.class, direction(choice), choice.why());
    assertTrue(!(cg.preconditioner() instanceof Preconditioner.None), choice.why());
  }

  /** Half Hessian products in a solve: what was expected and what it took, every solver. */
  @Test
  void countsAreRightWithinAFactorOfTwo() {
    Curved[] problems = {
      Softmax.of(Samples.classes(Samples.dense(400, 30, 3), 4, 5), 1e-2),
      Logistic.of(Samples.classes(Samples.dense(500, 40, 3), 2, 5), 1e-2),
      Logistic.of(Samples.classes(Samples.dense(60, 400, 3), 2, 5), 1e-2)
    };
    for (Curved f : problems) {
      double[] start = new double[f.dimension()];
      InnerSelection choice = choose(f, 3, 1e-4);
      for (InnerSelection.Estimate e : choice.estimates()) {
        if (e.name().equals("L-BFGS")) {
          continue;
        }
        InnerReport report =
            Resolvent.of(f, e.inner()).solve(3, start, start, new double[start.length]);
        double actual = 2. * (report.evaluations() + report.products());
        String why = e + " took " + actual;
        assertTrue(report.succeeded() && actual <= 2 * e.products(), why);
        assertTrue(e.products() <= 2 * actual, why);
      }
    }
  }

  @Test
  void aMethodNamesItsChoice() {
    Softmax f = Softmax.of(Samples.classes(Samples.dense(400, 30, 3), 4, 5), 1e-2);
    double[] x = new double[f.dimension()];
    Iron iron = Iron.step(1).batches(Batches.epochs(100));
    InnerSelection choice = iron.choice(f, x, 1e-3);
    assertEquals(choice, iron.choice(f, x, 1e-3));
    Iron chosen = iron.choosing(f, x, 1e-3);
    assertTrue(chosen.description().contains(choice.inner().toString()), chosen.description());
    assertTrue(
        chosen.start(f, x, new RandomStreams(1)).advance().inner().orElseThrow().succeeded());
    double[] works = choice.estimates().stream().mapToDouble(e -> e.work()).toArray();
    double[] sorted = works.clone();
    Arrays.sort(sorted);
    assertTrue(Arrays.equals(works, sorted));
  }
}
