package org.ironopt.cli.render.theory;

import java.io.IOException;
import org.ironopt.io.InputError;
import org.ironopt.lab.folder.UserClasses;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.Objective;

/** An objective of the user by the name of its class. */
public final class OwnObjective {
  private OwnObjective() {}

  /** Returns an object of that class, whose gradient is compared with differences. */
  public static Objective of(String name, String classPath) throws IOException {
    Class<?> type =
        UserClasses.on(classPath)
            .named(name)
            .orElseThrow(
                () ->
                    new InputError(
                        "--objective %s is not on the class path '%s'; give its folder, jar or"
                            + " source file as --class-path",
                        name, classPath));
    InputError.when(
        !Objective.class.isAssignableFrom(type),
        "--objective %s is no %s",
        name,
        Objective.class.getName());
    Objective f = (Objective) UserClasses.make(type, new Class<?>[0]);
    double[] x = new double[f.dimension()];
    for (int i = 0; i < x.length; i++) {
      x[i] = 0.37 * (i % 2 == 0 ? 1 : -1);
    }
    DerivativeCheck.Report report = DerivativeCheck.at(f, x);
    InputError.when(!report.passed(), "the derivatives of %s are wrong. %s", name, report);
    return f;
  }
}
