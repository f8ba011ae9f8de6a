package org.ironopt.lab.compare;

import java.util.Arrays;
import org.ironopt.lab.InputError;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.file.TomlSection;

/** A grid of steps: a list of numbers, or a text such as {@code "1e-3..1e3:13"}. */
final class Steps {
  private Steps() {}

  static double[] read(TomlSection o) {
    double[] steps;
    if (o.isList("steps")) {
      steps = o.numbers("steps").orElseThrow();
    } else {
      try {
        steps = NumberList.parse(o.text("steps")).toArray();
      } catch (InputError e) {
        throw o.error("steps", e.getMessage());
      }
    }
    if (steps.length == 0 || !Arrays.stream(steps).allMatch(s -> s > 0 && s < 1e300)) {
      throw o.error("steps", "'steps' should be numbers > 0, such as \"1e-3..1e3:13\"");
    }
    return steps;
  }
}
