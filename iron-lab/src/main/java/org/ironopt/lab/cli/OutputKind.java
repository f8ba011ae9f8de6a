package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import org.ironopt.lab.report.HtmlPage;

/**
 * What a file that a command writes is, so that one that is there already can be told from a file
 * of somebody else's.
 *
 * @param words what a message calls it
 * @param ours whether the first bytes of a file are of this kind
 */
record OutputKind(String words, Predicate<byte[]> ours) {
  private static final int HEAD = 4096;

  /** The heads of pages before they named their generator. */
  private static final String[] OLDER_TITLES = {
    "<title>Fit of ", "<title>IRON: reproduction report<", "<title>The implicit step at the price"
  };

  static final OutputKind MODEL =
      text("a model of iron", head -> head.matches("(?s)\\{\\s*\"format\":\\s*\"iron-model\".*"));

  static final OutputKind PAGE =
      text(
          "a page of iron",
          head ->
              head.contains(HtmlPage.GENERATOR)
                  || Arrays.stream(OLDER_TITLES).anyMatch(head::contains));

  static final OutputKind GRAPH =
      text("an ONNX graph of iron", head -> head.matches("(?s)\\x08.\\x12\\x04iron.*"));

  static final OutputKind PREDICTIONS =
      text(
          "a file of predictions",
          head -> {
            String first = head.lines().findFirst().orElse("");
            return first.equals("prediction") || first.matches("prediction,\"?p\\(.*");
          });

  static final OutputKind CHECKPOINT =
      text("a checkpoint of iron", head -> head.startsWith("IRONCKPT"));

  /** A file that is there only while another one is written. */
  static final OutputKind PARTIAL = new OutputKind("a file of iron", head -> true);

  /** The ledger of a run folder. */
  static final OutputKind CLAIMS =
      text(
          "a ledger of iron",
          head -> head.startsWith("[ ]") || head.startsWith("[") && head.contains("\"verdict\""));

  /** An IDX file of so many entries that start with this number. */
  static OutputKind images(int magic, int count) {
    byte[] start = ByteBuffer.allocate(8).putInt(magic).putInt(count).array();
    return new OutputKind("made by 'iron data synthetic'", head -> startsWith(head, start));
  }

  private static OutputKind text(String words, Predicate<String> ours) {
    return new OutputKind(words, head -> ours.test(new String(head, StandardCharsets.UTF_8)));
  }

  private static boolean startsWith(byte[] head, byte[] start) {
    return Arrays.equals(start, Arrays.copyOf(head, start.length));
  }

  /** Returns whether a regular file is of this kind or empty; one that cannot be read is not. */
  boolean matches(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(HEAD);
      return head.length == 0 || ours.test(head);
    } catch (IOException e) {
      return false;
    }
  }
}
