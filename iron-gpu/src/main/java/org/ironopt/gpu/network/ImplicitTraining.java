package org.ironopt.gpu.network;

import java.util.List;
import java.util.Optional;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.linalg.Require;
import org.ironopt.method.Adaptation;
import org.ironopt.resolvent.Preconditioner;

/**
 * The implicit step of a network on a device, {@code Iron.step(alpha).adapting(rule)}, with {@code
 * s = 1 + 1/alpha} and {@code c = x + (v - x)/s}. Whole steps are those of {@code
 * Inner.linearized(k, Averaged)},
 *
 * <pre>
 *   (I/lambda + G) p = -(grad f_B(x) + (x - c)/lambda)  by k CG steps,  x+ = x + p
 * </pre>
 *
 * with G the Gauss-Newton matrix of the batch at x and the Kronecker factors of its averaged model
 * as preconditioner M. Parts of steps are those of {@code Inner.relaxed(part, Averaged)},
 *
 * <pre>
 *   z = M^-1 grad f_B(c),  x+ = c - part l z,  l = (grad f_B(c), z)/(z, (I/lambda + G) z)
 * </pre>
 *
 * with G at c, and l measured at looks, averaged and kept between them. Both end with {@code v+ =
 * x+ + (x+ - x)/alpha}. Deviations from the core: vectors are floats (dots are doubles), a step
 * that is not finite is refused, and a long step is no reason for a look by itself; a part of a
 * step is shortened instead, to twice the last one looked at. Guarantee: none.
 */
public final class ImplicitTraining extends Training {
  private static final int MOST_CG = (Scalars.COUNT - Scalars.LINEAR) / 2;
  private static final double LEAST = 1e-12;
  private static final double GOOD = 0.75;

  private final Settings settings;
  private final boolean relaxed;
  private final double over;
  private final Optional<DeviceFactors> factors;
  private final Buffer v;

  /** Where f is linearised: x itself, or the center. */
  private final Buffer at;

  private final Buffer r;
  private final Buffer p;
  private final Buffer z;
  private final Buffer d;
  private final Buffer ad;
  private final Buffer trial;
  private final Buffer partial;
  private final Part seeing;
  private final Part learning;
  private final Part solving;
  private final Part looking;
  private boolean looked;

