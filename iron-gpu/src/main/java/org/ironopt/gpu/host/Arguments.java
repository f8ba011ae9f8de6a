package org.ironopt.gpu.host;

import org.ironopt.gpu.Buffer;

/** The arguments of a kernel, by place. */
record Arguments(Object... values) {
  /** Floats of a buffer, from its first one on. */
  record Floats(float[] data, int from) {
    float get(long i) {
      return data[from + (int) i];
    }

    void set(long i, float value) {
      data[from + (int) i] = value;
    }
  }

  /** Doubles of a buffer, from its first one on. */
  record Doubles(double[] data, int from) {
    double get(long i) {
      return data[from + (int) i];
    }

    void set(long i, double value) {
      data[from + (int) i] = value;
    }
  }

  Floats floats(int place) {
    Buffer buffer = ((Buffer) values[place]).require(Buffer.Kind.FLOAT);
    return new Floats((float[]) HostDevice.array(buffer), Math.toIntExact(buffer.from()));
  }

  Doubles doubles(int place) {
    Buffer buffer = ((Buffer) values[place]).require(Buffer.Kind.DOUBLE);
    return new Doubles((double[]) HostDevice.array(buffer), Math.toIntExact(buffer.from()));
  }

  int[] ints(int place) {
    return (int[]) HostDevice.array(((Buffer) values[place]).require(Buffer.Kind.INT));
  }

  int integer(int place) {
    return (Integer) values[place];
  }

  boolean flag(int place) {
    return (Boolean) values[place];
  }

  long count(int place) {
    return (Long) values[place];
  }

  double number(int place) {
    return values[place] instanceof Float f ? f : (Double) values[place];
  }

  float single(int place) {
    return (Float) values[place];
  }
}
