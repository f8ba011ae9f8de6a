package org.ironopt.gpu.network;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Matrix;
import org.ironopt.gpu.Scalars;
import org.ironopt.linalg.Require;
import org.ironopt.method.Adaptation;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Preconditioner;

/**
 * The implicit step of a network on a device: {@code Iron.step(alpha).adapting(rule)} with {@code
 * Inner.linearized(k, Averaged)},
 *
 * <pre>
 *   c = x + (v - x)/s,  (I/lambda + G) p = -(grad f_B(x) + (x - c)/lambda)  by k CG steps,
 *   x+ = x + p,  v+ = x+ + (x+ - x)/alpha
 * </pre>
 *
 * with {@code s = 1 + 1/alpha}, G the Gauss-Newton matrix of the batch at x, and the Kronecker
 * factors of its averaged model as preconditioner. Deviations from the core: vectors are floats
 * (dots are doubles), and a long step is no reason for a look by itself. Guarantee: none.
 */
public final class ImplicitTraining extends Training {
  /** A factor that is not definite in floats is damped by so much more, up to so often. */
  private static final double MORE = 10;

  private static final int ATTEMPTS = 8;
  private static final int MOST_CG = (Scalars.BEFORE - Scalars.LINEAR) / 2;
  private static final double LEAST = 1e-12;
  private static final double GOOD = 0.75;
  private static final Preconditioner.Averaged UNUSED = new Preconditioner.Averaged(0);

  private final Settings settings;
  private final double over;
  private final int thin;
  private final long[] words;
  private final Buffer v;
  private final Buffer r;
  private final Buffer p;
  private final Buffer z;
  private final Buffer d;
  private final Buffer ad;
  private final Buffer trial;
  private final Buffer middle;
  private final Buffer partial;
  private final Buffer model;
  private final Buffer fresh;
  private final Buffer inverse;
  private final Buffer damped;
  private final Buffer traces;
  private final Buffer infos;
  private final Part seeing;
  private final Part learning;
  private final Part solving;
  private final Part looking;
  private final Part tracing;
  private boolean looked;

  /**
   * How steps are made.
   *
   * @param rows of a batch
   * @param cgSteps of a step
   * @param momentum beta; alpha is {@code 1/beta - 1}
   * @param rule of lambda
   * @param factors when models are made and inverted; CG has no preconditioner if empty
   * @param every steps between looks at f
   * @param averaging of the points
   */
  public record Settings(
      int rows,
      int cgSteps,
      double momentum,
      Adaptation rule,
      Optional<Preconditioner.Averaged> factors,
      int every,
      Averaging averaging) {
    public Settings {
      Require.atLeast("CG steps", 1, cgSteps);
      Require.atLeast("steps between looks", 1, every);
      if (cgSteps > MOST_CG || !(momentum > 0 && momentum < 1)) {
        throw new IllegalArgumentException(
            "CG steps are "
                + cgSteps
                + " and momentum is "
                + momentum
                + ", expected at most "
                + MOST_CG
                + " and a number between 0 and 1");
      }
    }

    /** Returns b = 4000, three CG steps, momentum 0.9, lambda up to 1e5, averaging 0.02. */
    public static Settings standard() {
      return new Settings(
          4000,
          3,
          0.9,
          Adaptation.standard(),
          Optional.of(new Preconditioner.Averaged(5, 60, 0.05, 0.25, 0)),
          5,
          Averaging.constant(0.02));
    }

    /** Changes the rows of a batch. */
    public Settings rows(int count) {
      return new Settings(count, cgSteps, momentum, rule, factors, every, averaging);
    }

    /** Changes the CG steps. */
    public Settings cgSteps(int count) {
      return new Settings(rows, count, momentum, rule, factors, every, averaging);
    }

    /** Changes the rule of lambda. */
    public Settings rule(Adaptation changed) {
      return new Settings(rows, cgSteps, momentum, changed, factors, every, averaging);
    }

    /** Changes when models are made and inverted. */
    public Settings factors(Preconditioner.Averaged changed) {
      return new Settings(rows, cgSteps, momentum, rule, Optional.of(changed), every, averaging);
    }

    /** Changes how often f is looked at. */
    public Settings every(int steps) {
      return new Settings(rows, cgSteps, momentum, rule, factors, steps, averaging);
    }
  }

