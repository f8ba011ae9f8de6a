package org.ironopt.lab.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ironopt.lab.InputError;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Fingerprint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** States whose checksum is right and whose numbers are not. */
class RegStateTest {
  private static final Fingerprint FINGERPRINT = new Fingerprint("settings", 3, "data", 0);
  private static final int[] NUMBERS = {
    -1, 1, 2, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 8
  };

  @TempDir private Path folder;

  private String refusal(byte[] payload) throws IOException {
    Path path = folder.resolve("state");
    new Checkpoint(FINGERPRINT, payload).write(path);
    String message =
        assertThrows(InputError.class, () -> new RegState(5).keep(path, FINGERPRINT, true))
            .getMessage();
    assertTrue(message.startsWith("checkpoint " + path + ": its "), message);
    return message;
  }

  private static byte[] saved() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new RegState(5).save(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  @Test
  void aBadNumberInAnyPlaceIsOneSentence() throws IOException {
    byte[] good = saved();
    assertEquals(8, good.length);
    for (int at : new int[] {0, 4}) {
      for (int number : NUMBERS) {
        byte[] bad = good.clone();
        ByteBuffer.wrap(bad).putInt(at, number);
        refusal(bad);
      }
    }
    assertTrue(refusal(new byte[3]).endsWith("its state ends too early"));
  }

  @Test
  void whatIsLeftOverIsRefusedToo() throws IOException {
    assertTrue(refusal(new byte[12]).contains("bytes, but 4 follow"));
  }
}