  /**
   * How steps are made.
   *
   * @param rows of a batch
   * @param cgSteps of a whole step, 1 of a part
   * @param part of the step to the minimum of the model, from the center; 1 for whole steps from x
   * @param momentum beta; alpha is {@code 1/beta - 1}
   * @param rule of lambda
   * @param factors when models are made and inverted; CG has no preconditioner if empty
   * @param every steps between looks at f
   * @param averaging of the points
   */
  public record Settings(
      int rows,
      int cgSteps,
      double part,
      double momentum,
      Adaptation rule,
      Optional<Preconditioner.Averaged> factors,
      int every,
      Averaging averaging) {
    public Settings {
      Require.atLeast("CG steps", 1, cgSteps);
      Require.atLeast("steps between looks", 1, every);
      Require.that(
          cgSteps <= MOST_CG && momentum > 0 && momentum < 1,
          "CG steps are %s and momentum is %s, expected at most %s and a number between 0 and 1",
          cgSteps,
          momentum,
          MOST_CG);
      Require.that(
          part > 0 && (part == 1 || part < 1 && cgSteps == 1),
          "a part of %s of a step with %s CG steps, expected 1, or less along the direction of one",
          part,
          cgSteps);
    }

    /** Returns b = 4000, three CG steps, momentum 0.9, lambda up to 1e5, averaging 0.02. */
    public static Settings standard() {
      return new Settings(
          4000,
          3,
          1,
          0.9,
          Adaptation.standard(),
          Optional.of(new Preconditioner.Averaged(5, 60, 0.05, 0.25, 0)),
          5,
          Averaging.constant(0.02));
    }

    /** Changes the rows of a batch. */
    public Settings rows(int count) {
      return new Settings(count, cgSteps, part, momentum, rule, factors, every, averaging);
    }

    /** Changes the CG steps. */
    public Settings cgSteps(int count) {
      return new Settings(rows, count, part, momentum, rule, factors, every, averaging);
    }

    /** Makes parts of steps, along one direction from the center. */
    public Settings part(double changed) {
      return new Settings(rows, 1, changed, momentum, rule, factors, every, averaging);
    }

    /** Changes the momentum. */
    public Settings momentum(double changed) {
      return new Settings(rows, cgSteps, part, changed, rule, factors, every, averaging);
    }

    /** Changes the average. */
    public Settings averaging(Averaging changed) {
      return new Settings(rows, cgSteps, part, momentum, rule, factors, every, changed);
    }

    /** Changes the rule of lambda. */
    public Settings rule(Adaptation changed) {
      return new Settings(rows, cgSteps, part, momentum, changed, factors, every, averaging);
    }

    /** Changes when models are made and inverted. */
    public Settings factors(Preconditioner.Averaged changed) {
      return new Settings(
          rows, cgSteps, part, momentum, rule, Optional.of(changed), every, averaging);
    }

    /** Changes how often f is looked at. */
    public Settings every(int steps) {
      return new Settings(rows, cgSteps, part, momentum, rule, factors, steps, averaging);
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
    relaxed = settings.part() < 1;
    double alpha = 1 / settings.momentum() - 1;
    over = alpha / (1 + alpha);
    v = kept(n);
    device.copy(x, v);
    factors = settings.factors().map(rule -> new DeviceFactors(this, rule));
    at = relaxed ? buffers.floats(n) : x;
    p = buffers.floats(n);
    z = buffers.floats(n);
    trial = buffers.floats(n);
    long own = relaxed ? 0 : n;
    r = buffers.floats(own);
    d = buffers.floats(own);
    ad = buffers.floats(own);
    partial = buffers.doubles(4L * Kernel.MOST_BLOCKS);
    set(Scalars.LAMBDA, settings.rule().lambda0());
    seeing = new Part(() -> see(false));
    learning = new Part(() -> see(true));
    solving = new Part(() -> solve(false));
    looking = new Part(() -> solve(true));
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

  /** Renews the inverses of the factors, if there are any; steps do so by themselves. */
  public void renew() {
    factors.ifPresent(DeviceFactors::renew);
  }

  @Override
  public List<Runnable> bodies() {
    return List.of(
        () -> {
          see(true);
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
    if (relaxed) {
      device.launch(Kernel.CENTER, Kernel.blocks(n), x, v, at, over, (long) n);
    }
    network.forward(at, Scalars.VALUE);
    network.backward(at, gradient);
    if (learn) {
      factors.ifPresent(f -> f.learn(at));
    }
  }

  private void precondition(Buffer from) {
    factors.ifPresentOrElse(f -> f.apply(from, z), () -> device.copy(from, z));
  }

  private void dot(Buffer a, Buffer b, int slot) {
    device.launch(Kernel.DOT, Kernel.blocks(n), a, b, partial, (long) n);
    total(1, slot);
  }

  private void total(int sums, int slot) {
    device.launch(Kernel.TOTAL, sums, partial, scalars.part(slot, sums), Kernel.blocks(n));
  }

  /** Queues: the step, perhaps a look at f, the rule of lambda, the move. */
  private void solve(boolean look) {
    if (relaxed) {
      relax(look);
    } else {
      conjugateGradients(look);
    }
    if (look) {
      network.look(trial, Scalars.TRIAL);
    }
    device.launch(
        Kernel.JUDGE,
        1,
        scalars,
        relaxed ? 0 : over,
        1 - 0.5 * settings.part(),
        settings.rule().largest(),
        LEAST * settings.rule().lambda0(),
        settings.rule().grow(),
        settings.rule().shrink(),
        look);
    float inverseAlpha = (float) (1 / (1 / settings.momentum() - 1));
    device.launch(Kernel.MOVE, Kernel.blocks(n), x, v, p, average, scalars, inverseAlpha, (long) n);
  }

  /** Queues: a part of the way along one direction from the center. */
  private void relax(boolean look) {
    precondition(gradient);
    dot(gradient, z, Scalars.LINEAR);
    dot(z, z, Scalars.LINEAR + 1);
    boolean measured = measures(look);
    if (measured) {
      network.form(at, z, Scalars.LINEAR + 2);
    }
    boolean factored = factors.isPresent();
    device.launch(Kernel.MEASURE, 1, scalars, settings.part(), measured, factored, look);
    device.launch(Kernel.RELAX, Kernel.blocks(n), x, v, z, p, trial, scalars, over, (long) n);
  }

  /** Without factors the length changes from step to step. */
  private boolean measures(boolean look) {
    return look || factors.isEmpty();
  }

  /** Queues: a whole step from x. */
  private void conjugateGradients(boolean look) {
    int blocks = Kernel.blocks(n);
    long length = n;
    device.launch(Kernel.RESIDUAL, blocks, gradient, x, v, r, p, scalars, over, length);
    if (look) {
      dot(r, r, Scalars.BEFORE);
    }
    precondition(r);
    device.copy(z, d);
    dot(r, z, Scalars.LINEAR);
    for (int i = 0; i < settings.cgSteps(); i++) {
      int rz = Scalars.LINEAR + 2 * i;
      boolean last = i == settings.cgSteps() - 1;
      if (last && !look) {
        // The residual after it is not asked for, so <d, G d> is enough, half of a product.
        network.form(x, d, rz + 1);
        dot(d, d, Scalars.SQUARE);
        device.launch(Kernel.FINISH, blocks, p, d, scalars, rz, rz + 1, length);
      } else {
        network.product(x, d, ad);
        device.launch(Kernel.SHIFT, blocks, ad, d, partial, scalars, length);
        total(1, rz + 1);
        device.launch(Kernel.ADVANCE, blocks, p, r, d, ad, scalars, rz, rz + 1, length);
      }
      if (!last) {
        precondition(r);
        dot(r, z, rz + 2);
        device.launch(Kernel.DIRECTION, blocks, d, z, scalars, rz, rz + 2, length);
      }
    }
    device.launch(Kernel.TRIAL, blocks, x, v, gradient, p, trial, partial, length);
    total(4, Scalars.LOOK);
    if (look) {
      dot(r, r, Scalars.AFTER);
    }
  }

  /** Returns whether the last step was looked at. */
  boolean looked() {
    return looked;
  }

  /** Returns the products, or quadratic forms, of the last step. */
  int products() {
    return relaxed ? measures(looked) ? 1 : 0 : settings.cgSteps();
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
}
