package org.ironopt.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.fit.Inference.Alias;
import org.ironopt.fit.Inference.Term;
import org.ironopt.linalg.DenseMatrix;

/**
 * Which columns are combinations of those before them, exactly or nearly, by a Cholesky
 * factorization of their Gram matrix that leaves exact ones out. The square of a pivot relative to
 * its diagonal is 1 - R^2 of the regression of the column on the earlier ones.
 *
 * <p>Below {@value #ALIASED} the pivot is as small as the rounding of the matrix can make it, so
 * that no coefficient is determined. Below {@value #NEARLY}, a variance inflation of 1000, errors
 * of single coefficients are more than 30 times those of uncorrelated columns.
 *
 * <p>Reference: J. Chambers, T. Hastie, "Statistical Models in S", section 4.3 (aliasing); D.
 * Belsley, E. Kuh, R. Welsch, "Regression Diagnostics", section 3.2 (variance inflation).
 *
 * @param aliases in the order of the columns
 * @param inflation variance inflation of each column, 1 / (1 - R^2) given all others; infinite if
 *     the column is in an exact combination
 */
record Collinearity(List<Alias> aliases, double[] inflation) {
  static final double ALIASED = 1e-10;
  static final double NEARLY = 1e-3;

  /** A column varies by nothing but rounding. */
  private static final double CONSTANT = 1e-20;

  /** Terms of exact combinations that are smaller are rounding. */
  private static final double NEGLIGIBLE = 1e-5;

  /** Returns what nothing is known of. */
  static Collinearity unknown(int columns) {
    double[] none = new double[columns];
    Arrays.fill(none, Double.NaN);
    return new Collinearity(List.of(), none);
  }

  /**
   * Looks for combinations.
   *
   * @param gram mean products of the columns {@code (x_j - m_j) t_j}
   * @param m what was subtracted, the means if there is an intercept and zeros if not
   * @param t what they were multiplied by
   * @param names of the columns
   */
  static Collinearity of(DenseMatrix gram, double[] m, double[] t, List<String> names) {
    int d = m.length;
    List<Alias> aliases = new ArrayList<>();
    double[] inflation = new double[d];
    int[] kept = new int[d];
    double[][] lower = new double[d][];
    int rank = 0;
    for (int j = 0; j < d; j++) {
      double square = gram.get(j, j);
      if (!(square > CONSTANT)) {
        aliases.add(new Alias(names.get(j), List.of(), m[j], 0, true));
        inflation[j] = Double.POSITIVE_INFINITY;
        continue;
      }
      double[] row = new double[rank + 1];
      double left = square;
      for (int k = 0; k < rank; k++) {
        double sum = gram.get(j, kept[k]);
        for (int l = 0; l < k; l++) {
          sum = Math.fma(-row[l], lower[k][l], sum);
        }
        row[k] = sum / lower[k][k];
        left = Math.fma(-row[k], row[k], left);
      }
      double unexplained = Math.max(0, left / square);
      if (unexplained < NEARLY) {
        double[] c = solved(Arrays.copyOf(row, rank), lower);
        boolean exact = unexplained < ALIASED;
        // Smaller terms say less of the column than what the combination leaves.
        double least = Math.max(NEGLIGIBLE, 2 * Math.sqrt(unexplained));
        List<Term> terms = new ArrayList<>();
        double constant = m[j];
        for (int k = 0; k < rank; k++) {
          int other = kept[k];
          if (Math.abs(c[k]) * Math.sqrt(gram.get(other, other) / square) >= least) {
            double factor = c[k] * t[other] / t[j];
            terms.add(new Term(names.get(other), factor));
            constant = Math.fma(-factor, m[other], constant);
            inflation[other] = exact ? Double.POSITIVE_INFINITY : inflation[other];
          }
        }
        inflation[j] = exact ? Double.POSITIVE_INFINITY : 0;
        double units = Math.abs(m[j]) + Math.sqrt(square) / t[j];
        constant = Math.abs(constant) < least * units ? 0 : constant;
        aliases.add(new Alias(names.get(j), List.copyOf(terms), constant, unexplained, exact));
      }
      if (unexplained >= ALIASED) {
        row[rank] = Math.sqrt(left);
        lower[rank] = row;
        kept[rank++] = j;
      }
    }
    inflate(lower, kept, rank, gram, inflation);
    return new Collinearity(List.copyOf(aliases), inflation);
  }

  /** Solves with the transposed factor, in place. */
  private static double[] solved(double[] c, double[][] lower) {
    for (int k = c.length - 1; k >= 0; k--) {
      c[k] /= lower[k][k];
      for (int l = 0; l < k; l++) {
        c[l] = Math.fma(-c[k], lower[k][l], c[l]);
      }
    }
    return c;
  }

  /** Fills in the inflation of columns that are in no exact combination. */
  private static void inflate(
      double[][] lower, int[] kept, int rank, DenseMatrix gram, double[] inflation) {
    double[] column = new double[rank];
    for (int k = 0; k < rank; k++) {
      // Column k of the inverse of the factor: its square is the diagonal of the inverse.
      Arrays.fill(column, 0);
      column[k] = 1 / lower[k][k];
      double sum = column[k] * column[k];
      for (int i = k + 1; i < rank; i++) {
        double e = 0;
        for (int l = k; l < i; l++) {
          e = Math.fma(-lower[i][l], column[l], e);
        }
        column[i] = e / lower[i][i];
        sum = Math.fma(column[i], column[i], sum);
      }
      double all = sum * gram.get(kept[k], kept[k]);
      inflation[kept[k]] = Math.max(inflation[kept[k]], all);
    }
  }
}
