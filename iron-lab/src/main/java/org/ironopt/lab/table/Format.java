package org.ironopt.lab.table;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.data.MalformedData;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.table.TextLayout.Header;

/**
 * The delimiter and the names of a table, given or detected from its first lines.
 *
 * @param delimiter between fields
 * @param header whether the first row holds the names
 * @param names of all columns
 * @param unnamed columns that the header has no name for
 * @param first the first row as it is shown
 */
record Format(
    char delimiter, boolean header, List<String> names, Set<Integer> unnamed, String first)
    implements Serializable {
  private static final int SAMPLE = 1 << 14;
  private static final int SAMPLE_LINES = 100;

  /** The comma comes last: a decimal comma may be in every line of a table with another one. */
  private static final String DELIMITERS = "\t;|,";

  static Format of(TableFile file, TextLayout layout) throws IOException {
    char delimiter = layout.delimiter() == 0 ? detected(file, layout) : layout.delimiter();
    try (Rows rows = new Rows(file, layout, delimiter, false)) {
      TableRow first = rows.next();
      if (first == null) {
        throw new MalformedData(file.path() + ": the file is empty, expected rows of a table");
      }
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
              "columns %s and %s are both called '%s', expected different names",
              before + 1, i + 1, first.shown(i));
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
      return new Format(delimiter, header, List.copyOf(names.keySet()), unnamed, shown);
    }
  }

  /** Opens the rows behind the names. */
  Rows rows(TableFile file, TextLayout layout) throws IOException {
    return new Rows(file, layout, delimiter, header);
  }

  /** Shows all rows behind the names. */
  void each(TableFile file, TextLayout layout, Rows.Eye eye) throws IOException {
    try (Rows rows = rows(file, layout)) {
      rows.each(eye);
    }
  }

  /** Whether a field is a number in some form, or a date, and thus no name. */
  private static boolean isData(TableRow row, int i) {
    String text = row.field(i);
    return !Double.isNaN(row.plain(i))
        || !Double.isNaN(row.number(i, '.', ','))
        || !Double.isNaN(row.number(i, ',', '.'))
        || DateForm.likely(text)
            && DateForm.known().stream().anyMatch(form -> !Double.isNaN(form.seconds(text)));
  }

  /** Says what the first row was taken for. */
  String note() {
    String form =
        header
            ? "header: the first row holds names (%s; --header no reads it as data)"
            : "no header: the first row is data (%s), the columns are column1, column2 and so on"
                + " (--header yes takes it for names)";
    return Numbers.format(form, header ? listed() : first);
  }

  /** Returns the delimiter found equally often in every line, else the one of the first line. */
  private static char detected(TableFile file, TextLayout layout) throws IOException {
    List<int[]> counts = counts(sample(file, layout), layout.quote());
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

  private static String sample(TableFile file, TextLayout layout) throws IOException {
    CharBuffer sample = CharBuffer.allocate(SAMPLE);
    try (Text text = new Text(file.content().open(), layout.encoding())) {
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
  int position(TableFile file, String what, String column) throws MalformedData {
    int position = names.indexOf(column);
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
  int weight(TableFile file, Roles roles) throws MalformedData {
    return roles.weight().isEmpty() ? -1 : position(file, "the weight", roles.weight());
  }

  /** Returns where each name stands; a search for each of very many would take their square. */
  Map<String, Integer> positions() {
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      positions.put(names.get(i), i);
    }
    return positions;
  }

  /** Returns the first names, for a message. */
  String listed() {
    int shown = Math.min(12, names.size());
    String more = shown < names.size() ? " and " + (names.size() - shown) + " more" : "";
    return String.join(", ", names.subList(0, shown)) + more;
  }
}
