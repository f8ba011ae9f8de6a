package org.ironopt.method;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.ironopt.io.internal.StableId;
import org.ironopt.io.internal.StableName;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;

/**
 * An optimization method: immutable parameters that can start any number of steppers. A record, by
 * custom: its components are the parameters, {@code step} and {@code steps} make one, and a method
 * with a parameter's name returns a copy in which that parameter is changed.
 */
public interface Method {
  /** Returns a short name, such as {@code iron}. */
  String name();

  /**
   * Returns what tells this method from all others in files: the name and every parameter, of a
   * record all of its components under their stable names ({@link StableName}). A checkpoint is
   * resumed only by a method with an equal id. A method that is not a record has its description
   * for one, which should then list all that changes its steps.
   */
  default String id() {
    return this instanceof Record one
        ? StableId.parts(one)
            .map(part -> part.name() + ": " + words(part.value()))
            .collect(Collectors.joining("; ", name() + "(", ")"))
        : description();
  }

  /** Returns what a user should know of these parameters before a run, a sentence each. */
  default List<String> warnings() {
    return List.of();
  }

  /** Returns the name and every parameter in one line for a reader; nothing in files is it. */
  default String description() {
    return this instanceof Record ? id() : name();
  }

  /** Returns r if the method minimises {@code F = f + r}; a run then measures F. */
  default Regularizer regularizer() {
    return Regularizer.none();
  }

  /**
   * Starts at {@code x0}, which is copied. An objective that does not fit is refused here, with an
   * {@link IllegalArgumentException}; it is evaluated in steps only.
   */
  Stepper start(Objective objective, double[] x0, RandomStreams streams);

  /**
   * Starts a method for a loop of your own; whatever it draws is that of seed 0:
   *
   * {@snippet lang = java:
   * Stepper stepper = Iron.step(10).start(objective, x0);
   * while (stepper.advance().gradientNorm() > 1e-8) {}
   * }
   */
  default Stepper start(Objective objective, double[] x0) {
    return start(objective, x0, new RandomStreams(0));
  }

  /** Returns a parameter in words. A hash stands for the rest of what is too long to be told. */
  private static String words(Object parameter) {
    String text =
        switch (parameter) {
          case Schedule schedule -> schedule.id();
          case Regularizer regularizer -> regularizer.id();
          case Method method -> method.id();
          case NoiseModel model -> StableId.of(model) + hash(model.noise());
          case OptionalDouble number ->
              number.isPresent() ? String.valueOf(number.getAsDouble()) : "not set";
          case OptionalInt number ->
              number.isPresent() ? String.valueOf(number.getAsInt()) : "not set";
          case Optional<?> optional -> optional.map(Method::words).orElse("not set");
          case Iterable<?> list -> {
            StringBuilder all = new StringBuilder("[");
            list.forEach(one -> all.append(all.length() > 1 ? ", " : "").append(words(one)));
            yield all.append(']').toString();
          }
          case double[] numbers -> Arrays.toString(numbers);
          default -> StableId.of(parameter);
        };
    return text.length() <= 500
        ? text
        : text.substring(0, 80) + "..., hash " + Integer.toHexString(text.hashCode());
  }

  /** Returns the hash of a full covariance, which does not print itself; else nothing. */
  private static String hash(Noise law) {
    return switch (law) {
      case Noise.Full full -> " hash " + Integer.toHexString(full.hashCode());
      case Noise.StudentT(double _, Noise.Full full) -> hash(full);
      default -> "";
    };
  }
}
