package org.ironopt.problem;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Require;
import org.ironopt.problem.analytic.Quadratic;

/**
 * Counts the evaluations of an objective, outside whatever solver makes them. {@link #objective}
 * stands in for the wrapped one: it has the same interfaces ({@link Curved}, {@link Proximable}, a
 * user's own, ...) and gives the same results; batches of a {@link FiniteSum} and workspaces are
 * counted too. It is not the same class, so what looks for {@link Quadratic} or {@link Ensemble}
 * itself does not find it; count the base of an ensemble instead. Counters may be used by many
 * threads.
 */
public final class Counted {
  /**
   * How often each oracle was called.
   *
   * @param values calls of value, also as part of valueAndGradient
   * @param gradients calls of gradient, also as part of valueAndGradient, and of a single term's
   *     residual or row, which are as much as its gradient
   * @param linearizations moves of a curvature workspace, each with one value and one gradient that
   *     are not counted above
   * @param products products with a Hessian or Gauss-Newton matrix
   * @param assemblies diagonals, blocks and factored models asked of a workspace
   * @param resolvents closed-form resolvents, of f, of batches or of single terms
   * @param higher third and fourth derivatives
   * @param terms terms of the sum that all these calls looked at, those of a batch for a batch; 1
   *     for an objective that is no sum
   */
  public record Counts(
      long values,
      long gradients,
      long linearizations,
      long products,
      long assemblies,
      long resolvents,
      long higher,
      long terms) {}

  private final Objective objective;
  private final LongAdder values = new LongAdder();
  private final LongAdder gradients = new LongAdder();
  private final LongAdder linearizations = new LongAdder();
  private final LongAdder products = new LongAdder();
  private final LongAdder assemblies = new LongAdder();
  private final LongAdder resolvents = new LongAdder();
  private final LongAdder higher = new LongAdder();
  private final LongAdder terms = new LongAdder();

  private Counted(Objective wrapped) {
    this.objective = (Objective) wrap(wrapped, wrapped instanceof FiniteSum sum ? sum.terms() : 1);
  }

  /** Returns a counter of {@code objective}, all counts zero. */
  public static Counted of(Objective objective) {
    return new Counted(objective);
  }

  /** Returns the objective to hand out. */
  public Objective objective() {
    return objective;
  }

  /** Returns the objective to hand out as one of the interfaces that the wrapped one has. */
  public <T extends Objective> T as(Class<T> capability) {
    Require.that(
        capability.isInstance(objective),
        "the objective is not %s, or that is not an interface",
        capability.getSimpleName());
    return capability.cast(objective);
  }

  /** Returns the counts so far. */
  public Counts counts() {
    return new Counts(
        values.sum(),
        gradients.sum(),
        linearizations.sum(),
        products.sum(),
        assemblies.sum(),
        resolvents.sum(),
        higher.sum(),
        terms.sum());
  }

  /** Sets all counts to zero. */
  public void reset() {
    for (LongAdder counter :
        new LongAdder[] {
          values, gradients, linearizations, products, assemblies, resolvents, higher, terms
        }) {
      counter.reset();
    }
  }

  /** A proxy keeps every combination of interfaces without a class for each. */
  private Object wrap(Objective wrapped, int size) {
    Set<Class<?>> interfaces = new LinkedHashSet<>();
    for (Class<?> c = wrapped.getClass(); c != null; c = c.getSuperclass()) {
      for (Class<?> i : c.getInterfaces()) {
        if (Modifier.isPublic(i.getModifiers()) && !i.isSealed()) {
          interfaces.add(i);
        }
      }
    }
    return Proxy.newProxyInstance(
        wrapped.getClass().getClassLoader(),
        interfaces.toArray(Class<?>[]::new),
        (proxy, method, arguments) ->
            counted(invoke(wrapped, method, arguments), method, arguments, size));
  }

  private static Object invoke(Objective wrapped, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(wrapped, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object counted(Object result, Method method, Object[] arguments, int size) {
    boolean oneTerm = arguments != null && arguments[0] instanceof Integer;
    switch (method.getName()) {
      case "value" -> count(size, values);
      case "gradient" -> count(size, gradients);
      case "valueAndGradient" -> count(size, values, gradients);
      case "prox" -> count(oneTerm ? 1 : size, resolvents);
      case "third", "fourth" -> count(size, higher);
      case "residual", "row" -> {
        if (oneTerm) {
          count(1, gradients);
        }
      }
      default -> {}
    }
    return switch (result) {
      case Factored factored -> new CountedFactored(factored, size);
      case Curvature curvature -> new CountedCurvature(curvature, size);
      case Objective part ->
          wrap(
              part,
              method.getName().equals("batch") ? (int) arguments[2] - (int) arguments[1] : size);
      case null, default -> result;
    };
  }

  private void count(int size, LongAdder... oracles) {
    for (LongAdder oracle : oracles) {
      oracle.increment();
    }
    terms.add(size);
  }

  private class CountedCurvature implements Curvature {
    private final Curvature wrapped;
    final int size;

    CountedCurvature(Curvature wrapped, int size) {
      this.wrapped = wrapped;
      this.size = size;
    }

    @Override
    public int dimension() {
      return wrapped.dimension();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      count(size, linearizations);
      return wrapped.at(x, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      count(size, products);
      wrapped.apply(v, hv);
    }

    @Override
    public double form(double[] v, double[] scratch) {
      count(size, products);
      return wrapped.form(v, scratch);
    }

    @Override
    public void diagonal(double[] diagonal) {
      count(size, assemblies);
      wrapped.diagonal(diagonal);
    }

    @Override
    public void block(int from, DenseMatrix block) {
      count(size, assemblies);
      wrapped.block(from, block);
    }
  }

  /** A model costs a look at the terms that it may use; its inverse touches none. */
  private final class CountedFactored extends CountedCurvature implements Factored {
    private final Factored factored;

    CountedFactored(Factored factored, int size) {
      super(factored, size);
      this.factored = factored;
    }

    @Override
    public int modelLength() {
      return factored.modelLength();
    }

    @Override
    public boolean averages() {
      return factored.averages();
    }

    @Override
    public void model(double[] model, Draw draw) {
      count((int) Math.ceil(size * draw.part()), assemblies);
      factored.model(model, draw);
    }

    @Override
    public LinearOperator modelInverse(double[] model, double lambda) {
      return factored.modelInverse(model, lambda);
    }
  }
}
