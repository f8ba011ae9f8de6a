package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

class SnapshotCenterTest {
  private static final InnerMethod TIGHT =
      InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-13));

  @Test
  void aBatchOfAllTermsNeedsNoCorrection() {
    Softmax f = Softmax.of(Samples.classes(Samples.dense(30, 4, 3), 3, 5), .02);
    Iron plain = Iron.step(3).inner(TIGHT);
    int[] backwards = IntStream.range(0, 30).map(i -> 29 - i).toArray();
    Iron corrected = plain.batches(Batches.given(30, backwards)).center(Center.snapshot(4));
    Iron whole = plain.batches(Batches.epochs(30)).center(Center.snapshot(4));
    double[] x0 = new double[f.dimension()];
    double[] expected = Near.advance(plain.start(f, x0, Near.seed(0)), 9).x();
    assertArrayEquals(expected, Near.advance(whole.start(f, x0, Near.seed(0)), 9).x(), 0);
    assertArrayEquals(expected, Near.advance(corrected.start(f, x0, Near.seed(0)), 9).x(), 1e-12);
  }

  /** Terms with one Hessian: the correction makes every batch the whole. */
  @Test
  void equalHessiansLeaveNoNoise() {
    double[] ones = new double[12];
    java.util.Arrays.fill(ones, 1);
    Ridge f = Ridge.of(Samples.numbers(new org.ironopt.data.DenseFeatures(12, 1, ones), 5), .3);
    Iron plain = Iron.step(2).inner(TIGHT);
    double[] expected = Near.advance(plain.start(f, new double[] {4}, Near.seed(0)), 11).x();
    Iron noisy = plain.batches(Batches.epochs(2)).center(Center.snapshot(5));
    double[] actual = Near.advance(noisy.start(f, new double[] {4}, Near.seed(0)), 11).x();
    assertArrayEquals(expected, actual, 1e-13);
  }

  @Test
  void theBillHasTheSnapshots() {
    Softmax f = Softmax.of(Samples.classes(Samples.dense(30, 4, 3), 3, 5), .02);
    Iron iron = Iron.step(3).batches(Batches.epochs(10)).center(Center.snapshot(2));
    Stepper stepper = iron.start(f, new double[f.dimension()], Near.seed(0));
    StepReport first = stepper.advance();
    StepReport second = stepper.advance();
    assertEquals(1 + 3, first.work().evaluations() - first.inner().orElseThrow().evaluations());
    assertEquals(1, second.work().evaluations() - second.inner().orElseThrow().evaluations());
  }
}
