package org.ironopt.gpu.host;

import org.ironopt.gpu.Scalars;
import org.ironopt.gpu.host.Arguments.Floats;
import org.ironopt.linalg.Functions;
import org.ironopt.network.Activation;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.Stream;

/** Twins of {@code network.cu}. */
final class NetworkTwins {
  private static final Activation[] UNITS = Activation.values();
  private static final NetworkLoss[] LOSSES = NetworkLoss.values();

  private NetworkTwins() {}

  static void gather(int rows, Arguments a) {
    int stride = a.integer(4);
    int position = (int) a.doubles(2).get(Scalars.POSITION);
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < stride; c++) {
        long from = (long) a.ints(1)[(position + r) % a.integer(5)] * stride + c;
        a.floats(3).set((long) r * stride + c, a.floats(0).get(from));
      }
    }
  }

  static void activate(int rows, Arguments a) {
    Floats h = a.floats(0);
    int stride = a.integer(1);
    int width = a.integer(2);
    Activation unit = UNITS[a.integer(3)];
    for (long i = 0; i < (long) rows * stride; i++) {
      int c = (int) (i % stride);
      h.set(i, c < width ? output(unit, h.get(i)) : c == width ? 1 : 0);
    }
  }

  private static float output(Activation unit, float x) {
    return switch (unit) {
      case SIGMOID -> (float) Functions.sigmoid(x);
      case TANH -> (float) Functions.tanh(x);
      case RELU -> Math.max(x, 0);
      case LINEAR -> x;
    };
  }

  static void slope(int rows, Arguments a) {
    Floats h = a.floats(0);
    Floats d = a.floats(1);
    int stride = a.integer(2);
    int width = a.integer(3);
    Activation unit = UNITS[a.integer(4)];
    for (long i = 0; i < (long) rows * stride; i++) {
      long k = i / stride;
      int c = (int) (i % stride);
      float e = 0;
      if (c < width) {
        float y = h.get(k * a.integer(5) * stride + c);
        e =
            switch (unit) {
              case SIGMOID -> d.get(i) * (y * (1 - y));
              case TANH -> d.get(i) * (1 - y * y);
              case RELU -> y > 0 ? d.get(i) : 0;
              case LINEAR -> d.get(i);
            };
      }
      d.set(i, e);
    }
  }

  static void loss(int rows, Arguments a) {
    int stride = a.integer(4);
    int width = a.integer(6);
    float scale = a.single(7);
    NetworkLoss loss = LOSSES[a.integer(8)];
    boolean look = a.flag(9);
    for (int r = 0; r < rows; r++) {
      long at = (long) r * stride;
      long to = (long) r * a.integer(5);
      double most = Double.NEGATIVE_INFINITY;
      double all = 0;
      for (int c = 0; loss == NetworkLoss.SOFTMAX && c < width; c++) {
        most = Math.max(most, a.floats(0).get(at + c));
      }
      for (int c = 0; loss == NetworkLoss.SOFTMAX && c < width; c++) {
        all += Functions.exp(a.floats(0).get(at + c) - most);
      }
      double sum = loss == NetworkLoss.SOFTMAX ? Functions.log(all) : 0;
      for (int c = 0; c < stride; c++) {
        float p = 0;
        float d = 0;
        if (c < width) {
          float z = a.floats(0).get(at + c);
          float t = a.floats(1).get(to + c);
          switch (loss) {
            case LOGISTIC -> {
              p = (float) Functions.sigmoid(z);
              sum += Math.max(z, 0) - (double) t * z + Functions.log1p(Functions.exp(-Math.abs(z)));
            }
            case SOFTMAX -> {
              p = (float) (Functions.exp(z - most) / all);
              sum -= t * (z - most);
            }
            case SQUARES -> {
              p = z;
              sum += 0.5 * ((double) z - t) * ((double) z - t);
            }
          }
          d = scale * (p - t);
        }
        if (!look) {
          a.floats(0).set(at + c, p);
          a.floats(2).set(at + c, d);
        }
      }
      a.doubles(3).set(r, scale * sum);
    }
  }

  static void covariance(int rows, Arguments a) {
    Floats p = a.floats(0);
    Floats x = a.floats(1);
    int stride = a.integer(2);
    int width = a.integer(3);
    float scale = a.single(4);
    NetworkLoss loss = LOSSES[a.integer(5)];
    for (int r = 0; r < rows; r++) {
      long at = (long) r * stride;
      double mean = 0;
      for (int c = 0; loss == NetworkLoss.SOFTMAX && c < width; c++) {
        mean += (double) p.get(at + c) * x.get(at + c);
      }
      for (int c = 0; c < stride; c++) {
        float q = p.get(at + c);
        float e = x.get(at + c);
        float value =
            switch (loss) {
              case LOGISTIC -> e * (scale * q * (1 - q));
              case SOFTMAX -> (float) (scale * q * (e - mean));
              case SQUARES -> scale * e;
            };
        x.set(at + c, c < width ? value : 0);
      }
    }
  }

  static void form(int rows, Arguments a) {
    Floats p = a.floats(0);
    Floats x = a.floats(1);
    int width = a.integer(4);
    NetworkLoss loss = LOSSES[a.integer(6)];
    for (int r = 0; r < rows; r++) {
      long at = (long) r * a.integer(3);
      double sum = 0;
      double mean = 0;
      for (int c = 0; c < width; c++) {
        double q = p.get(at + c);
        double e = x.get(at + c);
        mean += q * e;
        sum +=
            switch (loss) {
              case LOGISTIC -> q * (1 - q) * e * e;
              case SOFTMAX -> q * e * e;
              case SQUARES -> e * e;
            };
      }
      a.doubles(2).set(r, a.single(5) * (loss == NetworkLoss.SOFTMAX ? sum - mean * mean : sum));
    }
  }

  static void draw(int rows, Arguments a) {
    Floats p = a.floats(0);
    long number = (long) a.doubles(2).get(Scalars.SOLVES);
    int stride = a.integer(3);
    int width = a.integer(4);
    NetworkLoss loss = LOSSES[a.integer(6)];
    Stream stream = Stream.of(a.count(7), a.count(8));
    for (int r = 0; r < rows; r++) {
      long from = (long) r * a.integer(5) * stride;
      long first = (long) r * width;
      int hit =
          loss == NetworkLoss.SOFTMAX ? hit(p, from, width, stream.uniform(number, first)) : -1;
      for (int c = 0; c < stride; c++) {
        float e = 0;
        if (c < width) {
          float q = p.get(from + c);
          e =
              switch (loss) {
                case SOFTMAX -> c == hit ? q - 1 : q;
                case LOGISTIC -> stream.uniform(number, first + c) < q ? q - 1 : q;
                case SQUARES -> (float) stream.normal(number, first + c);
              };
        }
        a.floats(1).set((long) r * stride + c, e);
      }
    }
  }

  private static int hit(Floats p, long from, int width, double uniform) {
    double rest = uniform;
    for (int c = 0; c < width; c++) {
      rest -= p.get(from + c);
      if (rest < 0) {
        return c;
      }
    }
    return width - 1;
  }
}
