package org.ironopt.problem;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.ironopt.linalg.DenseMatrix;

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
   * @param gradients calls of gradient, also as part of valueAndGradient
   * @param linearizations moves of a curvature workspace, each with one value and one gradient that
   *     are not counted above
   * @param products products with a Hessian or Gauss-Newton matrix
   * @param assemblies diagonals and blocks asked of a workspace
   * @param resolvents closed-form resolvents
   * @param higher third and fourth derivatives
   */
  public record Counts(
      long values,
      long gradients,
      long linearizations,
      long products,
      long assemblies,
      long resolvents,
      long higher) {}

  private final Objective objective;
  private final LongAdder values = new LongAdder();
  private final LongAdder gradients = new LongAdder();
  private final LongAdder linearizations = new LongAdder();
  private final LongAdder products = new LongAdder();
  private final LongAdder assemblies = new LongAdder();
  private final LongAdder resolvents = new LongAdder();
  private final LongAdder higher = new LongAdder();

  private Counted(Objective wrapped) {
    this.objective = (Objective) wrap(wrapped);
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
    if (!capability.isInstance(objective)) {
      throw new IllegalArgumentException(
          "the objective is not " + capability.getSimpleName() + ", or that is not an interface");
    }
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
        higher.sum());
  }

  /** Sets all counts to zero. */
  public void reset() {
    for (LongAdder counter :
        new LongAdder[] {
          values, gradients, linearizations, products, assemblies, resolvents, higher
        }) {
      counter.reset();
    }
  }

  /** A proxy keeps every combination of interfaces without a class for each. */
  private Object wrap(Objective wrapped) {
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
        (proxy, method, arguments) -> counted(invoke(wrapped, method, arguments), method));
  }

  private static Object invoke(Objective wrapped, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(wrapped, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Object counted(Object result, Method method) {
    switch (method.getName()) {
      case "value" -> values.increment();
      case "gradient" -> gradients.increment();
      case "valueAndGradient" -> {
        values.increment();
        gradients.increment();
      }
      case "prox" -> resolvents.increment();
      case "third", "fourth" -> higher.increment();
      default -> {}
    }
    return switch (result) {
      case Curvature curvature -> new CountedCurvature(curvature);
      case Objective part -> wrap(part);
      case null, default -> result;
    };
  }

  private final class CountedCurvature implements Curvature {
    private final Curvature wrapped;

    CountedCurvature(Curvature wrapped) {
      this.wrapped = wrapped;
    }

    @Override
    public int dimension() {
      return wrapped.dimension();
    }

    @Override
    public double at(double[] x, double[] gradient) {
      linearizations.increment();
      return wrapped.at(x, gradient);
    }

    @Override
    public void apply(double[] v, double[] hv) {
      products.increment();
      wrapped.apply(v, hv);
    }

    @Override
    public void diagonal(double[] diagonal) {
      assemblies.increment();
      wrapped.diagonal(diagonal);
    }

    @Override
    public void block(int from, DenseMatrix block) {
      assemblies.increment();
      wrapped.block(from, block);
    }
  }
}
