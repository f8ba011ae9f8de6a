package org.ironopt.cli.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.cli.fit.Exposure;
import org.ironopt.cli.shared.Check;
import org.ironopt.cli.shared.Words;
import org.ironopt.model.Model;
import org.ironopt.table.InputFile;
import org.ironopt.table.MissingRule;
import org.ironopt.table.Roles;
import org.ironopt.table.TableReader;
import org.ironopt.table.source.Source;
import org.ironopt.table.source.UserData;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How rows for a model are read; what its columns are stands in the model file. */
final class ScoreOptions {
  @Option(
      names = "--unknown",
      paramLabel = "RULE",
      defaultValue = "error",
      completionCandidates = Words.UnknownRules.class,
      description = "Categories that training had not seen: error (default) or fill.")
  private String unknown;

  @Mixin private FormatOptions layout;

  FormatOptions layout() {
    return layout;
  }

  /** Returns a file whose columns a model knows; the weight may be empty. */
  Source source(String file, String weight) throws IOException {
    InputFile input = InputFile.unhashed(Path.of(file));
    Source.Kind kind = layout.kind(input, file, List.of("--unknown", "--weight", "--pass"));
    TableReader table =
        new TableReader(
            layout.layout(),
            new Roles("").weight(weight),
            MissingRule.FILL,
            Check.choice("--unknown", unknown, TableReader.Unknown.values()));
    return new Source(input, kind, 0, table);
  }

  /** Reads rows, with their targets or not, and their exposures if the model needs them. */
  static UserData rows(Source source, Model model, boolean targets, String file)
      throws IOException {
    Exposure exposure = Exposure.of(model);
    if (exposure == null) {
      return source.score(model, targets);
    }
    List<String> texts = exposure.read(source, model.table());
    return exposure.on(source.score(model, targets), texts, file);
  }
}
