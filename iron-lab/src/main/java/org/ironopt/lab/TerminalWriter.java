package org.ironopt.lab;

import java.io.PrintWriter;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.ironopt.io.internal.Numbers;

/**
 * Text that a terminal may show. Control characters and overrides of the reading direction, which
 * labels, names and messages of any file may have, are written as {@code \\u001b}: a terminal would
 * obey them, and a program that reads JSON reads the same text. Line ends and tabs stay. Sequences
 * of our own pass, since they are marked by a number of this process.
 */
public final class TerminalWriter extends PrintWriter {
  private static final Pattern HAZARDS =
      Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");

  private static final String MARK = "\uFDD0" + Long.toHexString(new SplittableRandom().nextLong());
  private static final String ESCAPE = MARK + "e\uFDD0";
  private static final String RETURN = MARK + "r\uFDD0";

  private final PrintWriter data;

  /** Writes to another writer; {@code autoFlush} as there. */
  public TerminalWriter(PrintWriter data, boolean autoFlush) {
    super(data, autoFlush);
    this.data = data;
  }

  /** Returns the writer below, for what is data: its reader is to get the bytes as they are. */
  public static PrintWriter data(PrintWriter writer) {
    return writer instanceof TerminalWriter terminal ? terminal.data : writer;
  }

  /** Returns a control sequence of ours so that the writer lets it through. */
  public static String control(String sequence) {
    return sequence.replace("\u001b", ESCAPE).replace("\r", RETURN);
  }

  private static String shown(String text) {
    String plain =
        HAZARDS.matcher(text).find()
            ? HAZARDS
                .matcher(text)
                .replaceAll(hit -> Numbers.format("\\\\u%04x", (int) hit.group().charAt(0)))
            : text;
    return plain.indexOf('\uFDD0') < 0
        ? plain
        : plain.replace(ESCAPE, "\u001b").replace(RETURN, "\r");
  }

  @Override
  public void write(int c) {
    write(String.valueOf((char) c));
  }

  @Override
  public void write(char[] text, int from, int count) {
    write(new String(text, from, count));
  }

  @Override
  public void write(String text, int from, int count) {
    String shown = shown(text.substring(from, from + count));
    super.write(shown, 0, shown.length());
  }
}
