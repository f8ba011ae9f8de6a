package org.ironopt.gpu.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.data.Dataset;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.DeviceFixture;
import org.ironopt.io.InputError;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Muon;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Preconditioner;
import org.junit.jupiter.api.Test;

/** What training on a device keeps to. */
class DeviceTrainingTest extends DeviceFixture {
  private static final int ROWS = 120;
  private static final int BATCH = 40;
  private static final long SEED = 3;
  private static final double PART = .3;
  private static final Preconditioner FACTORS = new Preconditioner.Averaged(7);

  /** Whole steps, each looked at. */
  private static Iron whole(int every) {
    return iron(InnerMethod.linearized(3, factors()), .9, new Globalization.Unchecked(every, 1));
  }

  /** Parts of steps, each looked at. */
  private static Iron parts(int every) {
    return iron(InnerMethod.relaxed(PART, factors()), .8, new Globalization.Unchecked(every, PART));
  }

  private static Preconditioner factors() {
    return new Preconditioner.Averaged(5, 20, 0.05, 0.25, 7);
  }

  private static Iron iron(InnerMethod.Newton inner, double momentum, Globalization globalization) {
    return Iron.step(1 / momentum - 1)
        .adapting(Adaptation.standard())
        .batches(Batches.fullEpochs(BATCH))
        .inner(inner.globalization(globalization));
  }

