package org.ironopt.problem.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.Quadratic;

/**
 * Counts the evaluations of an objective, outside whatever solver makes them. {@link #objective}
 * stands in for the wrapped one: it has the same interfaces ({@link org.ironopt.problem.Curved
 * Curved}, {@link org.ironopt.problem.Proximable Proximable}, a user's own, ...) and gives the same
 * results; batches of a {@link FiniteSum} and workspaces are counted too. It is not the same class,
 * so what looks for {@link Quadratic} or {@link org.ironopt.problem.Ensemble Ensemble} itself does
 * not find it; count the base of an ensemble instead. Counters may be used by many threads.
 */
public final class CountingObjective {
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

  /** What is counted, in the order of {@link Counts}. */
  private enum Kind {
    VALUE,
    GRADIENT,
    LINEARIZATION,
    PRODUCT,
    ASSEMBLY,
    RESOLVENT,
    HIGHER,
    TERM
  }

  private final Objective objective;
  private final Map<Kind, LongAdder> counters = new EnumMap<>(Kind.class);

  private CountingObjective(Objective wrapped) {
    for (Kind kind : Kind.values()) {
      counters.put(kind, new LongAdder());
    }
    this.objective = (Objective) wrap(wrapped, wrapped instanceof FiniteSum sum ? sum.terms() : 1);
  }

  /** Returns a counter of {@code objective}, all counts zero. */
  public static CountingObjective of(Objective objective) {
    return new CountingObjective(objective);
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
    long[] c = counters.values().stream().mapToLong(LongAdder::sum).toArray();
    return new Counts(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]);
  }

  /** Sets all counts to zero. */
  public void reset() {
    counters.values().forEach(LongAdder::reset);
  }

  /** A proxy keeps every combination of interfaces without a class for each. */
  private Object wrap(Object wrapped, int size) {
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
        (proxy, method, arguments) -> {
          Object result = invoke(wrapped, method, arguments);
          if (wrapped instanceof Curvature) {
            countCurvature(method.getName(), arguments, size);
          } else {
            countObjective(method.getName(), arguments, size);
          }
          return switch (result) {
            case Curvature curvature -> wrap(curvature, size);
            case Objective part when method.getName().equals("batch") ->
                wrap(part, (int) arguments[2] - (int) arguments[1]);
            case Objective part -> wrap(part, size);
            case null, default -> result;
          };
        });
  }

  private static Object invoke(Object wrapped, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(wrapped, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void countObjective(String method, Object[] arguments, int size) {
    boolean oneTerm = arguments != null && arguments[0] instanceof Integer;
    switch (method) {
      case "value" -> count(size, Kind.VALUE);
      case "gradient" -> count(size, Kind.GRADIENT);
      case "valueAndGradient" -> count(size, Kind.VALUE, Kind.GRADIENT);
      case "prox" -> count(oneTerm ? 1 : size, Kind.RESOLVENT);
      case "third", "fourth" -> count(size, Kind.HIGHER);
      case "residual", "row" -> {
        if (oneTerm) {
          count(1, Kind.GRADIENT);
        }
      }
      default -> {}
    }
  }

  /** A model costs a look at the terms that it may use; its inverse touches none. */
  private void countCurvature(String method, Object[] arguments, int size) {
    switch (method) {
      case "at" -> count(size, Kind.LINEARIZATION);
      case "apply", "form" -> count(size, Kind.PRODUCT);
      case "diagonal", "block" -> count(size, Kind.ASSEMBLY);
      case "model" ->
          count(
              (int) Math.ceil(size * ((Curvature.Factored.Draw) arguments[1]).part()),
              Kind.ASSEMBLY);
      default -> {}
    }
  }

  private void count(int size, Kind... kinds) {
    for (Kind kind : kinds) {
      counters.get(kind).increment();
    }
    counters.get(Kind.TERM).add(size);
  }
}
