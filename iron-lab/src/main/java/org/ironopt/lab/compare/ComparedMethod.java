package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.folder.UserClasses;
import org.ironopt.lab.methods.MethodFactory;
import org.ironopt.lab.methods.MethodKind;
import org.ironopt.lab.methods.MethodKinds;
import org.ironopt.lab.methods.NetworkMethods;
import org.ironopt.method.Method;

/**
 * A method of a comparison.
 *
 * @param name how it is called in the report
 * @param kind word or class that the config names it by
 * @param steps its own grid of steps, if it has one
 * @param batch terms that a step sees, 0 for all, -1 if that is not known
 * @param code hash of a class of the user's own, empty for the library's
 * @param maker makes it; refuses what does not fit with an IllegalArgumentException
 */
record ComparedMethod(
    String name,
    String kind,
    Optional<double[]> steps,
    int batch,
    String code,
    MethodFactory maker) {

  /** Makes the method, or explains with an IllegalArgumentException what does not fit. */
  Method make(double step, ProblemInstance problem) {
    return maker.make(step, problem);
  }

  /** Returns all that determines its runs on a problem besides the step. */
  String identity(ProblemInstance problem) {
    return make(1, problem).id() + (code.isEmpty() ? "" : ", code " + code);
  }

  /** Reads a method from its table in a config: a word of the library, or the name of a class. */
  static ComparedMethod read(TomlSection o, int commonBatch, UserClasses own) {
    String kind = CompareConfig.kind(o);
    String name = o.name("name", kind);
    Optional<double[]> steps =
        o.has("steps") ? Optional.of(CompareConfig.steps(o)) : Optional.empty();
    int batch = o.whole("batch", 0, commonBatch);
    Optional<MethodKind> known = MethodKinds.named(kind).or(() -> NetworkMethods.named(kind));
    ComparedMethod contender =
        known.isPresent()
            ? known(o, known.get(), name, steps, batch)
            : own(o, kind, name, steps, own);
    o.close();
    return contender;
  }

  private static ComparedMethod known(
      TomlSection o, MethodKind kind, String name, Optional<double[]> steps, int batch) {
    Optional<double[]> grid = kind.stepless() ? Optional.of(new double[] {1}) : steps;
    return new ComparedMethod(name, kind.word(), grid, kind.batch(batch), "", kind.read(o, batch));
  }

  /** A class of the user's own, with a constructor that takes the step. */
  private static ComparedMethod own(
      TomlSection o, String kind, String name, Optional<double[]> steps, UserClasses own) {
    List<String> words = new ArrayList<>(MethodKinds.words());
    words.addAll(NetworkMethods.words());
    String guess = MethodKinds.guess(kind, words);
    Class<?> type = CompareConfig.own(o, own, Method.class, "method", guess);
    UserClasses.make(type, new Class<?>[] {double.class}, 1.0);
    String shown = name.equals(kind) ? type.getSimpleName() : name;
    return new ComparedMethod(
        shown,
        kind,
        steps,
        -1,
        own.hash(),
        (step, p) -> {
          if (p.composite()) {
            throw new IllegalArgumentException("takes no regularizer");
          }
          return (Method) UserClasses.make(type, new Class<?>[] {double.class}, step);
        });
  }
}
