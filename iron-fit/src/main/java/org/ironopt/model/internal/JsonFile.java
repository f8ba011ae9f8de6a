package org.ironopt.model.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.ironopt.data.MalformedDataException;

/**
 * A kind of file that holds one JSON object, whose member {@code format} tells the kind. What is
 * not such a file is refused in one line that names it.
 *
 * @param format the text of that member
 * @param what the word for what is in the file
 * @param command the command that writes it
 */
public record JsonFile(String format, String what, String command) {
  private static final long LARGEST = 1L << 30;
  private static final int HEAD = 256;

  /** Returns the text of a file. */
  public String text(Path path) throws IOException {
    byte[] bytes;
    try {
      if (Files.isDirectory(path)) {
        throw new MalformedDataException(path + ": this is a folder, expected a " + what + " file");
      }
      bytes = bytes(path);
    } catch (NoSuchFileException e) {
      throw new MalformedDataException(path + ": there is no such file, expected a " + what);
    } catch (AccessDeniedException e) {
      throw new MalformedDataException(
          path + ": the " + what + " cannot be read (permission denied)");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedDataException(
          path + ": this is not text in UTF-8, expected a " + what + " file");
    }
  }

  /**
   * Reads no more than a file may have. A device says that it has no bytes and never ends, so what
   * counts is what begins like an object and then what was read, not a size.
   */
  private byte[] bytes(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] head = in.readNBytes(HEAD);
      requireObject(path.toString(), new String(head, StandardCharsets.ISO_8859_1));
      long most = Math.min(LARGEST, Runtime.getRuntime().maxMemory() / 4);
      byte[] rest = in.readNBytes((int) most);
      if (rest.length == most) {
        throw new MalformedDataException(
            path + ": more than " + most + " bytes, expected a " + what + " that fits into memory");
      }
      byte[] all = Arrays.copyOf(head, head.length + rest.length);
      System.arraycopy(rest, 0, all, head.length, rest.length);
      return all;
    }
  }

  private void requireObject(String file, String text) throws MalformedDataException {
    if (!text.stripLeading().startsWith("{")) {
      throw other(file, "expected a file that " + command + " wrote");
    }
  }

  private MalformedDataException other(String file, String expected) {
    return new MalformedDataException(file + ": this is not a " + what + " of iron, " + expected);
  }

  /** Returns the members of the object that a text holds; {@code file} is for messages. */
  public Fields fields(String file, String text) throws MalformedDataException {
    requireObject(file, text);
    Fields fields = Fields.of(file, JsonReader.read(file, text), "the file");
    if (!fields.has("format") || !format.equals(fields.any("format"))) {
      throw other(file, "expected \"format\": \"" + format + "\"");
    }
    return fields;
  }
}
