package org.ironopt.gpu.network;

import java.util.Optional;
import org.ironopt.gpu.DeviceException;
import org.ironopt.gpu.network.Training.Averaging;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Averaged;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Preconditioner;

/**
 * A method of the core in the settings of a device. What a device does not make is refused: a
 * method is rebuilt from the settings that were understood and must be equal to the one given.
 */
sealed interface DeviceMethod {
  /** {@code Iron.adapting} with {@code Inner.linearized} or {@code Inner.relaxed}. */
  record Implicit(ImplicitTraining.Settings settings, boolean averaged) implements DeviceMethod {}

  /** AdamW or SGD. */
  record Gradient(GradientTraining.Settings settings, boolean averaged) implements DeviceMethod {}

  /** Whether the average is the iterate, or the point itself. */
  boolean averaged();

  /** Returns the settings, or says that the method is not made on a device. */
  static DeviceMethod of(Method method) {
    if (method instanceof Averaged outer && outer.every() == 1) {
      return of(outer.method(), Averaging.growing(outer.eta()), true);
    }
    return of(method, Averaging.constant(0), false);
  }

  private static DeviceMethod of(Method method, Averaging averaging, boolean averaged) {
    return switch (method) {
      case Iron iron -> new Implicit(implicit(iron, averaging), averaged);
      case AdamW adam -> new Gradient(adam(adam, averaging), averaged);
      case Sgd sgd -> new Gradient(sgd(sgd, averaging), averaged);
      default -> throw refused(method);
    };
  }

  private static DeviceException refused(Method method) {
    return new DeviceException(
        "'%s' with these settings is not made on a device: expected IRON with adapted lambda and"
            + " Inner.linearized or Inner.relaxed, AdamW or SGD, each with Batches.fullEpochs and"
            + " without noise",
        method.name());
  }

  private static int rows(Batches batches, Method method) {
    return switch (batches) {
      case Batches.FullEpochs full -> full.size();
      default -> throw refused(method);
    };
  }

  private static ImplicitTraining.Settings implicit(Iron iron, Averaging averaging) {
    if (iron.damping() instanceof Adaptation rule
        && iron.alpha().description().startsWith("constant ")
        && iron.inner().orElse(null) instanceof Inner.Newton newton
        && newton.direction() instanceof Direction.Cg cg
        && newton.globalization() instanceof Globalization.Unchecked unchecked) {
      Inner.Newton inner =
          unchecked.part() < 1
              ? Inner.relaxed(unchecked.part(), cg.preconditioner())
              : Inner.linearized(cg.maxIterations(), cg.preconditioner());
      Iron known =
          Iron.steps(iron.alpha())
              .adapting(rule)
              .batches(iron.batches())
              .inner(inner.withGlobalization(unchecked));
      Optional<Preconditioner.Averaged> factors =
          switch (cg.preconditioner()) {
            case Preconditioner.Averaged a -> Optional.of(a);
            case Preconditioner.None _ -> Optional.empty();
            default -> throw refused(iron);
          };
      if (iron.equals(known)) {
        return new ImplicitTraining.Settings(
            rows(iron.batches(), iron),
            cg.maxIterations(),
            unchecked.part(),
            1 / (1 + iron.alpha().checked(0)),
            rule,
            factors,
            unchecked.every(),
            averaging);
      }
    }
    throw refused(iron);
  }

  private static GradientTraining.Settings adam(AdamW adam, Averaging averaging) {
    AdamW known =
        AdamW.steps(adam.eta())
            .betas(adam.beta1(), adam.beta2())
            .eps(adam.eps())
            .weightDecay(adam.weightDecay())
            .batches(adam.batches());
    if (!adam.equals(known)) {
      throw refused(adam);
    }
    return new GradientTraining.Settings(
        rows(adam.batches(), adam),
        adam.eta(),
        adam.beta1(),
        adam.beta2(),
        adam.eps(),
        adam.weightDecay(),
        false,
        averaging);
  }

  private static GradientTraining.Settings sgd(Sgd sgd, Averaging averaging) {
    Sgd plain = Sgd.steps(sgd.eta()).batches(sgd.batches());
    Sgd known = sgd.nesterov() ? plain.nesterov(sgd.momentum()) : plain.momentum(sgd.momentum());
    if (!sgd.equals(known)) {
      throw refused(sgd);
    }
    return new GradientTraining.Settings(
        rows(sgd.batches(), sgd), sgd.eta(), sgd.momentum(), -1, 0, 0, sgd.nesterov(), averaging);
  }
}
