package org.ironopt.cli.tables;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.io.InputError;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.source.RowSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a data file is, and how its text is laid out. */
final class FormatOptions extends LayoutOptions {
  private static final List<String> TABLE =
      List.of("--header", "--delimiter", "--quote", "--decimal", "--encoding");

  /** What a Parquet file says itself. */
  private static final List<String> TEXT =
      List.of("--header", "--delimiter", "--quote", "--encoding");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = CompletionCandidates.Formats.class,
      description = "csv or libsvm. Default: from the name of the file, else from its first line.")
  private String format;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Returns what a file is; options that it gives no meaning to are refused. */
  RowSource.Kind kind(InputFile input, String file, Collection<String> more) throws IOException {
    RowSource.Kind kind =
        format == null
            ? RowSource.Kind.of(input)
            : OptionChecks.choice("--format", format, RowSource.Kind.values());
    if (kind == RowSource.Kind.LIBSVM) {
      refuse(
          TABLE,
          "is for tables, but %s is a LIBSVM file; leave it out, or give --format csv",
          file);
      refuse(
          more, "is for tables, but %s is a LIBSVM file; leave it out, or give --format csv", file);
    }
    if (file.toLowerCase(Locale.ROOT).endsWith(".parquet")) {
      refuse(TEXT, "is for text, but %s is a Parquet file; leave it out", file);
    }
    return kind;
  }

  /** Refuses those of some options that were given. */
  void refuse(Collection<String> options, String reason, Object... values) {
    for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
      if (options.contains(given.longestName())) {
        throw new InputError("%s %s", given.longestName(), format(reason, values));
      }
    }
  }
}
