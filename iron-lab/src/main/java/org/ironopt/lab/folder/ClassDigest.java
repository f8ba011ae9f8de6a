package org.ironopt.lab.folder;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/**
 * Hashes a class file without its debug tables (lines, local variables, name of the source), so
 * that a comment or a blank line changes nothing. The lengths and counts that include those tables
 * are left out with them; everything else goes into the digest as it stands in the file.
 */
final class ClassDigest {
  private static final Set<String> DEBUG =
      Set.of("LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable", "SourceFile");

  private final ByteBuffer file;
  private final MessageDigest digest;
  private String[] names;
  private int at;

  @SuppressWarnings("NullAway.Init")
  private ClassDigest(byte[] file, MessageDigest digest) {
    this.file = ByteBuffer.wrap(file);
    this.digest = digest;
  }

  /** Adds a class file to a digest. */
  static void update(MessageDigest digest, byte[] file) {
    new ClassDigest(file, digest).update();
  }

  private void update() {
    constants();
    take(6);
    take(2 + 2 * u2(at));
    for (String members : new String[] {"fields", "methods"}) {
      int count = u2(at);
      digest.update(members.getBytes(StandardCharsets.US_ASCII));
      at += 2;
      for (int i = 0; i < count; i++) {
        take(6);
        attributes();
      }
    }
    attributes();
  }

  private void constants() {
    names = new String[u2(8)];
    int end = 10;
    for (int i = 1; i < names.length; i++) {
      int tag = file.get(end);
      switch (tag) {
        case 1 -> {
          int length = u2(end + 1);
          names[i] = new String(file.array(), end + 3, length, StandardCharsets.UTF_8);
          end += 3 + length;
        }
        case 5, 6 -> {
          end += 9;
          i++;
        }
        case 7, 8, 16, 19, 20 -> end += 3;
        case 15 -> end += 4;
        default -> end += 5;
      }
    }
    take(end);
  }

  private void attributes() {
    int count = u2(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      String name = names[u2(at)];
      int length = 6 + file.getInt(at + 2);
      if (DEBUG.contains(name)) {
        at += length;
      } else if (name.equals("Code")) {
        digest.update(file.array(), at, 2);
        at += 6;
        take(8 + file.getInt(at + 4));
        take(2 + 8 * u2(at));
        attributes();
      } else {
        take(length);
      }
    }
  }

  private void take(int length) {
    digest.update(file.array(), at, length);
    at += length;
  }

  private int u2(int offset) {
    return Short.toUnsignedInt(file.getShort(offset));
  }
}
