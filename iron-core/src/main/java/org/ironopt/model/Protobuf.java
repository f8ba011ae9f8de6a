package org.ironopt.model;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * One message in the wire format of Protocol Buffers, written field by field: a key {@code number *
 * 8 + type}, then a variable-length number (type 0) or a length and bytes (type 2).
 */
final class Protobuf {
  private static final int NUMBER = 0;
  private static final int BYTES = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Protobuf number(int field, long value) {
    key(field, NUMBER);
    variable(value);
    return this;
  }

  Protobuf text(int field, String text) {
    return bytes(field, text.getBytes(StandardCharsets.UTF_8));
  }

  Protobuf message(int field, Protobuf message) {
    return bytes(field, message.toBytes());
  }

  Protobuf bytes(int field, byte[] bytes) {
    key(field, BYTES);
    variable(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  private void key(int field, int type) {
    variable((long) field << 3 | type);
  }

  private void variable(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  byte[] toBytes() {
    return out.toByteArray();
  }
}
