package org.ironopt.gpu;

import org.ironopt.linalg.Require;

/**
 * Memory and arithmetic of one accelerator, or of the host in its place. Work is queued in order
 * and may run later; {@link #download} and {@link #synchronize} wait for it. What varies from step
 * to step stands in buffers, so that a step can be recorded once and replayed without the host.
 * Results are a function of the calls: the same calls on one device give the same bits.
 *
 * <p>{@link #host} is the reference for every test; {@code CudaDevice} is an NVIDIA GPU. A device
 * belongs to the thread that opened it. Whoever opens it closes it, which frees all its memory.
 */
public interface Device extends AutoCloseable {
  /** Returns the device in words, such as {@code NVIDIA H200, compute capability 9.0}. */
  String description();

  /** Returns zeros in new memory. */
  Buffer allocate(Buffer.Kind kind, long length);

  /** Frees a buffer that {@link #allocate} returned; a second time is an error. */
  void free(Buffer buffer);

  /** Returns how many bytes are allocated now. */
  long allocated();

  /** Copies {@code float[]}, {@code double[]} or {@code int[]} to the start of a buffer. */
  void upload(Object array, Buffer to);

  /** Fills {@code float[]}, {@code double[]} or {@code int[]} from the start of a buffer. */
  void download(Buffer from, Object array);

  /** Copies a whole buffer to another of the same kind and length. */
  void copy(Buffer from, Buffer to);

  /** Fills a buffer with zeros. */
  void zero(Buffer buffer);

  /** {@code C = alpha A B + beta C}, in float or double; C is not transposed. */
  void multiply(double alpha, Matrix a, Matrix b, double beta, Matrix c);

  /**
   * Overwrites {@code inverse} with the inverse of the symmetric positive definite a, which is
   * overwritten too.
   *
   * @param info one int: 0, or the order of the leading part of a that is not positive definite
   */
  void invert(Matrix a, Matrix inverse, Buffer info);

  /**
   * Runs a kernel.
   *
   * @param blocks of 256 threads
   * @param arguments buffers, ints, longs, floats and doubles in the order of the kernel; a boolean
   *     is an int, 0 or 1
   */
  void launch(Kernel kernel, int blocks, Object... arguments);

  /** Takes down the work that the body queues, without doing it; the body may not wait. */
  Recording record(Runnable body);

  /** Waits until all work is done. */
  void synchronize();

  /** Returns the seconds that the work queued by the body takes on the device. */
  double seconds(Runnable body);

  /**
   * Returns the seconds that the operations queued by the body take one by one: each is repeated
   * and timed alone, so that no gap between them counts. Leaves whatever is in the buffers.
   */
  double secondsOneByOne(Runnable body);

  @Override
  void close();

  /** Work that can be done again and again. */
  interface Recording extends AutoCloseable {
    /** Queues the work once more. */
    void replay();

    @Override
    void close();
  }

  /** Returns the host, as a device. */
  static Device host() {
    return new org.ironopt.gpu.host.HostDevice();
  }

  /** Returns new floats, zero. */
  default Buffer floats(long length) {
    return allocate(Buffer.Kind.FLOAT, length);
  }

  /** Returns new doubles, zero. */
  default Buffer doubles(long length) {
    return allocate(Buffer.Kind.DOUBLE, length);
  }

  /** Returns new ints, zero. */
  default Buffer ints(long length) {
    return allocate(Buffer.Kind.INT, length);
  }

  /** Checks what every implementation of {@link #multiply} needs. */
  static void requireProduct(Matrix a, Matrix b, Matrix c) {
    boolean fits = a.columns() == b.rows() && a.rows() == c.rows() && b.columns() == c.columns();
    boolean alike =
        a.data().kind() == b.data().kind()
            && a.data().kind() == c.data().kind()
            && a.data().kind() != Buffer.Kind.INT;
    Require.that(
        fits && alike && !c.transposed(),
        "a product of %s (%s) and %s (%s) cannot go to %s (%s%s)",
        a.shape(),
        a.data().kind(),
        b.shape(),
        b.data().kind(),
        c.shape(),
        c.data().kind(),
        c.transposed() ? ", transposed" : "");
  }

  /** Checks what every implementation of {@link #copy} needs. */
  static void requireCopy(Buffer from, Buffer to) {
    Require.that(
        from.kind() == to.kind() && from.length() == to.length(),
        "%d numbers of kind %s do not fit %d of kind %s",
        from.length(),
        from.kind(),
        to.length(),
        to.kind());
  }

  /** Returns the length of an array that {@link #upload} takes, which must fit the buffer. */
  static int requireArray(Object array, Buffer buffer) {
    int length =
        switch (array) {
          case float[] f when buffer.kind() == Buffer.Kind.FLOAT -> f.length;
          case double[] d when buffer.kind() == Buffer.Kind.DOUBLE -> d.length;
          case int[] i when buffer.kind() == Buffer.Kind.INT -> i.length;
          default ->
              throw new IllegalArgumentException(
                  array.getClass().getSimpleName() + " does not fit a buffer of " + buffer.kind());
        };
    long room = buffer.length();
    Require.that(
        length <= room, "an array of %s numbers does not fit a buffer of %s", length, room);
    return length;
  }
}
