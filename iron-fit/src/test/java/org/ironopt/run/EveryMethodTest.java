package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.PublicMethods;
import org.ironopt.method.Schedule;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/**
 * No public method is without a {@link MethodContract}, and what does not fit is answered in the
 * same words by all of them.
 */
class EveryMethodTest {
  static List<MethodContract> contracts() throws Exception {
    List<MethodContract> all = new ArrayList<>();
    for (Class<?> type :
        Stream.concat(
                PublicMethods.classesBeside(MethodContract.class),
                PublicMethods.classesBeside(EveryMethodTest.class))
            .toList()) {
      if (MethodContract.class.isAssignableFrom(type)
          && !Modifier.isAbstract(type.getModifiers())) {
        all.add((MethodContract) instance(type));
      }
    }
    return all;
  }

  private static Object instance(Class<?> type) throws ReflectiveOperationException {
    Class<?> outer = type.getEnclosingClass();
    boolean inner = outer != null && !Modifier.isStatic(type.getModifiers());
    Constructor<?> make =
        inner ? type.getDeclaredConstructor(outer) : type.getDeclaredConstructor();
    make.setAccessible(true);
    return inner ? make.newInstance(instance(outer)) : make.newInstance();
  }

  @Test
  void hasAContract() throws Exception {
    Set<String> covered =
        contracts().stream()
            .map(contract -> contract.method().getClass().getSimpleName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(PublicMethods.names(), covered);
  }

  /** Returns the method with other batches, if it has any. */
  private static Optional<Method> with(Method method, Batches batches) throws Exception {
    try {
      var change = method.getClass().getMethod("batches", Batches.class);
      return Optional.of((Method) change.invoke(method, batches));
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  private static String refusal(Method method, Objective objective) {
    double[] x0 = new double[objective.dimension()];
    return assertThrows(
            IllegalArgumentException.class,
            () -> method.start(objective, x0, new RandomStreams(0)),
            method.description())
        .getMessage();
  }

  @Test
  void refusesBatchesThatDoNotFit() throws Exception {
    int asked = 0;
    for (MethodContract contract : contracts()) {
      Objective objective = contract.objective();
      Optional<Method> tooLarge = with(contract.method(), Batches.epochs(9999));
      if (tooLarge.isPresent() && objective instanceof FiniteSum) {
        String message = refusal(tooLarge.get(), objective);
        assertTrue(
            message.matches("batch size is 9999, expected at most \\d+, the number of terms"),
            message);
        Method elsewhere = with(contract.method(), Batches.given(1, 0, 9999)).orElseThrow();
        assertTrue(refusal(elsewhere, objective).startsWith("given term 1 is 9999, expected 0 to"));
        asked++;
      }
      if (tooLarge.isPresent() && !contract.method().name().startsWith("sppm-")) {
        String message = refusal(with(contract.method(), Batches.epochs(1)).get(), plain());
        assertEquals("minibatches need a FiniteSum, got Broken: use Batches.all()", message);
      }
    }
    assertTrue(asked > 30, asked + " methods with batches");
    // A batch of nothing cannot even be asked for.
    assertThrows(IllegalArgumentException.class, () -> Batches.epochs(0));
    assertThrows(IllegalArgumentException.class, () -> Batches.withReplacement(0));
    assertThrows(IllegalArgumentException.class, () -> Batches.given(0, 1));
  }

  private static Objective plain() {
    return new Broken(3, x -> 1);
  }

  /** Returns the method with other steps, if it has a schedule of them. */
  private static Optional<Method> withSteps(Method method, Schedule steps) throws Exception {
    if (!(method instanceof Record)) {
      return Optional.empty();
    }
    RecordComponent[] parts = method.getClass().getRecordComponents();
    Object[] values = new Object[parts.length];
    boolean changed = false;
    for (int i = 0; i < parts.length; i++) {
      boolean length = Set.of("alpha", "eta").contains(parts[i].getName());
      values[i] = parts[i].getAccessor().invoke(method);
      if (length && parts[i].getType() == Schedule.class) {
        values[i] = steps;
        changed = true;
      } else if (length && parts[i].getType() == Optional.class) {
        values[i] = Optional.of(steps);
        changed = true;
      }
    }
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    return changed
        ? Optional.of((Method) method.getClass().getDeclaredConstructor(types).newInstance(values))
        : Optional.empty();
  }

  /** A schedule that goes wrong is refused at its step, which is named. */
  @Test
  void refusesStepsThatAreNone() throws Exception {
    Schedule bad = Schedule.of("bad", k -> k < 2 ? .1 : Double.NaN);
    int asked = 0;
    for (MethodContract contract : contracts()) {
      Optional<Method> changed = withSteps(contract.method(), bad);
      if (changed.isEmpty()) {
        continue;
      }
      Method method = changed.get();
      var stepper = method.start(contract.objective(), contract.start(), new RandomStreams(0));
      stepper.advance();
      stepper.advance();
      double[] x = stepper.x().clone();
      String message =
          assertThrows(IllegalArgumentException.class, stepper::advance, method.description())
              .getMessage();
      assertTrue(Arrays.equals(x, stepper.x()) && stepper.step() == 2, method.description());
      assertTrue(message.startsWith("alpha_2 is NaN, expected a number > 0"), message);
      asked++;
    }
    assertTrue(asked > 20, asked + " methods with schedules");
  }
}
