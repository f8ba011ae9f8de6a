package org.ironopt.gpu;

import java.util.ArrayList;
import java.util.List;

/** Memory of a device for one owner: its buffers are freed together. */
public final class Buffers implements AutoCloseable {
  private final Device device;
  private final List<Buffer> owned = new ArrayList<>();

  public Buffers(Device device) {
    this.device = device;
  }

  private Buffer allocate(Buffer.Kind kind, long length) {
    Buffer made = device.allocate(kind, length);
    owned.add(made);
    return made;
  }

  /** Returns new floats, zero. */
  public Buffer floats(long length) {
    return allocate(Buffer.Kind.FLOAT, length);
  }

  /** Returns new doubles, zero. */
  public Buffer doubles(long length) {
    return allocate(Buffer.Kind.DOUBLE, length);
  }

  /** Returns new ints, zero. */
  public Buffer ints(long length) {
    return allocate(Buffer.Kind.INT, length);
  }

  @Override
  public void close() {
    owned.forEach(device::free);
    owned.clear();
  }
}
