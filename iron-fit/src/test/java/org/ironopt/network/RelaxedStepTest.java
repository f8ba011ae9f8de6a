package org.ironopt.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.problem.Curvature;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.Resolvent;
import org.junit.jupiter.api.Test;

/** A part of the way along one preconditioned direction from the center. */
class RelaxedStepTest {
  private static final double LAMBDA = 3;
  private static final double PART = .3;

  private final Layers layers = Images.layers(Activation.SIGMOID);
  private final Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, Images.of(120));
  private final double[] center = layers.sparse(new RandomStreams(1));

  private double[] solve(InnerMethod inner) {
    double[] u = new double[f.dimension()];
    Resolvent.of(f, inner).solve(LAMBDA, center, center, u);
    return u;
  }

  /** Returns {@code c + t z} with t the part of the way to the minimum of the model along z. */
  private double[] expected(LinearOperator inverse) {
    Curvature.Factored curvature = (Curvature.Factored) f.gaussNewton();
    double[] rhs = new double[f.dimension()];
    curvature.at(center, rhs);
    Vectors.scale(-LAMBDA, rhs);
    double[] z = rhs.clone();
    if (inverse != null) {
      inverse.apply(rhs, z);
    }
    double[] gz = new double[z.length];
    curvature.apply(z, gz);
    double length = Vectors.dot(rhs, z) / (Vectors.dot(z, z) + LAMBDA * Vectors.dot(z, gz));
    double[] u = center.clone();
    Vectors.axpy(PART * length, z, u);
    return u;
  }

  private void assertNear(double[] expected, double[] actual) {
    double[] way = expected.clone();
    Vectors.axpy(-1, center, way);
    double size = Vectors.maxAbs(way);
    assertTrue(size > 0);
    // Floats: a form of forward passes here, a product there.
    assertArrayEquals(expected, actual, 1e-4 * size);
  }

  @Test
  void goesAPartOfTheWayToTheMinimumOfTheModel() {
    assertNear(expected(null), solve(InnerMethod.relaxed(PART, new Preconditioner.None())));
  }

  @Test
  void theDirectionIsThatOfTheFactors() {
    Preconditioner.Averaged rule = new Preconditioner.Averaged(5, 50, .05, 1, 7);
    Curvature.Factored curvature = (Curvature.Factored) f.gaussNewton();
    curvature.at(center, new double[f.dimension()]);
    double[] model = new double[curvature.modelLength()];
    curvature.model(model, new Curvature.Factored.Draw(rule.seed(), 1, rule.part()));
    assertNear(
        expected(curvature.modelInverse(model, LAMBDA)), solve(InnerMethod.relaxed(PART, rule)));
  }

  /** Looks cost half a product and a value; the steps between them a gradient and no product. */
  @Test
  void measuresAtLooksOnly() {
    Iron iron =
        Iron.step(.25)
            .adapting(Adaptation.standard())
            .batches(Batches.fullEpochs(40))
            .inner(InnerMethod.relaxed(PART, new Preconditioner.Averaged(7)));
    Stepper stepper = iron.start(f, center, new RandomStreams(2));
    GradientWork costs = GradientWork.of(layers);
    Preconditioner.Averaged rule = new Preconditioner.Averaged(7);
    int between = 0;
    for (int k = 0; k < 40; k++) {
      InnerReport inner = stepper.advance().inner().orElseThrow();
      boolean look = !Double.isNaN(inner.model().orElseThrow().ratio());
      assertTrue(look || k >= 5 && k % 5 != 0, "step " + k);
      assertEquals(1, inner.linearSteps());
      assertTrue(inner.products() <= 1 && (look || inner.products() == 0), "step " + k);
      assertEquals(look ? 2 : 1, inner.evaluations());
      if (!look && !rule.renews(k)) {
        between++;
        assertEquals(40 + costs.apply(), costs.of(k, 40, inner, rule), 1e-9);
      }
    }
    assertTrue(between > 10, between + " steps between looks");
    assertTrue(f.value(stepper.x()) < f.value(center));
  }

  private Stepper advanced(Globalization.Unchecked looks, int steps) {
    Iron iron =
        Iron.step(.25)
            .adapting(Adaptation.standard())
            .batches(Batches.fullEpochs(40))
            .inner(InnerMethod.relaxed(PART, new Preconditioner.Averaged(7)).globalization(looks));
    Stepper stepper = iron.start(f, center, new RandomStreams(2));
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    return stepper;
  }

  /** Without a budget and with one look the bits are those of the rule without either. */
  @Test
  void oneLookAndNoBudgetChangeNothing() {
    Globalization.Unchecked plain = new Globalization.Unchecked(5, PART);
    assertEquals(plain, plain.budget(0).looks(1));
    assertArrayEquals(advanced(plain, 30).x(), advanced(plain.looks(1), 30).x());
  }

  /** The first solve of a budget is the one without; at its end a step is a thousandth. */
  @Test
  void aBudgetShortensStepsAlongACosine() {
    Globalization.Unchecked rule = new Globalization.Unchecked(5, PART).budget(40);
    assertEquals(PART, rule.part(0));
    assertEquals(PART / 2, rule.part(20), 1e-15);
    assertEquals(PART * (.5 + .5 * Math.sqrt(.5)), rule.part(10), 1e-15);
    assertEquals(1e-3 * PART, rule.part(40));
    assertEquals(1e-3 * PART, rule.part(4000));
    Globalization.Unchecked late = rule.steady(.5);
    assertEquals(rule, rule.steady(0));
    assertEquals(PART, late.part(20));
    assertEquals(PART / 2, late.part(30), 1e-15);
    assertEquals(1e-3 * PART, late.part(40));
    double[] whole = advanced(new Globalization.Unchecked(5, PART), 1).x();
    assertArrayEquals(whole, advanced(rule, 1).x());
    Stepper stepper = advanced(rule, 60);
    double[] before = stepper.x().clone();
    stepper.advance();
    Vectors.axpy(-1, stepper.x(), before);
    double[] first = whole.clone();
    Vectors.axpy(-1, center, first);
    assertTrue(Vectors.norm(before) < .1 * Vectors.norm(first), "steps become short");
  }

  /**
   * The reported ratio is that of two fading sums of gains and promises, recomputed here from the
   * reports of the same steps with single looks; it averages over one look more after every hundred
   * solves.
   */
  @Test
  void looksAreAveraged() {
    int looks = 3;
    Iron each =
        Iron.step(.25)
            .adapting(new Adaptation(1, 1, 1, 1))
            .batches(Batches.fullEpochs(40))
            .inner(
                InnerMethod.relaxed(PART, new Preconditioner.Averaged(7))
                    .globalization(new Globalization.Unchecked(1, PART)));
    InnerMethod.Newton inner = (InnerMethod.Newton) each.inner().orElseThrow();
    Stepper one = each.start(f, center, new RandomStreams(2));
    Stepper many =
        each.inner(inner.globalization(new Globalization.Unchecked(1, PART).looks(looks)))
            .start(f, center, new RandomStreams(2));
    double gained = 0;
    double promised = 0;
    double[] start = center;
    for (int k = 0; k < 220; k++) {
      double[] x = one.x().clone();
      InnerReport.Model model = model(one);
      double averaged = model(many).ratio();
      assertArrayEquals(one.x(), many.x());
      // From the center x + (v - x)/5, with lambda = 1, phi is f + |u - c|^2/2.
      double[] way = one.x().clone();
      Vectors.axpy(-1, start, way);
      double gain = model.decrease() - .5 * Vectors.dot(way, way);
      double keep = 1 - 1. / Math.min(looks, 1 + k / 100);
      gained = keep * gained + gain;
      promised = keep * promised + gain / model.ratio();
      assertEquals(gained / promised, averaged, 1e-6 * Math.abs(averaged), "step " + k);
      // v = u + (u - x)/.25, and a fifth of the way there.
      start = one.x().clone();
      Vectors.axpy(.8, one.x(), start);
      Vectors.axpy(-.8, x, start);
    }
  }

  private static InnerReport.Model model(Stepper stepper) {
    return stepper.advance().inner().orElseThrow().model().orElseThrow();
  }

  @Test
  void isNamedByItsParts() {
    InnerMethod.Newton inner = InnerMethod.relaxed(PART, new Preconditioner.None());
    assertEquals(new Globalization.Unchecked(5, PART), inner.globalization());
    assertEquals(InnerMethod.WarmStart.CENTER, inner.start());
    assertEquals(
        InnerMethod.linearized(1, new Preconditioner.None()).direction(), inner.direction());
  }

  @Test
  void refusesWhatMakesNoSense() {
    for (double part : new double[] {0, -1, 1.5, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class, () -> new Globalization.Unchecked(5, part), "" + part);
    }
    Globalization.Unchecked whole = new Globalization.Unchecked(5);
    assertThrows(IllegalArgumentException.class, () -> whole.budget(10));
    assertThrows(IllegalArgumentException.class, () -> whole.looks(0));
    assertThrows(
        IllegalArgumentException.class, () -> new Globalization.Unchecked(5, PART).budget(-1));
    assertThrows(
        IllegalArgumentException.class, () -> new Globalization.Unchecked(5, PART).steady(1));
    InnerMethod.Newton two = InnerMethod.linearized(2, new Preconditioner.None());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> two.globalization(new Globalization.Unchecked(5, PART)))
            .getMessage();
    assertTrue(message.contains("along one direction"), message);
  }
}
