package org.ironopt.table.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.linalg.Parallel;

/**
 * Splits the bytes of a table where they are plain: UTF-8, lines that end with a line feed, and
 * fields that stand between quotes as a whole or not at all. Without quotes every line is a row,
 * and all cores split. Whatever else comes is left to {@link CsvRows}, which also tells what is
 * wrong with it.
 */
final class PlainRows implements RowReader {
  /** Bytes that a task splits. */
  private static final int PIECE = 1 << 17;

  private final ByteSource source;
  private final byte delimiter;
  private final byte quote;

  /** Whether a byte ends a field that is not quoted: also one that is not plain. */
  private final boolean[] stops = new boolean[256];

  private final List<Piece> pieces = new ArrayList<>();
  private byte[] text = new byte[(1 << 16) + 1];
  private int done;
  private int end;
  private boolean ended;
  private boolean quoted;
  private long lines;

  /** Thrown at text that is not plain. */
  static final class NotPlain extends IOException {
    private static final long serialVersionUID = 1L;

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  /** Starts behind so many lines that are no rows. */
  PlainRows(ByteSource source, char delimiter, char quote, int skipped) throws IOException {
    this.source = source;
    this.delimiter = (byte) delimiter;
    this.quote = (byte) quote;
    for (int c : new int[] {0, '\n', '\r', delimiter}) {
      stops[c] = true;
    }
    lines = source.firstLine() - 1;
    fill();
    if (end > 2 && text[0] == (byte) 0xef && text[1] == (byte) 0xbb && text[2] == (byte) 0xbf) {
      done = 3;
    }
    for (int k = 0; k < skipped; k++) {
      while (done < end && text[done] != '\n') {
        if (text[done++] == '\r' && text[done] != '\n') {
          source.close();
          throw new NotPlain();
        }
      }
      done = Math.min(end, done + 1);
      lines++;
    }
  }

  /** Returns whether text may be plain. */
  static boolean mayRead(Charset encoding, char delimiter, char quote) {
    return encoding.equals(StandardCharsets.UTF_8) && delimiter < 0x80 && quote < 0x80;
  }

  @Override
  public List<RowBlock> next() throws IOException {
    while (true) {
      int whole = ended ? end : lastLine();
      if (whole > done) {
        List<RowBlock> blocks = split(whole);
        if (!blocks.isEmpty() || done == end && ended) {
          return blocks;
        }
      } else if (ended) {
        return List.of();
      }
      if (ended && done < end) {
        throw new NotPlain();
      }
      fill();
    }
  }

  private int lastLine() {
    int at = end;
    while (at > done && text[at - 1] != '\n') {
      at--;
    }
    return at;
  }

  /** Moves what is left to the front and reads on, into a longer array while they are short. */
  private void fill() throws IOException {
    int left = end - done;
    int most = PIECE * Math.max(8, 4 * Parallel.threads());
    if (left > TableRow.LONGEST / 4) {
      throw new NotPlain();
    }
    byte[] next =
        end + 1 == text.length && (text.length < most || 2 * left > text.length)
            ? new byte[2 * text.length]
            : text;
    System.arraycopy(text, done, next, 0, left);
    text = next;
    end = left;
    done = 0;
    try {
      while (!ended && end + 1 < text.length) {
        int count = source.read(text, end, text.length - 1 - end);
        ended = count < 0;
        end += Math.max(0, count);
      }
    } catch (ByteSource.Damaged e) {
      throw new NotPlain();
    }
    text[end] = '\n';
  }

  private List<RowBlock> split(int whole) throws IOException {
    int count = Math.ceilDiv(whole - done, PIECE);
    while (pieces.size() < count) {
      pieces.add(new Piece());
    }
    int used = quoted ? 0 : inParallel(count, whole);
    if (quoted) {
      if (!decodes(done, whole)) {
        throw new NotPlain();
      }
      int at = done;
      for (used = 0; at < whole; used++) {
        if (used == pieces.size()) {
          pieces.add(new Piece());
        }
        Piece piece = pieces.get(used);
        piece.from = at;
        piece.to = Math.min(whole, at + PIECE);
        piece.split(whole);
        at = piece.reached;
        if (piece.reached < piece.to) {
          used++;
          break;
        }
      }
    }
    List<RowBlock> blocks = new ArrayList<>();
    for (Piece piece : pieces.subList(0, used)) {
      if (piece.odd) {
        throw new NotPlain();
      }
      piece.block.before = lines + 1;
      lines += piece.lines;
      done = Math.min(end, piece.reached);
      if (piece.block.rows > 0) {
        blocks.add(piece.block);
      }
    }
    return blocks;
  }

