package org.ironopt.lab.fit;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;
import org.ironopt.model.ModelKind;

/**
 * The model that the targets ask for.
 *
 * @param kind the model
 * @param reason why, in a few words
 */
public record Guess(ModelKind kind, String reason) {
  /** More different whole numbers than this are taken for numbers to predict. */
  private static final int MOST_CLASSES = 20;

  /** Looks at the targets. */
  public static Guess of(Dataset data) {
    if (data.targets() instanceof Targets.Numbers numbers) {
      double[] different = Arrays.stream(numbers.values()).distinct().limit(101).toArray();
      boolean whole = Arrays.stream(different).allMatch(v -> v == Math.rint(v));
      boolean repeated = different.length <= MOST_CLASSES && data.rows() >= 5 * different.length;
      if (different.length != 2 && !(whole && repeated && different.length > 2)) {
        return new Guess(ModelKind.RIDGE, "the targets are numbers");
      }
      return ofClasses(different.length);
    }
    return ofClasses(data.classes());
  }

  private static Guess ofClasses(int classes) {
    return classes == 2
        ? new Guess(ModelKind.LOGISTIC, "two labels")
        : new Guess(ModelKind.SOFTMAX, classes + " labels");
  }
}
