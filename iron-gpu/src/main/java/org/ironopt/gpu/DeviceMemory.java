package org.ironopt.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.ironopt.linalg.internal.Require;

/** The memory of a device: what is allocated is known by its address, and freed once. */
final class DeviceMemory implements AutoCloseable {
  /** Bytes that are copied between heap and device at a time. */
  private static final long PIECE = 64L << 20;

  private final CudaDriver driver;
  private final Supplier<String> free;
  private final long stream;
  private final Map<Long, Long> live = new HashMap<>();
  private long allocated;

  /**
   * @param free says how much memory is free
   */
  DeviceMemory(CudaDriver driver, Supplier<String> free, long stream) {
    this.driver = driver;
    this.free = free;
    this.stream = stream;
  }

  /** Returns zeros. */
  Buffer allocate(Buffer.Kind kind, long length) {
    long bytes = Math.max(1, length) * kind.bytes;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment out = scratch.allocate(ValueLayout.JAVA_LONG);
      int code = driver.allocate.code(out.address(), bytes);
      if (code != 0) {
        throw driver.allocate.failure(
            code,
            code == CudaDriver.OUT_OF_MEMORY
                ? String.format(
                    Locale.ROOT,
                    ": %s were asked for, %s: take a smaller batch or fewer rows",
                    Cuda.gigabytes(bytes),
                    free.get())
                : "",
            "out",
            bytes);
      }
      long address = out.get(ValueLayout.JAVA_LONG, 0);
      live.put(address, bytes);
      allocated += bytes;
      driver.fill.check(address, 0, bytes, stream);
      return new Buffer(address, kind, length);
    }
  }

  void zero(Buffer buffer) {
    driver.fill.check(buffer.address(), 0, buffer.bytes(), stream);
  }

  void copy(Buffer from, Buffer to) {
    Require.that(
        from.kind() == to.kind() && from.length() == to.length(),
        "%d numbers of kind %s do not fit %d of kind %s",
        from.length(),
        from.kind(),
        to.length(),
        to.kind());
    driver.copy.check(to.address(), from.address(), from.bytes(), stream);
  }

  void free(Buffer buffer) {
    Long bytes = live.remove(buffer.address());
    if (bytes == null) {
      throw new IllegalStateException(
          "a buffer is freed twice, is a part, or is of another device");
    }
    allocated -= bytes;
    driver.synchronize.check(stream);
    driver.free.check(buffer.address());
  }

  /** Returns how many bytes are allocated. */
  long allocated() {
    return allocated;
  }

  /** Returns an array that fits the start of a buffer. */
  private static MemorySegment heap(Object array, Buffer buffer) {
    MemorySegment heap =
        switch (array) {
          case float[] f when buffer.kind() == Buffer.Kind.FLOAT -> MemorySegment.ofArray(f);
          case double[] d when buffer.kind() == Buffer.Kind.DOUBLE -> MemorySegment.ofArray(d);
          case int[] i when buffer.kind() == Buffer.Kind.INT -> MemorySegment.ofArray(i);
          default ->
              throw new IllegalArgumentException(
                  array.getClass().getSimpleName() + " does not fit a buffer of " + buffer.kind());
        };
    Require.that(
        heap.byteSize() <= buffer.bytes(),
        "an array of %s bytes does not fit a buffer of %s",
        heap.byteSize(),
        buffer.bytes());
    return heap;
  }

  /** Copies through native memory, piece by piece, and waits. */
  void transfer(Object array, Buffer buffer, boolean up) {
    MemorySegment heap = heap(array, buffer);
    long bytes = heap.byteSize();
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment piece = scratch.allocate(Math.max(8, Math.min(bytes, PIECE)), 8);
      for (long at = 0; at < bytes; at += PIECE) {
        long count = Math.min(PIECE, bytes - at);
        if (up) {
          MemorySegment.copy(heap, at, piece, 0, count);
          driver.upload.check(buffer.address() + at, piece.address(), count, stream);
          driver.synchronize.check(stream);
        } else {
          driver.download.check(piece.address(), buffer.address() + at, count, stream);
          driver.synchronize.check(stream);
          MemorySegment.copy(piece, 0, heap, at, count);
        }
      }
    }
  }

  @Override
  public void close() {
    live.keySet().forEach(address -> Device.end(driver.free, address));
    live.clear();
    allocated = 0;
  }
}
