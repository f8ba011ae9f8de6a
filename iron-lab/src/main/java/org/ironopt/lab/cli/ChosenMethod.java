package org.ironopt.lab.cli;

import org.ironopt.lab.methods.FitTarget;
import org.ironopt.lab.methods.MethodMaker;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;

/**
 * A method that a user asked for by name. Methods say when they are made or started that they are
 * not for this objective; here that is an answer to the name, so it is bad input.
 */
record ChosenMethod(Method method) implements Method {
  ChosenMethod(MethodMaker maker, double eta, FitTarget target) {
    this(made(maker, eta, target));
  }

  /** A refusal; a run passes it on since it is what methods refuse with. */
  static final class Refused extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Refused(IllegalArgumentException e) {
      super(e.getMessage(), e);
    }
  }

  private static Method made(MethodMaker maker, double eta, FitTarget target) {
    try {
      return maker.make(eta, target);
    } catch (IllegalArgumentException e) {
      throw new Refused(e);
    }
  }

  @Override
  public String name() {
    return method.name();
  }

  @Override
  public String description() {
    return method.description();
  }

  @Override
  public Regularizer regularizer() {
    return method.regularizer();
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    try {
      return method.start(objective, x0, streams);
    } catch (IllegalArgumentException e) {
      throw new Refused(e);
    }
  }
}
