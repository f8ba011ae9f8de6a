package org.ironopt.fit.adversary;

import java.util.Arrays;
import org.ironopt.model.Model;

/**
 * The objective of a fit in extended precision, {@code F(v) = sum_i share_i loss_i + reg/2 |v|^2 +
 * l1 |v|_1} with free intercepts, in the variables {@code v_j = p_j w_j} of centred columns.
 */
final class ExactFit {
  private final Drawn drawn;
  private final ExactLoss loss;
  private final Spread spread;
  private final Dd[] shares;
  private final Dd[][] a;
  final int columns;
  final int stride;
  final int dimension;

  ExactFit(Drawn drawn) {
    this.drawn = drawn;
    loss = new ExactLoss(drawn.kind(), drawn.shape());
    shares = drawn.shares();
    spread = Spread.of(drawn.rows(), shares, drawn.intercept());
    columns = drawn.rows()[0].length;
    stride = columns + (drawn.intercept() ? 1 : 0);
    dimension = drawn.outputs() * stride;
    a = new Dd[shares.length][stride];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < columns; j++) {
        Dd x = Dd.of(drawn.rows()[i][j]);
        a[i][j] = (drawn.intercept() ? x.minus(spread.mean()[j]) : x).over(length(j));
      }
      if (drawn.intercept()) {
        a[i][columns] = Dd.ONE;
      }
    }
  }

  private Dd length(int j) {
    return drawn.scale() ? spread.lengths()[j] : Dd.ONE;
  }

  boolean penalized(int k) {
    return k % stride < columns;
  }

  /** Returns the variables of a model. */
  Dd[] variables(Model model) {
    Dd[] v = new Dd[dimension];
    for (int c = 0; c < model.outputs(); c++) {
      Dd constant = Dd.of(model.intercepts()[c]);
      for (int j = 0; j < columns; j++) {
        Dd w = Dd.of(model.weights()[c][j]);
        v[c * stride + j] = w.times(length(j));
        constant = constant.plus(w.times(spread.mean()[j]));
      }
      if (drawn.intercept()) {
        v[c * stride + columns] = constant;
      }
    }
    return v;
  }

  /** Returns the largest sum of the sizes of what a residual of a model is the sum of. */
  double largestPart(Model model) {
    double largest = 0;
    for (int i = 0; i < shares.length; i++) {
      double sum = Math.abs(drawn.targets()[i]) + Math.abs(model.intercepts()[0]);
      for (int j = 0; j < columns; j++) {
        sum += Math.abs(drawn.rows()[i][j] * model.weights()[0][j]);
      }
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  /** Returns a start: without coefficients the best intercepts are known. */
  Dd[] start() {
    Dd[] v = new Dd[dimension];
    Arrays.fill(v, Dd.ZERO);
    for (int c = 0; drawn.intercept() && c < drawn.outputs(); c++) {
      Dd sum = Dd.ZERO;
      for (int i = 0; i < shares.length; i++) {
        double y = drawn.targets()[i];
        sum = sum.plus(shares[i].times(drawn.kind() == Drawn.Kind.SOFTMAX ? y == c ? 1 : 0 : y));
      }
      v[c * stride + columns] =
          switch (drawn.kind()) {
            case LOGISTIC -> sum.log().minus(Dd.ONE.minus(sum).log());
            case SOFTMAX, POISSON, GAMMA, NEGBIN -> sum.log();
            case RIDGE, HUBER -> sum;
          };
    }
    return v;
  }

  private Dd[] predictions(int i, Dd[] v) {
    Dd[] z = new Dd[drawn.outputs()];
    for (int c = 0; c < z.length; c++) {
      z[c] = Dd.ZERO;
      for (int j = 0; j < stride; j++) {
        z[c] = z[c].plus(a[i][j].times(v[c * stride + j]));
      }
    }
    return z;
  }

  /** Returns F; its loss alone if the penalty is left out. */
  Dd value(Dd[] v, boolean penalty) {
    int outputs = drawn.outputs();
    Dd sum = Dd.ZERO;
    for (int i = 0; i < shares.length; i++) {
      Dd l = loss.at(predictions(i, v), drawn.targets()[i], new Dd[outputs], matrix(outputs));
      sum = sum.plus(shares[i].times(l));
    }
    for (int k = 0; penalty && k < dimension; k++) {
      if (penalized(k)) {
        sum = sum.plus(v[k].square().times(drawn.reg() / 2)).plus(v[k].abs().times(drawn.l1()));
      }
    }
    return sum;
  }

  /** Overwrites g and h with gradient and Hessian of the loss with the squares. */
  void derivatives(Dd[] v, Dd[] g, Dd[][] h) {
    int outputs = drawn.outputs();
    Arrays.fill(g, Dd.ZERO);
    for (Dd[] row : h) {
      Arrays.fill(row, Dd.ZERO);
    }
    Dd[] slope = new Dd[outputs];
    Dd[][] curvature = matrix(outputs);
    for (int i = 0; i < shares.length; i++) {
      loss.at(predictions(i, v), drawn.targets()[i], slope, curvature);
      addSlope(i, slope, g);
      for (int j = 0; j < stride; j++) {
        for (int k = 0; k <= j; k++) {
          Dd product = a[i][j].times(a[i][k]).times(shares[i]);
          for (int c = 0; c < outputs; c++) {
            for (int e = 0; e < outputs; e++) {
              int row = c * stride + j;
              int column = e * stride + k;
              h[row][column] = h[row][column].plus(product.times(curvature[c][e]));
            }
          }
        }
      }
    }
    for (int row = 0; row < dimension; row++) {
      for (int column = 0; column < row; column++) {
        // Within a pair of outputs the part below its own diagonal was filled.
        boolean filled = column % stride <= row % stride;
        if (filled) {
          h[column][row] = h[row][column];
        } else {
          h[row][column] = h[column][row];
        }
      }
      if (penalized(row)) {
        g[row] = g[row].plus(v[row].times(drawn.reg()));
        h[row][row] = h[row][row].plus(Dd.of(drawn.reg()));
      }
    }
    fixCommonShift(h);
  }

  /** The same number added to the intercepts of all classes changes nothing; it gets no step. */
  private void fixCommonShift(Dd[][] h) {
    if (!drawn.intercept() || drawn.outputs() == 1) {
      return;
    }
    Dd trace = Dd.ZERO;
    for (int k = columns; k < dimension; k += stride) {
      trace = trace.plus(h[k][k]);
    }
    for (int k = columns; k < dimension; k += stride) {
      for (int m = columns; m < dimension; m += stride) {
        h[k][m] = h[k][m].plus(trace);
      }
    }
  }

  private void addSlope(int i, Dd[] slope, Dd[] g) {
    for (int c = 0; c < slope.length; c++) {
      Dd s = shares[i].times(slope[c]);
      for (int j = 0; j < stride; j++) {
        g[c * stride + j] = g[c * stride + j].plus(s.times(a[i][j]));
      }
    }
  }

  /**
   * Returns a number that no value of F is below: the dual function at the slopes of the losses at
   * v, moved to where it is finite.
   */
  Dd lowerBound(Dd[] v) {
    int outputs = drawn.outputs();
    Dd[][] s = new Dd[shares.length][outputs];
    for (int i = 0; i < s.length; i++) {
      loss.at(predictions(i, v), drawn.targets()[i], s[i], matrix(outputs));
    }
    if (drawn.intercept()) {
      new Balance(drawn, shares).of(s);
    }
    Dd[] z = new Dd[dimension];
    Arrays.fill(z, Dd.ZERO);
    for (int i = 0; i < s.length; i++) {
      addSlope(i, s[i], z);
    }
    Dd l1 = Dd.of(drawn.l1());
    Dd largest = Dd.ZERO;
    for (int k = 0; k < dimension; k++) {
      largest = penalized(k) ? Dd.max(largest, z[k].abs()) : largest;
    }
    Dd part = drawn.reg() > 0 || !l1.below(largest) ? Dd.ONE : l1.over(largest);
    Dd sum = Dd.ZERO;
    for (int i = 0; i < s.length; i++) {
      for (int c = 0; c < outputs; c++) {
        s[i][c] = s[i][c].times(part);
      }
      sum = sum.plus(shares[i].times(loss.dual(s[i], drawn.targets()[i])));
    }
    for (int k = 0; drawn.reg() > 0 && k < dimension; k++) {
      if (penalized(k)) {
        Dd over = Dd.max(Dd.ZERO, z[k].abs().minus(l1));
        sum = sum.minus(over.square().over(Dd.of(2 * drawn.reg())));
      }
    }
    return sum;
  }

  /** Returns {@code |g|^2 / (2 reg)} with the gradient of the penalised coefficients alone. */
  Dd naiveGap(Dd[] v) {
    Dd[] g = new Dd[dimension];
    derivatives(v, g, matrix(dimension));
    Dd squares = Dd.ZERO;
    for (int k = 0; k < dimension; k++) {
      squares = penalized(k) ? squares.plus(g[k].square()) : squares;
    }
    return squares.over(Dd.of(2 * drawn.reg()));
  }

  private static Dd[][] matrix(int n) {
    return new Dd[n][n];
  }
}