  /**
   * Starts a training.
   *
   * @param seed of the batches
   */
  public ImplicitTraining(Device device, Task task, Settings settings, double[] x0, long seed) {
    super(device, task, settings.rows(), settings.averaging(), x0, seed);
    this.settings = settings;
    double alpha = 1 / settings.momentum() - 1;
    over = alpha / (1 + alpha);
    Preconditioner.Averaged factors = settings.factors().orElse(UNUSED);
    thin = (int) Math.max(1, 1 / factors.part());
    words = new Streams(factors.seed()).stream("targets").words();
    v = kept(n);
    device.copy(x, v);
    r = floats(n);
    p = floats(n);
    z = floats(n);
    d = floats(n);
    ad = floats(n);
    trial = floats(n);
    middle = floats(n);
    partial = doubles(4L * Kernel.MOST_BLOCKS);
    long length = settings.factors().isPresent() ? network.modelLength() : 0;
    model = kept(length);
    inverse = kept(length);
    fresh = floats(length);
    damped = floats(length);
    traces = doubles(2L * network.shape.count());
    infos = device.ints(2L * network.shape.count());
    set(Scalars.LAMBDA, settings.rule().lambda0());
    for (int f = 0; length > 0 && f < 2 * network.shape.count(); f++) {
      unit(factor(inverse, f));
    }
    seeing = new Part(() -> see(false));
    learning = new Part(() -> see(true));
    solving = new Part(() -> solve(false));
    looking = new Part(() -> solve(true));
    tracing = new Part(this::damp);
  }

  /** Returns factor f of a model: right and left of layer 1, right and left of layer 2, ... */
  private Matrix factor(Buffer of, int f) {
    return network.factor(of, 1 + f / 2, f % 2 == 0);
  }

  private void unit(Matrix a) {
    device.launch(Kernel.IDENTITY, Kernel.blocks((long) a.rows() * a.rows()), a.data(), a.rows());
  }

  @Override
  void step(long solve) {
    Optional<Preconditioner.Averaged> rule = settings.factors();
    (rule.filter(r -> r.learns(solve)).isPresent() ? learning : seeing).queue();
    if (rule.filter(r -> r.renews(solve)).isPresent()) {
      renew();
    }
    boolean due = solve < settings.every() || solve % settings.every() == 0;
    looked = due || look;
    if (looked) {
      looking.queue();
      look = scalar(Scalars.RATIO) <= GOOD;
    } else {
      solving.queue();
    }
  }

  @Override
  public List<Runnable> bodies() {
    return List.of(
        () -> {
          see(settings.factors().isPresent());
          solve(true);
        },
        () -> {
          see(false);
          solve(false);
        });
  }

  /** Queues: rows, f and gradient, and perhaps a model of the curvature. */
  private void see(boolean learn) {
    gather();
    network.forward(x, Scalars.VALUE);
    network.backward(x, gradient);
    if (learn) {
      network.statistics(x, thin, words, fresh);
      device.launch(Kernel.NOTE, 1, scalars, Scalars.MODELS);
      long length = fresh.length();
      device.launch(
          Kernel.BLEND,
          Kernel.blocks(length),
          model,
          fresh,
          scalars,
          settings.factors().orElse(UNUSED).weight(),
          length);
    }
  }

  /** Queues: the traces that split the damping. */
  private void damp() {
    for (int f = 0; f < 2 * network.shape.count(); f++) {
      int l = 1 + f / 2;
      int dimension = f % 2 == 0 ? network.shape.width(l - 1) + 1 : network.shape.width(l);
      Matrix a = factor(model, f);
      device.launch(Kernel.TRACE, 1, a.data(), traces.part(f, 1), dimension, a.stride());
    }
  }

