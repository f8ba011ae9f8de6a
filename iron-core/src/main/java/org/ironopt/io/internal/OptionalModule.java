package org.ironopt.io.internal;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import org.ironopt.io.InputError;

/**
 * A module that brings libraries which most commands do without. What it adds is found by {@link
 * ServiceLoader}. The launcher builds it when a command needs it and starts the command again;
 * where there is no launcher it is refused by name.
 */
public enum OptionalModule {
  BENCH("bench"),
  FORMATS("formats"),
  GPU("gpu"),
  SPARK("spark");

  private final String word;

  OptionalModule(String word) {
    this.word = word;
  }

  /** Returns the name by which the launcher knows it. */
  public String word() {
    return word;
  }

  /** Returns the first that is wanted of what other modules add to the caller's. */
  public static <S> Optional<S> find(ServiceLoader<S> services, Predicate<S> wanted) {
    return services.stream().map(ServiceLoader.Provider::get).filter(wanted).findFirst();
  }

  /** Says that a command cannot go on without a module, which can be had. */
  public static final class Missing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final OptionalModule module;

    private Missing(OptionalModule module) {
      super("the module iron-" + module.word + " is not on the class path");
      this.module = module;
    }

    public OptionalModule module() {
      return module;
    }
  }

  /** Returns whether a launcher runs this process and can add the module. */
  public boolean obtainable() {
    String added = System.getenv().getOrDefault("IRON_MODULES", "");
    return System.getProperty("iron.home") != null && !List.of(added.split(" +")).contains(word);
  }

  /**
   * Returns what to throw where nothing of this module was found, before anything is printed or
   * read from standard input: the command may begin again.
   *
   * @param what the user asked for
   */
  public RuntimeException missing(String what) {
    return obtainable()
        ? new Missing(this)
        : new InputError(
            "%s is in the module iron-%s, which is not on the class path; './iron' in the source"
                + " folder builds and adds it",
            what, word);
  }
}
