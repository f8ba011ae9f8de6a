package org.ironopt.cli.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.cli.fit.ExposureColumn;
import org.ironopt.cli.shared.CompletionCandidates;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.model.Model;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How rows for a model are read; what its columns are stands in the model file. */
final class ScoreOptions {
  @Option(
      names = "--unknown",
      paramLabel = "RULE",
      defaultValue = "error",
      completionCandidates = CompletionCandidates.UnknownRules.class,
      description = "Categories that the training rows do not have: error (default) or fill.")
  private String unknown;

  @Mixin private FormatOptions layout;

  FormatOptions layout() {
    return layout;
  }

  /** Returns a file whose columns a model knows; the weight may be empty. */
  RowSource source(String file, String weight) throws IOException {
    InputFile input = InputFile.unhashed(Path.of(file));
    RowSource.Kind kind = layout.kind(input, file, List.of("--unknown", "--weight", "--pass"));
    TableReader table =
        new TableReader(
            layout.layout(),
            new ColumnRoles("").weight(weight),
            MissingRule.FILL,
            OptionChecks.choice("--unknown", unknown, TableReader.Unknown.values()));
    return new RowSource(input, kind, 0, table);
  }

  /** Reads rows, with their targets or not, and their exposures if the model needs them. */
  static InputRows rows(RowSource source, Model model, boolean targets, String file)
      throws IOException {
    ExposureColumn exposure = ExposureColumn.of(model);
    if (exposure == null) {
      return source.score(model, targets);
    }
    List<String> texts = exposure.read(source, model.table());
    return exposure.on(source.score(model, targets), texts, file);
  }
}
