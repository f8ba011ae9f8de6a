package org.ironopt.cli.tables;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.io.InputError;
import org.ironopt.table.TextLayout;
import picocli.CommandLine.Option;

/** How the text of a CSV file is laid out, for the commands that read one. */
class LayoutOptions {
  @Option(
      names = "--header",
      paramLabel = "YES|NO",
      defaultValue = "detect",
      description = "Whether the first line of a CSV file holds names. Default: detected.")
  private String header;

  @Option(
      names = "--delimiter",
      paramLabel = "C",
      description = "Separator of the fields of a CSV file, or 'tab'. Default: detected.")
  private String delimiter;

  @Option(
      names = "--quote",
      paramLabel = "C",
      description = "Quotation mark of a CSV file, '\"' or \"'\". Default: detected.")
  private Character quote;

  @Option(
      names = "--decimal",
      paramLabel = "C",
      description = "Decimal point of a CSV file, '.' or ','. Default: detected.")
  private Character decimal;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description = "Encoding of a CSV file; default: UTF-8.")
  private String encoding;

  /** Returns the layout. */
  TextLayout layout() {
    TextLayout layout =
        new TextLayout()
            .header(OptionChecks.choice("--header", header, TextLayout.Header.values()))
            .decimal(decimal == null ? (char) 0 : decimal)
            .quote(quote == null ? (char) 0 : quote)
            .encoding(charset());
    if (delimiter == null) {
      return layout;
    }
    String one = delimiter.equals("tab") || delimiter.equals("\\t") ? "\t" : delimiter;
    if (one.length() != 1) {
      throw new InputError("--delimiter is '" + delimiter + "', expected one character or tab");
    }
    return layout.delimiter(one.charAt(0));
  }

  private Charset charset() {
    try {
      return Charset.forName(encoding);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new InputError(
          "--encoding is '" + encoding + "', expected one such as UTF-8 or latin1");
    }
  }
}
