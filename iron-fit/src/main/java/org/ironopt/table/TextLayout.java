package org.ironopt.table;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.ironopt.io.InputError;

/**
 * The format of the text of a table.
 *
 * @param header whether the first row holds names
 * @param delimiter between fields; 0 to detect a tab, semicolon, bar or comma
 * @param quote around fields that hold delimiters or line ends; 0 to detect single or double quotes
 * @param decimal the decimal point, a dot or a comma; 0 to detect it column by column
 * @param encoding of a file without a byte order mark
 */
public record TextLayout(
    Header header, char delimiter, char quote, char decimal, Charset encoding) {
  /** Whether the first row holds names. */
  public enum Header {
    /** It does unless one of its fields is a number or a date. */
    DETECT,
    /** It does. */
    YES,
    /** It is data; columns are called column1, column2 and so on. */
    NO
  }

  /** Refuses characters that cannot be told apart. */
  public TextLayout {
    if (decimal != 0 && decimal != '.' && decimal != ',') {
      throw new InputError("the decimal point '" + decimal + "', expected '.' or ','");
    }
    boolean one = delimiter != 0 && (delimiter == decimal || delimiter == quote);
    if (one || quote != 0 && quote == decimal) {
      throw new InputError(
          "the delimiter '%s', the quote '%s' and the decimal point '%s', expected three different"
              + " characters",
          delimiter, quote, decimal);
    }
    if (delimiter == '\n' || delimiter == '\r' || quote == '\n' || quote == '\r') {
      throw new InputError("a line end as delimiter or quote, expected another character");
    }
  }

  /** All detected; UTF-8. */
  public TextLayout() {
    this(Header.DETECT, (char) 0, (char) 0, (char) 0, StandardCharsets.UTF_8);
  }

  /** What a program writes: names, commas, double quotes, UTF-8. */
  public static TextLayout written() {
    return new TextLayout().header(Header.YES).delimiter(',').quote('"');
  }

  public TextLayout header(Header header) {
    return new TextLayout(header, delimiter, quote, decimal, encoding);
  }

  public TextLayout delimiter(char delimiter) {
    return new TextLayout(header, delimiter, quote, decimal, encoding);
  }

  public TextLayout quote(char quote) {
    return new TextLayout(header, delimiter, quote, decimal, encoding);
  }

  public TextLayout decimal(char decimal) {
    return new TextLayout(header, delimiter, quote, decimal, encoding);
  }

  public TextLayout encoding(Charset encoding) {
    return new TextLayout(header, delimiter, quote, decimal, encoding);
  }
}