  private static double distance(double[] a, double[] b, double[] start) {
    double sum = 0;
    double moved = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
      moved += (a[i] - start[i]) * (a[i] - start[i]);
    }
    return Math.sqrt(sum / moved);
  }

  /** Steps of the core and of the device, relative to how far they went. */
  private static void sameSteps(
      Method method, Network f, double[] x0, int steps, double tolerance) {
    Stepper stepper = method.start(f, x0, new RandomStreams(SEED));
    try (Device device = device();
        DeviceTraining training = DeviceTraining.start(device, method, f, x0, SEED)) {
      training.queue(steps);
      for (int k = 0; k < steps; k++) {
        stepper.advance();
      }
      double distance = distance(stepper.x(), training.x(), x0);
      assertTrue(distance < tolerance, String.format(Locale.ROOT, "%.2e apart", distance));
      assertEquals(f.value(training.x()), training.loss(false), 1e-5 * training.loss(false));
    }
  }

  /** All units and both losses of an autoencoder, whole steps and parts of steps. */
  @Test
  void implicitStepsAreThoseOfTheCore() {
    for (Activation unit : Activation.values()) {
      Layers layers = BlobImages.layers(unit);
      double[] x0 = layers.fanIn(new RandomStreams(1));
      NetworkLoss loss = unit.ordinal() % 2 == 0 ? NetworkLoss.LOGISTIC : NetworkLoss.SQUARES;
      Network f = Network.autoencoder(layers, loss, BlobImages.of(ROWS));
      for (Method method : List.of(whole(1), parts(1))) {
        sameSteps(method, f, x0, 6, 2e-3);
      }
    }
  }

  /** From a lambda that is far too large both refuse a step and stay where they are, at rest. */
  @Test
  void aPartThatFailsIsRefusedAsInTheCore() {
    Layers layers = BlobImages.layers(Activation.SIGMOID);
    double[] x0 = layers.fanIn(new RandomStreams(1));
    Network f = Network.autoencoder(layers, NetworkLoss.SQUARES, BlobImages.of(ROWS));
    Iron iron =
        iron(InnerMethod.relaxed(.95, factors()), .8, new Globalization.Unchecked(1, .95))
            .adapting(Adaptation.standard().lambda0(1e9));
    Stepper here = iron.start(f, x0, new RandomStreams(SEED));
    try (Device device = device();
        DeviceTraining there = DeviceTraining.start(device, iron, f, x0, SEED)) {
      assertEquals(InnerReport.Ending.NO_DECREASE, here.advance().inner().orElseThrow().ending());
      assertEquals(InnerReport.Ending.NO_DECREASE, there.advance().inner().orElseThrow().ending());
      assertArrayEquals(here.x(), there.x(), 1e-7);
      StepReport second = there.advance();
      assertEquals(here.advance().lambda(), second.lambda(), 1e-6 * second.lambda());
      assertEquals(InnerReport.Ending.TRUNCATED, second.inner().orElseThrow().ending());
    }
  }

  @Test
  void adamWIsThatOfTheCore() {
    Layers layers = BlobImages.layers(Activation.TANH);
    double[] x0 = layers.fanIn(new RandomStreams(1));
    Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, BlobImages.of(ROWS));
    Method adam = AdamW.step(1e-2).weightDecay(0).batches(Batches.fullEpochs(BATCH));
    sameSteps(adam, f, x0, 20, 1e-3);
  }

  @Test
  void classesAreLearned() {
    Layers layers = Layers.inputs(36).dense(10, Activation.RELU).outputs(3);
    double[] x0 = layers.fanIn(new RandomStreams(1));
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double first = BlobImages.of(ROWS).features().get(i, 14);
      labels[i] = first < 0.2 ? 0 : first < 0.6 ? 1 : 2;
    }
    Dataset data = Dataset.classification(BlobImages.of(ROWS).features(), labels, 3);
    Network f = Network.of(layers, NetworkLoss.SOFTMAX, data);
    try (Device device = device();
        DeviceTraining training =
            DeviceTraining.start(
                device, whole(1), DeviceTraining.Averaging.constant(.02), f, x0, SEED)) {
      assertEquals(f.value(x0), training.loss(false), 1e-5);
      training.queue(60);
      assertTrue(training.loss(false) < 0.1 * f.value(x0), "loss " + training.loss(false));
      assertEquals(f.value(training.point()), training.loss(false), 1e-5);
      assertEquals(f.value(training.average()), training.loss(true), 1e-5);
      assertArrayEquals(training.average(), training.x());
    }
  }

  private static double[] run(Method method, int save, int steps) throws IOException {
    Layers layers = BlobImages.layers(Activation.SIGMOID);
    double[] x0 = layers.sparse(new RandomStreams(1));
    Network f = Network.autoencoder(layers, NetworkLoss.LOGISTIC, BlobImages.of(ROWS));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Device device = device();
        DeviceTraining training = DeviceTraining.start(device, method, f, x0, SEED)) {
      training.queue(save > 0 ? save : steps);
      if (save == 0) {
        return training.x();
      }
      training.save(new DataOutputStream(bytes));
    }
    try (Device device = device();
        DeviceTraining training = DeviceTraining.start(device, method, f, x0, SEED)) {
      training.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      training.queue(steps - save);
      assertEquals(steps, training.step());
      return training.x();
    }
  }

  @Test
  void runsRepeatBitForBitAlsoResumed() throws IOException {
    for (Method method : List.of(whole(5), parts(5))) {
      double[] straight = run(method, 0, 23);
      assertArrayEquals(straight, run(method, 0, 23));
      for (int save : new int[] {1, 8, 21}) {
        assertArrayEquals(straight, run(method, save, 23), "resumed at " + save);
      }
    }
  }

  @Test
  void everythingIsFreed() {
    Network f = network();
    double[] x0 = f.layers().fanIn(new RandomStreams(1));
    try (Device device = device()) {
      long before = device.allocated();
      try (DeviceTraining training = DeviceTraining.start(device, whole(1), f, x0, SEED)) {
        training.queue(2);
        assertTrue(device.allocated() > before);
      }
      assertEquals(before, device.allocated());
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Network f = network();
    double[] x0 = f.layers().fanIn(new RandomStreams(1));
    try (Device device = device()) {
      Iron many = whole(1).batches(Batches.fullEpochs(ROWS + 1));
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> DeviceTraining.start(device, many, f, x0, SEED));
      assertEquals("a batch of 121 rows, expected 1 to 120", refused.getMessage());
      assertThrows(
          IllegalArgumentException.class,
          () -> DeviceTraining.start(device, whole(1), f, new double[3], SEED));
      InputError tooMany =
          assertThrows(
              InputError.class,
              () -> DeviceTraining.start(device, implicit(52, factors(), 1), f, x0, SEED));
      assertEquals("a device makes at most 51 CG steps, not 52", tooMany.getMessage());
    }
  }

  private static Iron relaxed(Preconditioner preconditioner) {
    // With fewer looks, or lambda growing faster, the core looks at steps for their length too.
    return implicit(1, preconditioner, .25)
        .adapting(Adaptation.standard())
        .inner(
            InnerMethod.relaxed(PART, preconditioner)
                .globalization(new Globalization.Unchecked(3, PART)));
  }

  /** Parts of steps that decay, with lambda by the ratio of several looks. */
  private static Iron budget(Preconditioner factors) {
    return relaxed(factors)
        .inner(
            InnerMethod.relaxed(PART, factors)
                .globalization(
                    new Globalization.Unchecked(2, PART).budget(12).steady(.25).looks(4)));
  }

  private static Iron implicit(int cg, Preconditioner preconditioner, double alpha) {
    return Iron.step(alpha)
        .adapting(Adaptation.standard().grow(2))
        .batches(Batches.fullEpochs(BATCH))
        .inner(InnerMethod.linearized(cg, preconditioner));
  }

  /** The methods of the chapter deep, and how far floats may go from doubles in ten steps. */
  private static Map<Method, Double> methods() {
    Preconditioner factors = FACTORS;
    Schedule decay = Schedule.cosineDecay(1e-2, 30);
    Batches batches = Batches.fullEpochs(BATCH);
    Map<Method, Double> methods = new LinkedHashMap<>();
    methods.put(IterateAveraging.of(implicit(1, factors, 1 / .9 - 1)).eta(8), 2e-3);
    methods.put(IterateAveraging.of(implicit(2, factors, 1e9)).eta(8), 2e-3);
    methods.put(IterateAveraging.of(relaxed(factors)).eta(8), 2e-3);
    methods.put(relaxed(new Preconditioner.None()), 2e-3);
    methods.put(budget(factors), 2e-3);
    methods.put(Muon.steps(decay).batches(batches), 1e-3);
    methods.put(implicit(20, new Preconditioner.None(), 1 / .9 - 1), 2e-2);
    methods.put(AdamW.steps(decay).batches(batches), 1e-3);
    methods.put(Sgd.steps(decay).nesterov(.99).batches(batches), 1e-4);
    methods.put(Sgd.steps(decay).momentum(.9).batches(batches), 1e-4);
    return methods;
  }

  private static Network network() {
    return Network.autoencoder(
        BlobImages.layers(Activation.TANH), NetworkLoss.LOGISTIC, BlobImages.of(ROWS));
  }

  /** Row gradients of a step with factors; of others, whether it was taken. */
  private static double work(Network f, int k, StepReport report, Method method) {
    boolean factors = method instanceof IterateAveraging || method.equals(budget(FACTORS));
    return factors
        ? GradientWork.of(f.layers())
            .of(k, BATCH, report.inner().orElseThrow(), new Preconditioner.Averaged(7))
        : report.work().newtonSteps();
  }

  @Test
  void methodsOfTheCoreMakeTheSameStepsAndCountTheSameWork() {
    Network f = network();
    double[] x0 = f.layers().fanIn(new RandomStreams(1));
    methods()
        .forEach(
            (method, tolerance) -> {
              Stepper here = method.start(f, x0, new RandomStreams(SEED));
              try (Device device = device();
                  DeviceTraining there = DeviceTraining.start(device, method, f, x0, SEED)) {
                for (int k = 0; k < 10; k++) {
                  StepReport a = here.advance();
                  StepReport b = there.advance();
                  assertEquals(a.step(), b.step());
                  assertEquals(a.alpha(), b.alpha(), 1e-9 * a.alpha());
                  assertEquals(
                      a.lambda(),
                      b.lambda(),
                      1e-9 * (Double.isNaN(a.lambda()) ? 1 : a.lambda()),
                      method.description());
                  assertEquals(a.work().linearSteps(), b.work().linearSteps());
                  assertEquals(work(f, k, a, method), work(f, k, b, method));
                  assertEquals(a.failedSolves(), b.failedSolves());
                }
                double distance = distance(here.x(), there.x(), x0);
                assertTrue(
                    distance < tolerance,
                    () -> String.format(Locale.ROOT, "%s: %.2e", method.name(), distance));
              }
            });
  }

  @Test
  void aMethodIsResumedBitForBit() throws IOException {
    Network f = network();
    double[] x0 = f.layers().fanIn(new RandomStreams(1));
    for (Method method : methods().keySet()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (Device device = device();
          DeviceTraining straight = DeviceTraining.start(device, method, f, x0, SEED);
          DeviceTraining resumed = DeviceTraining.start(device, method, f, x0, SEED)) {
        for (int k = 0; k < 9; k++) {
          if (k == 5) {
            straight.save(new DataOutputStream(bytes));
          }
          straight.advance();
        }
        resumed.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        while (resumed.step() < straight.step()) {
          resumed.advance();
        }
        assertArrayEquals(straight.x(), resumed.x(), method.name());
        assertEquals(straight.advance(), resumed.advance());
      }
    }
  }

  @Test
  void methodsThatADeviceDoesNotMakeAreRefused() {
    Network f = network();
    double[] x0 = f.layers().fanIn(new RandomStreams(1));
    Batches batches = Batches.fullEpochs(BATCH);
    Iron iron = implicit(1, new Preconditioner.Averaged(7), 1);
    try (Device device = device()) {
      for (Method method :
          List.of(
              new Lbfgs(10),
              Sgd.step(1),
              Sgd.step(1).batches(batches).weightDecay(.1),
              AdamW.step(1).batches(batches).authors(),
              iron.batches(Batches.epochs(BATCH)),
              iron.inner(InnerMethod.NEWTON_CG),
              iron.inner(
                  InnerMethod.relaxed(PART, new Preconditioner.Averaged(7))
                      .start(InnerMethod.WarmStart.ITERATE)),
              Iron.step(1).batches(batches),
              Iron.steps(Schedule.of("constant in words only", k -> 1 / (k + 1.0)))
                  .adapting(Adaptation.standard())
                  .batches(batches)
                  .inner(InnerMethod.linearized(1, factors())),
              IterateAveraging.of(iron).every(2),
              implicit(1, new Preconditioner.Jacobi(), 1))) {
        String said =
            assertThrows(
                    InputError.class,
                    () -> DeviceTraining.start(device, method, f, x0, SEED),
                    method.description())
                .getMessage();
        assertTrue(said.startsWith("'" + method.name() + "' with these settings"), said);
      }
      assertThrows(
          InputError.class, () -> DeviceTraining.start(device, iron, f.reg(1e-3), x0, SEED));
      assertEquals(0, device.allocated());
    }
  }
}
