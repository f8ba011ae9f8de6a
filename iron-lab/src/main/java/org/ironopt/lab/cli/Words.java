package org.ironopt.lab.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.fit.Source;
import org.ironopt.lab.reproduce.Catalog;
import org.ironopt.lab.table.TableReader;
import org.ironopt.model.ModelKind;
import picocli.CommandLine;

/** The words that options and arguments take, which a shell completes, and those they took. */
final class Words {
  /** Commands for which a model has decided how its columns are read. */
  private static final Set<String> SCORING = Set.of("predict", "evaluate");

  private Words() {}

  /** Returns what to say about an option that a command no longer has. */
  static Optional<String> former(CommandLine command, String seen) {
    String option = seen.replaceFirst("=.*", "");
    String name = command.getCommandName();
    if (name.equals("bench") && option.equals("--quick")) {
      return Optional.of("--quick is '--scale smoke' now");
    }
    if (name.equals("reproduce")) {
      return SettingOptions.renamed(option).map(now -> option + " is '" + now + "' now");
    }
    CommandLine fit = command.getCommandSpec().root().subcommands().get("fit");
    boolean trained = fit != null && fit.getCommandSpec().optionsMap().containsKey(option);
    return SCORING.contains(name) && trained
        ? Optional.of(
            option
                + " is for 'iron fit', the model file says how its columns are read; leave it out")
        : Optional.empty();
  }

  private static List<String> of(Enum<?>... values) {
    return Arrays.stream(values).map(Check::word).toList();
  }

  /** A list that can be named in an annotation. */
  private abstract static class Listed extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Listed(Collection<String> words) {
      super(words);
    }
  }

  /** When to use colours. */
  static final class Colours extends Listed {
    private static final long serialVersionUID = 1L;

    Colours() {
      super(of(Terminal.Colour.values()));
    }
  }

  /** How large an experiment is. */
  static final class Scales extends Listed {
    private static final long serialVersionUID = 1L;

    Scales() {
      super(List.of("paper", "smoke"));
    }
  }

  /** The chapters, and all of them. */
  static final class Chapters extends Listed {
    private static final long serialVersionUID = 1L;

    Chapters() {
      super(Stream.concat(Catalog.all().stream().map(Chapter::name), Stream.of("all")).toList());
    }
  }

  /** The benchmarks. */
  static final class Benchmarks extends Listed {
    private static final long serialVersionUID = 1L;

    Benchmarks() {
      super(BenchCommand.ABOUT.keySet());
    }
  }

  /** The data sets. */
  static final class DataSets extends Listed {
    private static final long serialVersionUID = 1L;

    DataSets() {
      super(DataCommand.ABOUT.keySet());
    }
  }

  /** The models. */
  static final class Models extends Listed {
    private static final long serialVersionUID = 1L;

    Models() {
      super(Arrays.stream(ModelKind.values()).map(ModelKind::word).toList());
    }
  }

  /** What to do about missing values. */
  static final class MissingRules extends Listed {
    private static final long serialVersionUID = 1L;

    MissingRules() {
      super(of(Missing.values()));
    }
  }

  /** What to do about unknown categories. */
  static final class UnknownRules extends Listed {
    private static final long serialVersionUID = 1L;

    UnknownRules() {
      super(of(TableReader.Unknown.values()));
    }
  }

  /** Formats of data files. */
  static final class Formats extends Listed {
    private static final long serialVersionUID = 1L;

    Formats() {
      super(of(Source.Kind.values()));
    }
  }

  /** Shells that are completed. */
  static final class Shells extends Listed {
    private static final long serialVersionUID = 1L;

    Shells() {
      super(of(CompletionCommand.Shell.values()));
    }
  }
}
