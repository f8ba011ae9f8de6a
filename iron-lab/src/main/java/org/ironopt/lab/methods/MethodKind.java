package org.ironopt.lab.methods;

import org.ironopt.lab.file.TomlSection;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;

/**
 * A method as a user names it.
 *
 * @param word its name
 * @param family where it stands in a list
 * @param composite whether the method treats a regularizer
 * @param batch terms that a step sees whatever the user says, 0 for all, -1 if the user decides
 * @param stepless whether there is no step to choose
 * @param reader reads its options
 */
public record MethodKind(
    String word, Family family, boolean composite, int batch, boolean stepless, Reader reader) {

  /** The groups under which help lists the methods. */
  public enum Family {
    FLOW("flows"),
    GRADIENT("gradients"),
    PROXIMAL("proximal points"),
    CORRECTED("corrected steps"),
    COMPOSITE("with a penalty"),
    MODEL("models"),
    DETERMINISTIC("all rows");

    private final String words;

    Family(String words) {
      this.words = words;
    }

    /** Returns its name in a list. */
    public String words() {
      return words;
    }
  }

  /** Reads the options of a method; {@code batch} is the size to use, 0 for all terms. */
  public interface Reader {
    /** Returns what makes the method with these options. */
    MethodFactory read(TomlSection options, int batch);
  }

  /** Returns the terms that a step sees if the user asks for {@code wanted}, 0 for all. */
  public int batch(int wanted) {
    return batch < 0 ? wanted : batch;
  }

  /**
   * Reads what makes the method. The maker refuses with an IllegalArgumentException what the method
   * cannot do. Every method can report the average of its iterates.
   */
  public MethodFactory read(TomlSection options, int wanted) {
    MethodFactory maker = reader.read(options, batch(wanted));
    boolean averaged = options.flag("averaged", false);
    return (step, problem) -> {
      if (problem.composite() && !composite) {
        throw new IllegalArgumentException("takes no regularizer");
      }
      Method method = maker.make(step, problem);
      return averaged ? IterateAveraging.of(method) : method;
    };
  }
}
