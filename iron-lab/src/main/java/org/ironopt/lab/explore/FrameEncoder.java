package org.ironopt.lab.explore;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.JsonCodec;

/**
 * The bytes of a frame, little-endian. First the length of the header and the header, JSON filled
 * up with blanks so that what follows is aligned to eight bytes; blanks alone if the scene is that
 * of the frame before. Then 64-bit floats: the number of steps and, for each method, the numbers of
 * {@link ParticleSwarm#summary}, the exact error or NaN, and {@link ParticleSwarm#average} with its
 * exact root-mean-square distance or NaN. Then the positions as pairs of 32-bit floats, method
 * after method.
 */
final class FrameEncoder {
  /** Numbers of a method. */
  static final int NUMBERS = ParticleSwarm.NUMBERS + 5;

  private FrameEncoder() {}

  static byte[] bytes(
      Optional<BrowserSession.Header> header,
      long k,
      int particles,
      List<BrowserSession.Side> sides) {
    byte[] text = header.map(JsonCodec::text).orElse("").getBytes(StandardCharsets.UTF_8);
    int length = Math.ceilDiv(text.length + 4, 8) * 8 - 4;
    int numbers = 8 + sides.size() * 8 * NUMBERS;
    byte[] all = new byte[4 + length + numbers + sides.size() * 8 * particles];
    ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(length).put(text);
    Arrays.fill(all, bytes.position(), 4 + length, (byte) ' ');
    bytes.position(4 + length).putDouble(k);
    for (BrowserSession.Side side : sides) {
      for (double number : side.swarm().summary()) {
        bytes.putDouble(number);
      }
      bytes.putDouble(side.error().map(TransientError::mse).orElse(Double.NaN));
      double[] average = side.swarm().average();
      for (double number : average) {
        bytes.putDouble(number);
      }
      long steps = (long) average[2];
      bytes.putDouble(side.average().map(a -> a.rms(steps)).orElse(Double.NaN));
    }
    for (int i = 0; i < sides.size(); i++) {
      sides.get(i).swarm().positions(bytes, bytes.position() + i * 8 * particles);
    }
    return all;
  }
}
