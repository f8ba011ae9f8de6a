package org.ironopt.gpu.network;

import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.gpu.Buffer;
import org.ironopt.gpu.Device;
import org.ironopt.gpu.Kernel;
import org.ironopt.gpu.Scalars;
import org.ironopt.io.InputError;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Iron;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.network.Network;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Preconditioner;

/**
 * The implicit step of a network on a device, {@code Iron.step(alpha).adapting(rule)}, with {@code
 * s = 1 + 1/alpha} and {@code c = x + (v - x)/s}. Whole steps are those of {@code
 * InnerMethod.linearized(k, Averaged)},
 *
 * <pre>
 *   (I/lambda + G) p = -(grad f_B(x) + (x - c)/lambda)  by k CG steps,  x+ = x + p
 * </pre>
 *
 * with G the Gauss-Newton matrix of the batch at x and the Kronecker factors of its averaged model
 * as preconditioner M. Parts of steps are those of {@code InnerMethod.relaxed(part, Averaged)},
 *
 * <pre>
 *   z = M^-1 grad f_B(c),  x+ = c - part l z,  l = (grad f_B(c), z)/(z, (I/lambda + G) z)
 * </pre>
 *
 * with G at c, and l measured at looks, averaged and kept between them. Both end with {@code v+ =
 * x+ + (x+ - x)/alpha}. Deviations from the core: vectors are floats (dots are doubles), a step
 * that is not finite is refused, and a long step does not trigger an extra evaluation; a part of a
 * step is shortened instead, to twice the last measured one. Guarantee: none.
 */
final class ImplicitTraining extends DeviceTraining {
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
  private final StepGraph seeing;
  private final StepGraph learning;
  private final StepGraph solving;
  private final StepGraph looking;
  private boolean looked;

  /** Lambda of the next step, NaN while that is not known here. */
  private double lambda = Double.NaN;

  /**
   * How steps are made.
   *
   * @param rows of a batch
   * @param cgSteps of a whole step, 1 of a part
   * @param looks the part of the step to the minimum of the model, from the center, 1 for whole
   *     steps from x; its budget, and when f is looked at
   * @param momentum beta; alpha is {@code 1/beta - 1}
   * @param rule of lambda
   * @param factors when models are made and inverted; CG has no preconditioner if empty
   */
  record Settings(
      int rows,
      int cgSteps,
      Globalization.Unchecked looks,
      double momentum,
      Adaptation rule,
      Optional<Preconditioner.Averaged> factors) {
    Settings {
      InputError.when(
          cgSteps > MOST_CG, "a device makes at most %s CG steps, not %s", MOST_CG, cgSteps);
    }

    double alpha() {
      return 1 / momentum - 1;
    }

    /** A method is rebuilt from the settings that were understood and must equal the one given. */
    static Settings of(Iron iron) {
      if (iron.damping() instanceof Adaptation rule
          && iron.alpha() instanceof Schedule.Constant(double alpha)
          && iron.inner().orElse(null) instanceof InnerMethod.Newton newton
          && newton.direction() instanceof Direction.Cg cg
          && newton.globalization() instanceof Globalization.Unchecked unchecked) {
        InnerMethod.Newton inner =
            unchecked.part() < 1
                ? InnerMethod.relaxed(unchecked.part(), cg.preconditioner())
                : InnerMethod.linearized(cg.maxIterations(), cg.preconditioner());
        Iron known =
            Iron.steps(iron.alpha())
                .adapting(rule)
                .batches(iron.batches())
                .inner(inner.globalization(unchecked));
        Optional<Preconditioner.Averaged> factors =
            switch (cg.preconditioner()) {
              case Preconditioner.Averaged a -> Optional.of(a);
              case Preconditioner.None _ -> Optional.empty();
              default -> throw refused(iron);
            };
        if (iron.equals(known)) {
          return new Settings(
              DeviceTraining.rows(iron.batches(), iron),
              cg.maxIterations(),
              unchecked,
              1 / (1 + alpha),
              rule,
              factors);
        }
      }
      throw refused(iron);
    }
  }

  ImplicitTraining(
      Device device, Network f, Settings settings, Averaging averaging, double[] x0, long seed) {
    super(device, f, settings.rows(), averaging, x0, seed);
    this.settings = settings;
    relaxed = settings.looks().part() < 1;
    over = settings.alpha() / (1 + settings.alpha());
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
    seeing = new StepGraph(() -> see(false));
    learning = new StepGraph(() -> see(true));
    solving = new StepGraph(() -> solve(false));
    looking = new StepGraph(() -> solve(true));
  }

  @Override
  void step(long solve) {
    lambda = Double.NaN;
    Optional<Preconditioner.Averaged> rule = settings.factors();
    (rule.filter(r -> r.learns(solve)).isPresent() ? learning : seeing).queue();
    if (rule.filter(r -> r.renews(solve)).isPresent()) {
      renew();
    }
    int every = settings.looks().every();
    boolean due = solve < every || solve % every == 0;
    looked = due || look;
    if (looked) {
      looking.queue();
      look = scalar(Scalars.RATIO) <= GOOD;
    } else {
      solving.queue();
    }
  }

  @Override
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
    Globalization.Unchecked rule = settings.looks();
    device.launch(Kernel.DECAY, 1, scalars, rule.part(), (double) rule.budget(), rule.steady());
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
        (double) settings.looks().looks(),
        settings.rule().largest(),
        LEAST * settings.rule().lambda0(),
        settings.rule().grow(),
        settings.rule().shrink(),
        look);
    float inverseAlpha = (float) (1 / settings.alpha());
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
    device.launch(Kernel.MEASURE, 1, scalars, measured, factored, look);
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

  @Override
  public StepReport advance() {
    double used = Double.isNaN(lambda) ? scalar(Scalars.LAMBDA) : lambda;
    queue(1);
    double[] scalars = scalars();
    lambda = scalars[Scalars.LAMBDA];
    boolean taken = scalars[Scalars.TAKEN] > 0;
    double none = Double.NaN;
    InnerReport inner =
        new InnerReport(
            taken ? InnerReport.Ending.TRUNCATED : InnerReport.Ending.NO_DECREASE,
            taken ? 1 : 0,
            settings.cgSteps(),
            taken ? 0 : 1,
            none,
            OptionalDouble.empty(),
            none,
            none,
            looked ? 2 : 1,
            products(),
            Optional.of(model(scalars)));
    double alpha = settings.alpha();
    double gamma = alpha * alpha / (used * (1 + alpha));
    return StepReport.implicit(step(), alpha, gamma, used, inner, StepReport.Counts.NONE);
  }

  /** Returns the products, or quadratic forms, of the last step. */
  private int products() {
    return relaxed ? measures(looked) ? 1 : 0 : settings.cgSteps();
  }

  /** A part of a step leaves no linear residual, as in the core. */
  private InnerReport.Model model(double[] scalars) {
    double none = Double.NaN;
    return looked
        ? new InnerReport.Model(
            relaxed ? none : Math.sqrt(scalars[Scalars.AFTER] / scalars[Scalars.BEFORE]),
            scalars[Scalars.VALUE] - scalars[Scalars.TRIAL],
            scalars[Scalars.RATIO])
        : new InnerReport.Model(none, none, none);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    lambda = Double.NaN;
    super.restore(in);
  }
}