  private boolean decodes(int from, int to) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, from, to - from));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Splits pieces side by side, unless there are quotes. */
  private int inParallel(int count, int whole) {
    int at = done;
    for (int k = 0; k < count; k++) {
      int to = Math.max(at, Math.min(whole, done + (k + 1) * PIECE));
      while (to < whole && text[to - 1] != '\n') {
        to++;
      }
      pieces.get(k).from = at;
      pieces.get(k).to = to;
      at = to;
    }
    Parallel.forEach(count, k -> pieces.get(k).split(pieces.get(k).to));
    quoted = pieces.subList(0, count).stream().anyMatch(piece -> piece.quotes);
    return count;
  }

  /** A part of the text, and the rows that start in it. */
  private final class Piece {
    final RowBlock block = new RowBlock();
    int from;
    int to;

    /** Behind the last row. */
    int reached;

    long lines;
    boolean quotes;
    boolean odd;
    private int[] escaped = new int[4];
    private int escapes;

    /** Splits the rows that start in the piece and end before {@code whole}. */
    void split(int whole) {
      block.clear(text);
      lines = 0;
      quotes = false;
      odd = false;
      int seen = 0;
      int at = from;
      while (at < to) {
        if (text[at] == '\n' || text[at] == '\r' && text[at + 1] == '\n') {
          at += text[at] == '\n' ? 1 : 2;
          lines++;
          continue;
        }
        int row = at;
        long rowLine = lines;
        escapes = 0;
        byte last;
        do {
          int start = at;
          if (text[at] == quote) {
            if (!PlainRows.this.quoted) {
              quotes = true;
              return;
            }
            at = quotedField(at, whole);
            if (at < 0) {
              break;
            }
          } else {
            while (!stops[text[at] & 0xff]) {
              seen |= text[at++];
            }
            block.field(start, at);
          }
          odd |= at - start > TableRows.LONGEST_FIELD;
          last = text[at++];
        } while (last == delimiter);
        if (at < 0) {
          block.abandonRow();
          lines = rowLine;
          reached = row;
          return;
        }
        byte ending = text[at - 1];
        if (ending == '\r' && text[at] == '\n') {
          at++;
          ending = '\n';
        }
        odd |= ending != '\n' || block.begun() > TableRow.MOST_FIELDS;
        odd |= at - row > TableRow.LONGEST;
        if (odd) {
          return;
        }
        for (int k = 0; k < escapes; k++) {
          block.unescape(escaped[k], quote);
        }
        block.endRow(rowLine);
        lines++;
      }
      reached = at;
      odd = seen < 0 && !PlainRows.this.quoted && !decodes(from, to);
    }

    /** Adds a field between quotes and returns where it ends; -1 if its end is not there yet. */
    private int quotedField(int start, int whole) {
      int at = start + 1;
      boolean doubled = false;
      while (at < whole) {
        byte c = text[at++];
        if (c == '\n') {
          lines++;
        } else if (c == 0 || c == '\r' && text[at] != '\n') {
          odd = true;
        } else if (c == quote && text[at] == quote) {
          doubled = true;
          at++;
        } else if (c == quote) {
          int field = block.field(start + 1, at - 1);
          // One empty field may be an empty line to others.
          odd |= at == start + 2 && block.begun() == 1 && text[at] != delimiter;
          if (doubled) {
            escaped = escapes < escaped.length ? escaped : Arrays.copyOf(escaped, 2 * escapes);
            escaped[escapes++] = field;
          }
          // Anything else is text behind the closing quote.
          odd |= text[at] != delimiter && text[at] != '\n' && text[at] != '\r';
          return at;
        }
      }
      return -1;
    }
  }

  @Override
  public long line() {
    return lines + 1;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
