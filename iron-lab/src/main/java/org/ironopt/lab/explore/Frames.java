package org.ironopt.lab.explore;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a stream, little-endian. First the length of the header and the header, JSON filled
 * up with blanks so that what follows is aligned to eight bytes. Then frames of one length: the
 * number of steps as a 64-bit float, for each method the numbers of {@link Swarm#summary} as 64-bit
 * floats, then for each method its positions as pairs of 32-bit floats.
 */
final class Frames {
  private final ByteBuffer bytes;

  Frames(Scene scene) {
    int length = 8 + scene.movers().size() * (8 * Swarm.NUMBERS + 8 * scene.particles());
    bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the header with its length before it. */
  static byte[] header(String json) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    int length = Math.ceilDiv(text.length + 4, 8) * 8 - 4;
    byte[] out = new byte[length + 4];
    Arrays.fill(out, (byte) ' ');
    ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN).putInt(length).put(text);
    return out;
  }

  /** Overwrites the frame. */
  void write(long k, List<Swarm> swarms) {
    bytes.clear();
    bytes.putDouble(k);
    for (Swarm swarm : swarms) {
      for (double number : swarm.summary()) {
        bytes.putDouble(number);
      }
    }
    int from = bytes.position();
    for (Swarm swarm : swarms) {
      swarm.positions(bytes, from);
      from += (bytes.capacity() - bytes.position()) / swarms.size();
    }
  }

  byte[] array() {
    return bytes.array();
  }
}
