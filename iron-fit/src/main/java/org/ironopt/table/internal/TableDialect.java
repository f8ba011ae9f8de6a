package org.ironopt.table.internal;

import java.io.IOException;
import java.io.Serializable;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.data.MalformedDataException;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TextLayout;
import org.ironopt.table.TextLayout.Header;

/**
 * The delimiter and the names of a table, given or detected from its first lines.
 *
 * @param delimiter between fields
 * @param quote around fields
 * @param separator whether the first line is one such as {@code sep=;}, as Excel reads it
 * @param header whether the first row holds the names
 * @param names of all columns
 * @param unnamed columns that the header has no name for
 * @param first the first row as it is shown
 */
record TableDialect(
    char delimiter,
    char quote,
    boolean separator,
    boolean header,
    List<String> names,
    Set<Integer> unnamed,
    String first)
    implements Serializable {
  private static final int SAMPLE = 1 << 14;
  private static final int SAMPLE_LINES = 100;

  /** What Excel takes for the delimiter of the lines below. */
  private static final Pattern SEPARATOR =
      Pattern.compile("\"?sep=([^\\r\\n\"])\"?\\s*?(\r\n|\r|\n)", Pattern.CASE_INSENSITIVE);

  /** The comma comes last: a decimal comma may be in every line of a table with another one. */
  private static final String DELIMITERS = "\t;|,";

  static TableDialect of(TableFile file, TextLayout layout) throws IOException {
    String sample = sample(file, layout);
    Matcher line = SEPARATOR.matcher(sample);
    boolean separator = line.lookingAt();
    String lines = separator ? sample.substring(line.end()) : sample;
    char quote = layout.quote() == 0 ? quote(lines, layout) : layout.quote();
    char delimiter = layout.delimiter();
    if (delimiter == 0) {
      delimiter = separator ? line.group(1).charAt(0) : detected(lines, layout, quote);
    }
    try (TableRows rows = new TableRows(file, layout.encoding(), delimiter, quote)) {
      rows.behind(separator ? 1 : 0, false);
      List<RowBlock> blocks = rows.next();
      if (blocks.isEmpty()) {
        throw new MalformedDataException(
            file.path() + ": the file is empty, expected rows of a table");
      }
      TableRow first = new TableRow().at(blocks.getFirst(), 0);
      boolean header = layout.header() == Header.YES;
      if (layout.header() == Header.DETECT) {
        header = IntStream.range(0, first.fields()).noneMatch(i -> isData(first, i));
      }
      Map<String, Integer> names = new LinkedHashMap<>();
      Set<Integer> unnamed = new HashSet<>();
      for (int i = 0; i < first.fields(); i++) {
        boolean none = first.field(i).isEmpty();
        String name = none || !header ? "column" + (i + 1) : first.field(i);
        Integer before = names.put(name, i);
        if (before != null) {
          throw rows.error(
              first.line(),
              "columns %s and %s are both called '%s', expected different names",
              before + 1,
              i + 1,
              first.shown(i));
        }
        if (header && none) {
          unnamed.add(i);
        }
      }
      String seen =
          IntStream.range(0, Math.min(6, first.fields()))
              .mapToObj(first::shown)
              .collect(Collectors.joining(", "));
      String shown = first.fields() > 6 ? seen + ", ..." : seen;
      return new TableDialect(
          delimiter, quote, separator, header, List.copyOf(names.keySet()), unnamed, shown);
    }
  }

  /** Opens the rows behind the names. */
  TableRows rows(TableFile file, TextLayout layout) {
    return rows(file, layout, true);
  }

  /** Opens the rows of a part of the table, behind the names if it is the first. */
  TableRows rows(TableFile file, TextLayout layout, boolean start) {
    return new TableRows(file, layout.encoding(), delimiter, quote)
        .behind(start && separator ? 1 : 0, start && header);
  }

  /** Shows all rows behind the names. */
  void each(TableFile file, TextLayout layout, TableRows.Eye eye) throws IOException {
    try (TableRows rows = rows(file, layout)) {
      rows.each(eye);
    }
  }

  /** Whether a field is a number in some form, or a date, and thus no name. */
  private static boolean isData(TableRow row, int i) {
    String text = row.field(i);
    return !Double.isNaN(row.plain(i))
        || !Double.isNaN(row.number(i, '.', ','))
        || !Double.isNaN(row.number(i, ',', '.'))
        || DatePattern.likely(text)
            && DatePattern.known().stream().anyMatch(form -> !Double.isNaN(form.seconds(text)));
  }

  /** Says what the first lines were taken for. */
  void decide(TextLayout layout, List<TableDecision> decisions) {
    if (separator) {
      decisions.add(new TableDecision.Separator(String.valueOf(delimiter)));
    }
    if (layout.header() == Header.DETECT) {
      decisions.add(new TableDecision.Header(header, header ? listed() : first));
    }
    if (layout.quote() == 0 && quote == '\'') {
      decisions.add(new TableDecision.Quotes());
    }
  }

  /** Returns the delimiter found equally often in every line, else the one of the first line. */
  private static char detected(String sample, TextLayout layout, char quote) {
    List<int[]> counts = counts(sample, quote);
    int[] there =
        IntStream.range(0, counts.isEmpty() ? 0 : DELIMITERS.length())
            .filter(d -> counts.getFirst()[d] > 0 && DELIMITERS.charAt(d) != layout.decimal())
            .toArray();
    if (there.length == 0) {
      return layout.decimal() == ',' ? ';' : ',';
    }
    int best =
        Arrays.stream(there)
            .filter(d -> counts.stream().allMatch(line -> line[d] == counts.getFirst()[d]))
            .findFirst()
            .orElse(there[0]);
    return DELIMITERS.charAt(best);
  }

  /** Returns a single quote if fields begin with some and all of these end with one. */
  private static char quote(String sample, TextLayout layout) {
    String ends = layout.delimiter() + DELIMITERS + "\r\n";
    boolean single = false;
    boolean start = true;
    for (int i = 0; i < sample.length(); i++) {
      char c = sample.charAt(i);
      if (start && c == '"') {
        return '"';
      }
      if (start && c == '\'') {
        int end = i;
        do {
          end = sample.indexOf('\'', end + 1) + 1;
        } while (end > 0 && end < sample.length() && sample.charAt(end) == '\'');
        if (end == 0) {
          // A field that the sample cuts off.
          return single && sample.length() == SAMPLE ? '\'' : '"';
        }
        if (end < sample.length() && ends.indexOf(sample.charAt(end)) < 0) {
          return '"';
        }
        single = true;
        i = end - 1;
      }
      start = ends.indexOf(c) >= 0;
    }
    return single ? '\'' : '"';
  }

  private static String sample(TableFile file, TextLayout layout) throws IOException {
    CharBuffer sample = CharBuffer.allocate(SAMPLE);
    try (TextDecoder text = new TextDecoder(file.content().open(), layout.encoding())) {
      int count = 0;
      while (sample.hasRemaining() && count >= 0) {
        count = text.read(sample);
      }
    }
    return sample.flip().toString();
  }

  /** Returns for each whole line how often each delimiter stands outside of quotes. */
  private static List<int[]> counts(String sample, char quote) {
    List<int[]> lines = new ArrayList<>();
    int[] line = new int[DELIMITERS.length()];
    boolean quoted = false;
    boolean empty = true;
    for (int i = 0; i <= sample.length() && lines.size() < SAMPLE_LINES; i++) {
      char c = i < sample.length() ? sample.charAt(i) : '\n';
      boolean cut = i == sample.length() && i == SAMPLE;
      if (c == quote) {
        quoted = !quoted;
      }
      if (c == '\n' || c == '\r') {
        if (!quoted && !empty && !(cut && !lines.isEmpty())) {
          lines.add(line);
          line = new int[DELIMITERS.length()];
          empty = true;
        }
      } else {
        empty = false;
        int d = DELIMITERS.indexOf(c);
        if (d >= 0 && !quoted) {
          line[d]++;
        }
      }
    }
    return lines;
  }

  /** Returns the position of a column named as in the header or by its number from 1. */
  int position(TableFile file, String what, String column) throws MalformedDataException {
    int exact = names.indexOf(column);
    int position = exact >= 0 ? exact : lookup().position(file, column);
    if (position >= 0) {
      return position;
    }
    if (column.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(column);
      if (number >= 1 && number <= names.size()) {
        return number - 1;
      }
      throw file.error("%s is column %s, expected 1 to %s", what, number, names.size());
    }
    String seen = "no column '" + column + "' for " + what;
    if (header) {
      throw file.error("%s; the columns are %s", seen, listed());
    }
    throw file.error(
        "%s: the first row holds a number and was taken for data; name columns by number, 1 to %s,"
            + " or give --header yes",
        seen, names.size());
  }

  /** Returns the position of the weights, -1 if there are none. */
  int weight(TableFile file, ColumnRoles roles) throws MalformedDataException {
    return roles.weight().isEmpty() ? -1 : position(file, "the weight", roles.weight());
  }

  /** Where each name stands, as it is and without blanks around it. */
  static final class Names {
    private final Map<String, Integer> exact = new HashMap<>();
    private final Map<String, List<Integer>> bare = new HashMap<>();

    private Names(List<String> names) {
      for (int i = 0; i < names.size(); i++) {
        exact.put(names.get(i), i);
        bare.computeIfAbsent(bare(names.get(i)), _ -> new ArrayList<>(1)).add(i);
      }
    }

    private static String bare(String name) {
      int from = 0;
      int to = name.length();
      while (from < to && blank(name.charAt(from))) {
        from++;
      }
      while (to > from && blank(name.charAt(to - 1))) {
        to--;
      }
      return name.substring(from, to);
    }

    private static boolean blank(char c) {
      return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\ufeff';
    }

    /** Returns the position of a name, -1 if there is none. */
    int position(TableFile file, String name) throws MalformedDataException {
      List<Integer> same = bare.getOrDefault(bare(name), List.of());
      if (exact.containsKey(name) || same.isEmpty()) {
        return exact.getOrDefault(name, -1);
      }
      if (same.size() > 1) {
        throw file.error(
            "columns %s and %s are both called '%s' but for blanks, expected different names",
            same.get(0) + 1, same.get(1) + 1, bare(name));
      }
      return same.getFirst();
    }
  }

  /** Returns where names stand; a search for each of very many would take their square. */
  Names lookup() {
    return new Names(names);
  }

  /** Returns the first names, for a message. */
  String listed() {
    int shown = Math.min(12, names.size());
    String more = shown < names.size() ? " and " + (names.size() - shown) + " more" : "";
    return String.join(", ", names.subList(0, shown)) + more;
  }
}