  /** Renews the inverses, with more damping where floats need it; steps do so by themselves. */
  public void renew() {
    tracing.queue();
    int count = 2 * network.shape.count();
    int[] failed = new int[count];
    Arrays.fill(failed, 1);
    double more = 1;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++, more *= MORE) {
      for (int f = 0; f < count; f++) {
        if (failed[f] != 0) {
          Matrix a = factor(damped, f);
          int size = a.rows();
          device.launch(
              Kernel.DAMP,
              Kernel.blocks((long) size * size),
              factor(model, f).data(),
              a.data(),
              traces.part(f / 2 * 2, 2),
              scalars,
              f % 2 == 0 ? 1 : -1,
              more,
              size);
          device.invert(a, factor(inverse, f), infos.part(f, 1));
        }
      }
      device.download(infos, failed);
      if (Arrays.stream(failed).allMatch(i -> i == 0)) {
        return;
      }
    }
    for (int f = 0; f < count; f++) {
      if (failed[f] != 0) {
        unit(factor(inverse, f));
      }
    }
  }

  /** Queues: {@code z = S^-1 r A^-1} for every layer. */
  private void precondition() {
    if (settings.factors().isEmpty()) {
      device.copy(r, z);
      return;
    }
    for (int l = 1; l <= network.shape.count(); l++) {
      int from = network.shape.from(l);
      int rows = network.shape.units(l);
      int columns = network.shape.columns(l);
      Matrix between = Matrix.of(middle.part(0, (long) rows * columns), rows, columns);
      device.multiply(
          1, part(r, from, rows, columns), network.factor(inverse, l, true), 0, between);
      device.multiply(
          1, network.factor(inverse, l, false), between, 0, part(z, from, rows, columns));
    }
  }

  private static Matrix part(Buffer of, int from, int rows, int columns) {
    return Matrix.of(of.part(from, (long) rows * columns), rows, columns);
  }

  private void dot(Buffer a, Buffer b, int slot) {
    device.launch(Kernel.DOT, Kernel.blocks(n), a, b, partial, (long) n);
    total(1, slot);
  }

  private void total(int sums, int slot) {
    device.launch(Kernel.TOTAL, sums, partial, scalars.part(slot, sums), Kernel.blocks(n));
  }

  /** Queues: conjugate gradients, perhaps a look at f, the move. */
  private void solve(boolean look) {
    int blocks = Kernel.blocks(n);
    long length = n;
    device.launch(Kernel.RESIDUAL, blocks, gradient, x, v, r, p, scalars, over, length);
    if (look) {
      dot(r, r, Scalars.BEFORE);
    }
    precondition();
    device.copy(z, d);
    dot(r, z, Scalars.LINEAR);
    for (int i = 0; i < settings.cgSteps(); i++) {
      int rz = Scalars.LINEAR + 2 * i;
      network.product(x, d, ad);
      device.launch(Kernel.SHIFT, blocks, ad, d, partial, scalars, length);
      total(1, rz + 1);
      device.launch(Kernel.ADVANCE, blocks, p, r, d, ad, scalars, rz, rz + 1, length);
      if (i < settings.cgSteps() - 1) {
        precondition();
        dot(r, z, rz + 2);
        device.launch(Kernel.DIRECTION, blocks, d, z, scalars, rz, rz + 2, length);
      }
    }
    device.launch(Kernel.TRIAL, blocks, x, v, gradient, p, trial, partial, length);
    total(4, Scalars.LOOK);
    if (look) {
      dot(r, r, Scalars.AFTER);
      network.look(trial, Scalars.TRIAL);
    }
    device.launch(
        Kernel.JUDGE,
        1,
        scalars,
        over,
        settings.rule().largest(),
        LEAST * settings.rule().lambda0(),
        settings.rule().grow(),
        settings.rule().shrink(),
        look ? 1 : 0);
    float inverseAlpha = (float) (1 / (1 / settings.momentum() - 1));
    device.launch(Kernel.MOVE, blocks, x, v, p, average, scalars, inverseAlpha, length);
  }

  /** Returns whether the last step was looked at. */
  boolean looked() {
    return looked;
  }

  /** Waits and returns lambda of the next step. */
  public double lambda() {
    return scalar(Scalars.LAMBDA);
  }

  /** Waits and returns the last ratio of actual to predicted decrease. */
  public double ratio() {
    return scalar(Scalars.RATIO);
  }

  /** Waits and returns how many steps were refused. */
  public long refused() {
    return (long) scalar(Scalars.REFUSED);
  }

  @Override
  public void close() {
    device.free(infos);
    super.close();
  }
}
