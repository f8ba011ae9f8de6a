package org.ironopt.lab.folder;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.ironopt.lab.experiment.Task;

/** The state of a task as one checked file: magic, identity of the cell, payload, CRC-32. */
final class CellCheckpoint {
  private static final int MAGIC = 0x49524F4E;

  private CellCheckpoint() {}

  static byte[] write(String identity, Task task) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(MAGIC);
    out.writeUTF(identity);
    task.save(out);
    out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    return bytes.toByteArray();
  }

  private static long checksum(byte[] content, int length) {
    CRC32 crc = new CRC32();
    crc.update(content, 0, length);
    return crc.getValue();
  }

  /**
   * Restores a task; a file that is damaged or belongs to another cell is an error that says so.
   */
  static void restore(Path file, String identity, Task task) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("it is no regular file");
    }
    byte[] content = Files.readAllBytes(file);
    if (content.length < 16) {
      throw new IOException("it is only " + content.length + " bytes long");
    }
    int body = content.length - 8;
    if (ByteBuffer.wrap(content).getLong(body) != checksum(content, body)) {
      throw new IOException("its checksum does not match");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(content, 0, body));
    if (in.readInt() != MAGIC || !in.readUTF().equals(identity)) {
      throw new IOException("it belongs to another cell or to other code");
    }
    try {
      task.restore(in);
    } catch (RuntimeException | OutOfMemoryError e) {
      // A length in the file may be negative or ask for more memory than there is.
      throw new IOException("its parts do not fit together");
    }
    if (in.available() > 0 || task.done() < 0 || task.done() > task.total()) {
      throw new IOException("its parts do not fit together");
    }
  }
}
