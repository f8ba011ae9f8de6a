package org.ironopt.lab.folder;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
    CRC32 crc = new CRC32();
    crc.update(bytes.toByteArray());
    out.writeLong(crc.getValue());
    return bytes.toByteArray();
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
    byte[] body = Arrays.copyOf(content, content.length - 8);
    CRC32 crc = new CRC32();
    crc.update(body);
    DataInputStream tail = new DataInputStream(new ByteArrayInputStream(content, body.length, 8));
    if (tail.readLong() != crc.getValue()) {
      throw new IOException("its checksum does not match");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
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
