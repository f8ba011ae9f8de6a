package org.ironopt.cli.shared;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.reproduce.ChapterCatalog;
import org.ironopt.model.ModelKind;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableReader;
import org.ironopt.table.source.RowSource;

/** The words that options and arguments take, which a shell completes; nothing here is stored. */
@SuppressWarnings("serial")
public final class CompletionCandidates {
  private CompletionCandidates() {}

  /** Returns the words of constants. */
  public static List<String> of(Enum<?>... values) {
    return Arrays.stream(values).map(OptionChecks::word).toList();
  }

  /** A list that can be named in an annotation. */
  public abstract static class CandidateList extends ArrayList<String> {
    protected CandidateList(Collection<String> words) {
      super(words);
    }
  }

  /** When to use colours. */
  public static final class Colours extends CandidateList {
    Colours() {
      super(of(Terminal.Colour.values()));
    }
  }

  /** How large an experiment is. */
  public static final class Scales extends CandidateList {
    Scales() {
      super(List.of("paper", "smoke"));
    }
  }

  /** The chapters, and all of them. */
  public static final class Chapters extends CandidateList {
    Chapters() {
      super(
          Stream.concat(ChapterCatalog.all().stream().map(Chapter::name), Stream.of("all"))
              .toList());
    }
  }

  /** The linear models. */
  public static final class Models extends CandidateList {
    Models() {
      super(Arrays.stream(ModelKind.values()).map(ModelKind::word).toList());
    }
  }

  /** The linear models that have a local model. */
  public static final class LocalModels extends CandidateList {
    LocalModels() {
      super(
          Arrays.stream(ModelKind.values())
              .filter(kind -> !kind.local())
              .map(ModelKind::word)
              .toList());
    }
  }

  /** All models that can be fitted. */
  public static final class FittedModels extends CandidateList {
    FittedModels() {
      super(Stream.concat(new Models().stream(), Stream.of("network")).toList());
    }
  }

  /** What hidden units of a network do. */
  public static final class Activations extends CandidateList {
    Activations() {
      super(List.of("tanh", "relu", "sigmoid"));
    }
  }

  /** What to do about missing values. */
  public static final class MissingRules extends CandidateList {
    MissingRules() {
      super(of(MissingRule.values()));
    }
  }

  /** What is done about texts among dates that are none. */
  public static final class BadDateRules extends CandidateList {
    BadDateRules() {
      super(of(ColumnRoles.BadDates.values()));
    }
  }

  /** What to do about unknown categories. */
  public static final class UnknownRules extends CandidateList {
    UnknownRules() {
      super(of(TableReader.Unknown.values()));
    }
  }

  /** Formats of data files. */
  public static final class Formats extends CandidateList {
    Formats() {
      super(of(RowSource.Kind.values()));
    }
  }
}
