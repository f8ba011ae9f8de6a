package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.RandomStream;
import org.ironopt.resolvent.InnerMethod;
import org.junit.jupiter.api.Test;

class BatchesTest {
  private final FiniteSum f = Fixtures.tp5();
  private final double[] x0 = {1, 0, -1, 2, 0};
  private final int[] identity = IntStream.range(0, 500).toArray();

  private static RandomStream stream(long seed) {
    return seed(seed).stream(BatchSampler.STREAM);
  }

  @Test
  void everyEpochIsAPermutation() {
    Batches batches = Batches.epochs(64);
    int[] first = batches.epoch(0, 500, stream(1));
    for (int e = 0; e < 5; e++) {
      int[] list = batches.epoch(e, 500, stream(1));
      assertArrayEquals(list, batches.epoch(e, 500, stream(1)));
      assertEquals(e == 0, Arrays.equals(first, list));
      assertFalse(Arrays.equals(list, batches.epoch(e, 500, stream(2))));
      Arrays.sort(list);
      assertArrayEquals(identity, list);
    }
  }

  /** 500 = 7 x 64 + 52: a sampler hands out the whole epoch, whatever was asked before. */
  @Test
  void shortLastBatchIsKept() {
    Batches batches = Batches.epochs(64);
    assertEquals(8, batches.stepsPerEpoch(500));
    double[] whole = gradient(f);
    BatchSampler forward = BatchSampler.of(batches, f, seed(3));
    double[] sum = new double[5];
    for (int k = 8; k < 16; k++) {
      double[] g = gradient(forward.objective(k));
      double weight = (k == 15 ? 52 : 64) / 500.;
      for (int i = 0; i < 5; i++) {
        sum[i] += weight * g[i];
      }
      BatchSampler fresh = BatchSampler.of(batches, f, seed(3));
      fresh.objective(99);
      assertArrayEquals(g, gradient(fresh.objective(k)));
    }
    assertNear(whole, sum, 1e-12);
  }

  /** 500 = 7 x 64 + 52: the last 52 terms of an epoch are left out, others in the next one. */
  @Test
  void fullEpochsLeaveTheRestOut() {
    Batches batches = Batches.fullEpochs(64);
    assertEquals(7, batches.stepsPerEpoch(500));
    int[] all = Batches.epochs(64).epoch(1, 500, stream(1));
    assertArrayEquals(Arrays.copyOf(all, 448), batches.epoch(1, 500, stream(1)));
    BatchSampler sampler = BatchSampler.of(batches, f, seed(3));
    for (int k = 0; k < 15; k++) {
      assertEquals(0, sampler.select(k), "one view for all steps");
    }
    assertTrue(BatchSampler.of(Batches.fullEpochs(500), f, seed(3)).whole());
  }

  private double[] gradient(Objective objective) {
    double[] g = new double[5];
    objective.gradient(x0, g);
    return g;
  }

  @Test
  void drawsWithReplacementAreUniformAndFullSized() {
    Batches batches = Batches.withReplacement(3);
    assertEquals(4, batches.stepsPerEpoch(10));
    int[] count = new int[10];
    for (int e = 0; e < 1000; e++) {
      int[] list = batches.epoch(e, 10, stream(4));
      assertEquals(12, list.length);
      Arrays.stream(list).forEach(i -> count[i]++);
    }
    // Binomial with mean 1200 and deviation 32.9.
    assertTrue(Arrays.stream(count).allMatch(c -> Math.abs(c - 1200) < 4 * 33), "seed 4");
  }

  /**
   * Each of the ten pairs of five terms is as likely as the others, and batches are independent.
   */
  @Test
  void subsetsAreUniformAndHaveNoTermTwice() {
    Batches batches = Batches.subsets(2);
    assertEquals(3, batches.stepsPerEpoch(5));
    int[] pairs = new int[25];
    int[] successive = new int[25];
    for (int e = 0; e < 3000; e++) {
      int[] list = batches.epoch(e, 5, stream(4));
      assertEquals(6, list.length);
      for (int i = 0; i < 6; i += 2) {
        assertTrue(list[i] != list[i + 1]);
        pairs[5 * Math.min(list[i], list[i + 1]) + Math.max(list[i], list[i + 1])]++;
      }
      for (int i = 0; i < 4; i++) {
        successive[5 * list[i / 2] + list[2 + i % 2]]++;
      }
    }
    for (int i = 0; i < 5; i++) {
      for (int j = i + 1; j < 5; j++) {
        // Binomial with mean 900 and deviation 28.5.
        assertEquals(900, pairs[5 * i + j], 4 * 28.5, "seed 4, pair " + i + ", " + j);
      }
      for (int j = 0; j < 5; j++) {
        // Both in their batch with probability .4 x .4, independently: deviation 20.1.
        assertEquals(480, successive[5 * i + j], 4 * 20.1, "seed 4, " + i + " then " + j);
      }
    }
    assertSameBits(Iron.step(20), Iron.step(20).batches(Batches.subsets(500)));
  }

  @Test
  void givenTermsAreReadAgain() {
    Batches batches = Batches.given(2, 4, 0, 3);
    assertEquals(2, batches.stepsPerEpoch(500));
    BatchSampler sampler = BatchSampler.of(batches, f, seed(0));
    double[] pair = gradient(f.batch(new int[] {4, 0}, 0, 2));
    double[] last = gradient(f.batch(new int[] {3}, 0, 1));
    for (int e = 0; e < 3; e++) {
      assertArrayEquals(pair, gradient(sampler.objective(2 * e)));
      assertArrayEquals(last, gradient(sampler.objective(2 * e + 1)));
    }
  }

