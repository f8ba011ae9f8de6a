package org.ironopt.regression.rows;

import java.util.Arrays;
import org.ironopt.regression.Precision;
import org.ironopt.regression.internal.LinearTerms;

/**
 * What a pass multiplies the rows with: one vector for each output of each point, {@code depth}
 * numbers apart and followed by zeros, as {@link org.ironopt.linalg.kernel.Tiles} wants them. A
 * workspace of one thread, read by many.
 */
public final class WeightPanel {
  private final LinearTerms terms;

  /** The number of vectors. */
  int outputs;

  /** The vectors, unless {@link #floats} has them. */
  double[] doubles = new double[0];

  float[] floats = new float[0];

  /** What is added to each prediction; of no use without intercepts. */
  double[] constants = new double[0];

  public WeightPanel(LinearTerms terms) {
    this.terms = terms;
  }

  /** Takes over the vectors of the points {@code w[points[0 .. count-1]]}. */
  public void load(int[] points, int count, double[][] w) {
    int perPoint = terms.outputs();
    reserve(count * perPoint);
    for (int k = 0; k < count; k++) {
      for (int c = 0; c < perPoint; c++) {
        set(k * perPoint + c, w[points[k]], c * terms.stride());
      }
    }
  }

  /** Takes over the first vectors of single outputs. */
  public void load(double[][] w, int count) {
    reserve(count);
    for (int c = 0; c < count; c++) {
      set(c, w[c], 0);
    }
  }

  private void reserve(int count) {
    outputs = count;
    int size = Math.multiplyExact(count, terms.depth());
    if (terms.precision() == Precision.SINGLE) {
      floats = floats.length < size ? new float[size] : floats;
    } else {
      doubles = doubles.length < size ? new double[size] : doubles;
    }
    constants = constants.length < count ? new double[count] : constants;
  }

  private void set(int output, double[] w, int from) {
    int d = terms.columns();
    int at = output * terms.depth();
    if (terms.precision() == Precision.SINGLE) {
      for (int j = 0; j < d; j++) {
        floats[at + j] = (float) w[from + j];
      }
      Arrays.fill(floats, at + d, at + terms.depth(), 0);
    } else {
      System.arraycopy(w, from, doubles, at, d);
      Arrays.fill(doubles, at + d, at + terms.depth(), 0);
    }
    constants[output] = terms.hasIntercept() ? w[from + d] : 0;
  }
}
