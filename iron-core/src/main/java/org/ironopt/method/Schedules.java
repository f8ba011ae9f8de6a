package org.ironopt.method;

import java.util.List;
import java.util.function.LongToDoubleFunction;

/** The schedules behind the factory methods of {@link Schedule}. */
final class Schedules {
  private Schedules() {}

  record Constant(double alpha) implements Schedule {
    @Override
    public double at(long k) {
      return alpha;
    }

    @Override
    public String description() {
      return "constant " + alpha;
    }
  }

  record Steps(List<Double> alphas) implements Schedule {
    @Override
    public double at(long k) {
      return alphas.get((int) Math.min(k, alphas.size() - 1));
    }

    @Override
    public String description() {
      return "list " + alphas;
    }
  }

  record Geometric(double first, double ratio, double limit) implements Schedule {
    @Override
    public double at(long k) {
      double alpha = first * StrictMath.pow(ratio, k);
      return ratio < 1 ? Math.max(alpha, limit) : Math.min(alpha, limit);
    }

    @Override
    public String description() {
      return "geometric " + first + " * " + ratio + "^k, limit " + limit;
    }
  }

  record Linear(double first, long steps) implements Schedule {
    @Override
    public double at(long k) {
      return first * Math.max(1e-3, 1 - (double) k / steps);
    }

    @Override
    public String description() {
      return "linear decay of " + first + " over " + steps + " steps";
    }
  }

  record Piecewise(List<Long> boundaries, List<Double> alphas) implements Schedule {
    @Override
    public double at(long k) {
      int piece = 0;
      while (piece < boundaries.size() && k >= boundaries.get(piece)) {
        piece++;
      }
      return alphas.get(piece);
    }

    @Override
    public String description() {
      return "piecewise " + alphas + " changing at " + boundaries;
    }
  }

  record Power(double first, double exponent) implements Schedule {
    @Override
    public double at(long k) {
      return exponent == 0.5
          ? first / Math.sqrt(k + 1.0)
          : first * StrictMath.pow(k + 1.0, -exponent);
    }

    @Override
    public String description() {
      return "power " + first + " * (k + 1)^-" + exponent;
    }
  }

  record Decay(double scale, double rate, double exponent) implements Schedule {
    @Override
    public double at(long k) {
      return scale * StrictMath.pow(1 + rate * scale * (k + 1.0), -exponent);
    }

    @Override
    public String description() {
      return "decay " + scale + " * (1 + " + rate * scale + " (k + 1))^-" + exponent;
    }
  }

  record Halving(double first, int epoch) implements Schedule {
    @Override
    public double at(long k) {
      // A step may be tiny but not 0.
      return Math.scalb(first, -(int) Math.min(k / epoch, 1000 + Math.getExponent(first)));
    }

    @Override
    public String description() {
      return "halving " + first + " every " + epoch;
    }
  }

  record Described(String description, LongToDoubleFunction alpha) implements Schedule {
    @Override
    public double at(long k) {
      return alpha.applyAsDouble(k);
    }
  }
}
