package org.ironopt.cli.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.fit.ExposureColumn;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.io.InputError;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a user's data file is read to learn from it. */
public final class DataOptions {
  private static final List<String> TABLE =
      List.of(
          "--target",
          "--weight",
          "--ignore",
          "--categorical",
          "--numeric",
          "--max-categories",
          "--missing",
          "--date-format",
          "--bad-dates");

  @Option(
      names = "--target",
      paramLabel = "COLUMN",
      description = "Column of a table to predict: its name, or its number from 1.")
  private String target;

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "Column of a table with the weights of the rows.")
  private String weight;

  @Option(
      names = "--ignore",
      paramLabel = "COLUMNS",
      split = ",",
      description = "Columns of a table to leave out, separated by commas.")
  private Set<String> ignored = Set.of();

  @Option(
      names = "--categorical",
      paramLabel = "COLUMNS",
      split = ",",
      description = "Columns of numbers to read as categories, such as postal codes.")
  private Set<String> categorical = Set.of();

  @Option(
      names = "--numeric",
      paramLabel = "COLUMNS",
      split = ",",
      description = "Columns that must be numbers.")
  private Set<String> numeric = Set.of();

  @Option(
      names = "--max-categories",
      paramLabel = "N",
      defaultValue = "50",
      description =
          "Largest number of categories of a column. Beyond it, categories with fewer than 20 rows and the least frequent ones are pooled; default: 50.")
  private int maxCategories;

  @Option(
      names = "--missing",
      paramLabel = "RULE",
      defaultValue = "auto",
      completionCandidates = CompletionCandidates.MissingRules.class,
      description =
          "Rule for missing values: fill, indicator, drop, error or auto (default). auto fills them, and adds an indicator to columns that miss more than 30 %%. Rows without a target are left out; error refuses them.")
  private String missing;

  @Option(
      names = "--date-format",
      paramLabel = "[COLUMN=]FORM",
      description =
          "Form of dates, as in dd/MM/yyyy or born=dd.MM.yyyy; several forms as in 'dd/MM/yyyy|yyyy-MM-dd'. Default: detected; repeat it for more columns.")
  private List<String> dateFormats = List.of();

  @Option(
      names = "--bad-dates",
      paramLabel = "RULE",
      defaultValue = "error",
      completionCandidates = CompletionCandidates.BadDateRules.class,
      description = "Texts in a column of dates that are not dates: error (default) or missing.")
  private String badDates;

  @Option(
      names = "--features",
      paramLabel = "N",
      description = "Number of columns of a LIBSVM file. Default: the largest index.")
  private Integer features;

  @Mixin private FormatOptions layout;

  /** Reads the rows to learn from on this machine; a column of exposures is no feature. */
  InputRows rows(String file, Optional<ExposureColumn> exposure) throws IOException {
    if (exposure.isEmpty()) {
      return training(file).train();
    }
    Set<String> more = new HashSet<>(ignored);
    more.add(exposure.get().column());
    ignored = more;
    RowSource source = training(file);
    List<String> texts = exposure.get().read(source, Optional.empty());
    return exposure.get().on(source.train(), texts, file);
  }

  /** Returns the file to learn from. */
  public RowSource training(String file) throws IOException {
    if (features != null && features < 1) {
      throw new InputError("--features is " + features + ", expected at least 1");
    }
    OptionChecks.number("--max-categories", maxCategories, maxCategories >= 1, ">= 1");
    InputFile input = new InputFile(Path.of(file));
    RowSource.Kind kind = layout.kind(input, file, TABLE);
    if (kind == RowSource.Kind.CSV && target == null) {
      throw new InputError(
          "--target is missing: a CSV file needs the column to predict, give it as in --target"
              + " price or --target 1");
    }
    if (kind == RowSource.Kind.CSV && features != null) {
      throw new InputError(
          "--features is for LIBSVM files, but %s is a table; leave it out, or give --format"
              + " libsvm",
          file);
    }
    MissingRule rule = OptionChecks.choice("--missing", missing, MissingRule.values());
    ColumnRoles.BadDates bad =
        OptionChecks.choice("--bad-dates", badDates, ColumnRoles.BadDates.values());
    if (bad == ColumnRoles.BadDates.MISSING
        && (rule == MissingRule.DROP || rule == MissingRule.ERROR)) {
      throw new InputError(
          "--bad-dates missing needs missing values to be filled, but --missing is %s; give"
              + " --missing fill or --bad-dates error",
          missing);
    }
    ColumnRoles roles =
        new ColumnRoles(
            target == null ? "" : target,
            weight == null ? "" : weight,
            numeric,
            categorical,
            ignored,
            dates(),
            maxCategories,
            bad);
    TableReader table = new TableReader(layout.layout(), roles, rule, TableReader.Unknown.ERROR);
    return new RowSource(input, kind, features == null ? 0 : features, table);
  }

  /** Reads a file; a lack of memory is reported with its size. */
  public static <T> T read(String file, HeapMemory.Work<T> work) throws IOException {
    Path path = Path.of(file);
    String size = Files.isRegularFile(path) ? " (" + HeapMemory.size(Files.size(path)) + ")" : "";
    return HeapMemory.during("reading " + file + size, work);
  }

  /** Returns the forms of dates by column, that of all others under an empty name. */
  private Map<String, String> dates() {
    Map<String, String> forms = new HashMap<>();
    for (String format : dateFormats) {
      int equals = format.lastIndexOf('=');
      forms.put(format.substring(0, Math.max(0, equals)), format.substring(equals + 1));
    }
    return forms;
  }
}
