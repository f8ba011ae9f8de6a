package org.ironopt.fit.adversary;

import java.util.Arrays;

/**
 * Moves slopes of losses, one for each row and output, to where they sum up to zero with the
 * weights of the rows, as free intercepts demand of a dual point, and inside the domain of the
 * conjugates.
 */
record Balance(Drawn drawn, Dd[] shares) {
  void of(Dd[][] s) {
    switch (drawn.kind()) {
      case LOGISTIC -> logistic(s);
      case SOFTMAX -> softmax(s);
      case RIDGE -> {
        Dd mean = sum(s, 0);
        for (Dd[] row : s) {
          row[0] = row[0].minus(mean);
        }
      }
      case POISSON -> {
        Dd counts = Dd.ZERO;
        for (int i = 0; i < s.length; i++) {
          counts = counts.plus(shares[i].times(drawn.targets()[i]));
        }
        Dd factor = counts.over(counts.plus(sum(s, 0)));
        for (int i = 0; i < s.length; i++) {
          Dd y = Dd.of(drawn.targets()[i]);
          s[i][0] = s[i][0].plus(y).times(factor).minus(y);
        }
      }
      case GAMMA -> {
        Dd mean = Dd.ONE.minus(sum(s, 0));
        for (Dd[] row : s) {
          row[0] = Dd.ONE.minus(Dd.ONE.minus(row[0]).over(mean));
        }
      }
      case NEGBIN, HUBER -> ends(s);
    }
  }

  /** Slopes are mixed with an end of their range. */
  private void ends(Dd[][] s) {
    Dd first = sum(s, 0);
    Dd[][] end = new Dd[s.length][1];
    for (int i = 0; i < s.length; i++) {
      double low = drawn.kind() == Drawn.Kind.HUBER ? drawn.shape() : drawn.targets()[i];
      end[i][0] = Dd.of(first.hi() > 0 ? -low : drawn.shape());
    }
    Dd t = first.over(first.minus(sum(end, 0)));
    for (int i = 0; i < s.length; i++) {
      s[i][0] = s[i][0].plus(t.times(end[i][0].minus(s[i][0])));
    }
  }

  private Dd sum(Dd[][] s, int c) {
    Dd sum = Dd.ZERO;
    for (int i = 0; i < s.length; i++) {
      sum = sum.plus(shares[i].times(s[i][c]));
    }
    return sum;
  }

  /** The slopes of the class with more of them are scaled down. */
  private void logistic(Dd[][] s) {
    Dd[] parts = {Dd.ZERO, Dd.ZERO};
    for (int i = 0; i < s.length; i++) {
      int y = (int) drawn.targets()[i];
      parts[y] = parts[y].plus(shares[i].times(s[i][0].abs()));
    }
    int more = parts[0].below(parts[1]) ? 1 : 0;
    Dd factor = parts[1 - more].over(parts[more]);
    for (int i = 0; i < s.length; i++) {
      s[i][0] = drawn.targets()[i] == more ? s[i][0].times(factor) : s[i][0];
    }
  }

  /** Probabilities are mixed with those that make up for what a class has too much of. */
  private void softmax(Dd[][] s) {
    int classes = drawn.outputs();
    Dd[] excess = new Dd[classes];
    Dd[] share = new Dd[classes];
    Arrays.fill(share, Dd.ZERO);
    for (int i = 0; i < s.length; i++) {
      int y = (int) drawn.targets()[i];
      share[y] = share[y].plus(shares[i]);
    }
    Dd t = Dd.ZERO;
    for (int c = 0; c < classes; c++) {
      excess[c] = sum(s, c);
      t = Dd.max(t, excess[c].over(share[c].plus(excess[c])));
    }
    Dd kept = Dd.ONE.minus(t);
    for (int i = 0; i < s.length; i++) {
      int y = (int) drawn.targets()[i];
      Dd others = Dd.ZERO;
      for (int c = 0; c < classes; c++) {
        if (c != y) {
          Dd mixed = Dd.max(Dd.ZERO, share[c].times(t).minus(excess[c].times(kept)));
          s[i][c] = s[i][c].times(kept).plus(mixed);
          others = others.plus(s[i][c]);
        }
      }
      s[i][y] = others.negated();
    }
  }
}
