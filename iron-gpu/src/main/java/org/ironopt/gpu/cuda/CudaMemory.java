package org.ironopt.gpu.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.ironopt.gpu.Buffer;

/** The memory of a device: what is allocated is known by its address, and freed once. */
final class CudaMemory implements AutoCloseable {
  /** Bytes that are copied between heap and device at a time. */
  private static final long PIECE = 64L << 20;

  private final Driver driver;
  private final Supplier<String> free;
  private final long stream;
  private final Map<Long, Long> live = new HashMap<>();
  private long allocated;

  /**
   * @param free says how much memory is free
   */
  CudaMemory(Driver driver, Supplier<String> free, long stream) {
    this.driver = driver;
    this.free = free;
    this.stream = stream;
  }

  static long address(Buffer buffer) {
    return (Long) buffer.memory() + buffer.from() * buffer.kind().bytes;
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
            code == Driver.OUT_OF_MEMORY
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
      return new Buffer(address, kind, 0, length);
    }
  }

  void free(Buffer buffer) {
    Long bytes = live.remove((Long) buffer.memory());
    if (bytes == null) {
      throw new IllegalStateException("a buffer is freed twice, or is of another device");
    }
    allocated -= bytes;
    driver.synchronize.check(stream);
    driver.free.check((Long) buffer.memory());
  }

  /** Returns how many bytes are allocated. */
  long allocated() {
    return allocated;
  }

  /** Copies through native memory, piece by piece, and waits. */
  void transfer(Object array, int length, Buffer buffer, boolean up) {
    MemorySegment heap =
        switch (array) {
          case float[] f -> MemorySegment.ofArray(f);
          case double[] d -> MemorySegment.ofArray(d);
          default -> MemorySegment.ofArray((int[]) array);
        };
    long bytes = (long) length * buffer.kind().bytes;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment piece = scratch.allocate(Math.max(8, Math.min(bytes, PIECE)), 8);
      for (long at = 0; at < bytes; at += PIECE) {
        long count = Math.min(PIECE, bytes - at);
        if (up) {
          MemorySegment.copy(heap, at, piece, 0, count);
          driver.upload.check(address(buffer) + at, piece.address(), count, stream);
          driver.synchronize.check(stream);
        } else {
          driver.download.check(piece.address(), address(buffer) + at, count, stream);
          driver.synchronize.check(stream);
          MemorySegment.copy(piece, 0, heap, at, count);
        }
      }
    }
  }

  @Override
  public void close() {
    live.keySet().forEach(address -> CudaDevice.end(driver.free, address));
    live.clear();
    allocated = 0;
  }
}
