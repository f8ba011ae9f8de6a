package org.ironopt.regression.internal;

/**
 * Whether predictions run away: without a penalty a loss has no minimum if some direction makes
 * every row better or leaves it alone.
 *
 * @param complete whether every row is strictly nearest to its own class, so that all parameters
 *     times a growing factor take the loss to zero
 * @param least the smallest probability of the wrong classes of a row, or the smallest mean of a
 *     count that is zero; infinite if there is no such row
 */
public record Separation(boolean complete, double least) {
  /** A class is nearest if its probability is so many times that of any other. */
  private static final double STRICTLY = 1.01;

  /** Returns it at the point where the rows were linearised. */
  public static Separation of(LinearObjective f, LinearCurvature rows) {
    Loss loss = f.terms.loss();
    boolean complete = loss instanceof LogisticLoss || loss instanceof SoftmaxLoss;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < f.terms(); i++) {
      double weight = f.terms.weights() == null ? 1 : f.terms.weights()[f.selection.row(i)];
      if (weight > 0) {
        switch (loss) {
          case LogisticLoss l -> {
            double wrong = Math.abs(rows.slopes()[i]) / weight;
            least = Math.min(least, wrong);
            complete &= STRICTLY * wrong < 1 - wrong;
          }
          case SoftmaxLoss s -> {
            double wrong = 0;
            double largest = 0;
            int own = (int) f.target(i);
            for (int c = 0; c < s.outputs(); c++) {
              double p = c == own ? 0 : rows.kept()[f.terms.keptAt(f.terms(), i, c)];
              wrong += p;
              largest = Math.max(largest, p);
            }
            least = Math.min(least, wrong);
            double right = rows.kept()[f.terms.keptAt(f.terms(), i, own)];
            complete &= STRICTLY * largest < right;
          }
          case PoissonLoss _, NegativeBinomialLoss _ ->
              least = f.target(i) == 0 ? Math.min(least, rows.kept()[i] / weight) : least;
          default -> {}
        }
      }
    }
    return new Separation(complete, least);
  }
}