  /** A batch of all terms is f, whatever their order. */
  @Test
  void fullBatchIsTheMethodBitForBit() {
    Batches full = Batches.epochs(500);
    NagGs nagGs = NagGs.step(.7).mu(.01).gamma(.1);
    assertSameBits(nagGs, nagGs.batches(full));
    Iron iron = Iron.step(20).mu(.01).gamma(.1);
    assertSameBits(iron, iron.batches(full));
    assertSameBits(Sgd.step(.5).nesterov(.9), Sgd.step(.5).nesterov(.9).batches(full));
    assertSameBits(AdamW.step(.01), AdamW.step(.01).batches(full));
  }

  private void assertSameBits(Method expected, Method actual) {
    Stepper a = expected.start(f, x0, seed(1));
    Stepper b = actual.start(f, x0, seed(2));
    for (int k = 0; k < 10; k++) {
      assertEquals(a.advance(), b.advance());
      assertArrayEquals(a.x(), b.x());
    }
  }

  /** The given list takes the path of batches, but its only batch is f. */
  @Test
  void allTermsAsABatchAreTheMethod() {
    Batches given = Batches.given(500, identity);
    InnerMethod newton = InnerMethod.NEWTON_CHOLESKY;
    for (List<Method> pair :
        List.<List<Method>>of(
            List.of(Iron.step(20).inner(newton), Iron.step(20).inner(newton).batches(given)),
            List.of(NagGs.step(.7), NagGs.step(.7).batches(given)))) {
      double[] x = advance(pair.get(0).start(f, x0, seed(0)), 10).x();
      assertNear(x, advance(pair.get(1).start(f, x0, seed(0)), 10).x(), 1e-12);
    }
  }

  /** What a batch says about f is not reported as f's. */
  @Test
  void reportsOfBatchesDoNotSpeakForF() {
    for (Method method :
        new Method[] {
          Iron.step(20).mu(.01).batches(Batches.epochs(64)),
          NagGs.step(.7).batches(Batches.epochs(64))
        }) {
      StepReport report = method.start(f, x0, seed(0)).advance();
      assertTrue(Double.isNaN(report.value()) && Double.isNaN(report.gradientNorm()));
    }
  }

  /** Methods of one seed see the same terms: a short implicit step is then an explicit one. */
  @Test
  void equalSeedsShareBatches() {
    double eta = 1e-7;
    double[] explicit =
        advance(Sgd.step(eta).batches(Batches.epochs(1)).start(f, x0, seed(6)), 1).x();
    // With gamma = alpha^2/(eta (1 + 2 alpha)) and mu = gamma, lambda is about eta.
    double alpha = 1e-3;
    double gamma = alpha * alpha / (eta * (1 + 2 * alpha));
    Iron iron = Iron.step(alpha).mu(gamma).batches(Batches.epochs(1));
    double[] implicit = advance(iron.start(f, x0, seed(6)), 1).x();
    for (int i = 0; i < 5; i++) {
      assertEquals(explicit[i] - x0[i], implicit[i] - x0[i], 1e-5 * eta);
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertRefused(
        "batch size is 501, expected at most 500, the number of terms", Batches.epochs(501), f);
    assertRefused(
        "batch size is 501, expected at most 500, the number of terms",
        Batches.withReplacement(501),
        f);
    assertRefused(
        "batch size is 501, expected at most 500, the number of terms", Batches.subsets(501), f);
    assertRefused("given term 1 is 500, expected 0 to 499", Batches.given(1, 0, 500), f);
    assertRefused(
        "minibatches need a FiniteSum, got Quadratic: use Batches.all()",
        Batches.epochs(1),
        Fixtures.tp2());
    assertMessage("batch size is 0, expected at least 1", () -> Batches.epochs(0));
    assertMessage("batch size is 3, expected 1 to the 2 given terms", () -> Batches.given(3, 0, 1));
    IronSweep sweep = IronSweep.of(List.of(Iron.step(1).batches(Batches.epochs(2))));
    Ensemble one = sweep.ensemble(f);
    assertMessage(
        "a sweep has no minibatches, got Epochs[size=2]", () -> sweep.start(one, x0, seed(0)));
  }

  private static void assertRefused(String message, Batches batches, Curved objective) {
    double[] start = new double[objective.dimension()];
    for (Method method :
        new Method[] {
          Sgd.step(1).batches(batches),
          AdamW.step(1).batches(batches),
          NagGs.step(1).batches(batches),
          Iron.step(1).batches(batches)
        }) {
      assertMessage(message, () -> method.start(objective, start, seed(0)));
    }
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }

  @Test
  void descriptionsTellBatchesApart() {
    Sgd sgd = Sgd.step(1);
    List<String> all =
        List.of(
                Batches.all(),
                Batches.epochs(2),
                Batches.epochs(3),
                Batches.withReplacement(2),
                Batches.subsets(2),
                Batches.given(1, 0, 1),
                Batches.given(1, 1, 0))
            .stream()
            .map(batches -> sgd.batches(batches).description())
            .toList();
    assertEquals(all.size(), all.stream().distinct().count());
  }
}
