package org.ironopt.table.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.data.LibsvmReader.Base;
import org.ironopt.data.LibsvmReader.Unlabelled;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.data.internal.LibsvmParser;
import org.ironopt.io.InputError;
import org.ironopt.model.Model;
import org.ironopt.table.TableData;
import org.ironopt.table.TableData.Imputation;
import org.ironopt.table.TableData.RowFilter;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.internal.LineRange;
import org.ironopt.table.internal.PartitionedTable;
import org.ironopt.table.internal.TwoPassReader;

/**
 * Where a user's rows come from: a file, which is closed when they were read.
 *
 * @param file with the rows
 * @param kind of the file
 * @param features columns of a LIBSVM file, 0 for what it has
 * @param table how a table is read
 */
public record RowSource(InputFile file, Kind kind, int features, TableReader table) {
  /** Reads rows to learn from. */
  public InputRows train() throws IOException {
    try (file) {
      return kind == Kind.CSV ? trainTable() : trainLibsvm();
    }
  }

  private InputRows trainTable() throws IOException {
    TableData read = new TwoPassReader(table).read(file);
    TableSchema schema = read.schema();
    return new InputRows(read, schema.features(), schema, file.sha256());
  }

  private InputRows trainLibsvm() throws IOException {
    try (ByteSource bytes = file.bytes()) {
      LibsvmParser parser = new LibsvmParser(libsvm(features), bytes);
      Dataset data = parser.read();
      return libsvm(data, parser.zeroBased(), parser.unlabelled(), file.sha256());
    }
  }

  /** Returns what reads rows to learn from. */
  static LibsvmReader libsvm(int features) {
    return new LibsvmReader().features(features).unlabelled(Unlabelled.LEAVE_OUT);
  }

  /** Returns rows of a LIBSVM file with the names of their columns and what was decided. */
  static InputRows libsvm(Dataset data, boolean zeroBased, long unlabelled, String sha256) {
    int first = zeroBased ? 0 : 1;
    List<String> columns =
        IntStream.range(first, first + data.columns()).mapToObj(Integer::toString).toList();
    List<TableDecision> decisions = new ArrayList<>();
    if (first == 0) {
      decisions.add(new TableDecision.FromZero());
    }
    return labelled(data, columns, unlabelled, sha256, decisions);
  }

  private static InputRows labelled(
      Dataset data,
      List<String> columns,
      long unlabelled,
      String sha256,
      List<TableDecision> decisions) {
    if (unlabelled > 0) {
      decisions.add(new TableDecision.NoTarget("", unlabelled, data.rows(), false));
    }
    RowFilter rows = new RowFilter(data.rows(), unlabelled, 0, new BitSet());
    return new InputRows(data, columns, Optional.empty(), sha256, rows, decisions, Imputation.NONE);
  }

  /** Returns the mark around fields that may hold line ends. */
  public char quote(LineRange head) throws IOException {
    return kind == Kind.CSV ? PartitionedTable.quote(table, head) : '"';
  }

  /**
   * Returns how machines read a part each of what this is.
   *
   * @param head the first lines, those with the names among them
   */
  public PartitionedSource split(LineRange head) throws IOException {
    return kind == Kind.CSV
        ? new PartitionedCsv(PartitionedTable.of(table, head))
        : new PartitionedLibsvm(head.file(), features);
  }

  /** Reads rows for a model to score, with their targets or not. */
  public InputRows score(Model model, boolean targets) throws IOException {
    try (file) {
      return model.table().isPresent() ? scoreTable(model, targets) : scoreLibsvm(model, targets);
    }
  }

  private InputRows scoreTable(Model model, boolean targets) throws IOException {
    if (kind != Kind.CSV) {
      throw new InputError(
          file.path() + " is a LIBSVM file, expected a table: the model was trained on one");
    }
    TableData read = new TwoPassReader(table).read(file, model.table().get(), targets);
    file.finish();
    return new InputRows(read, model.columns(), model.table().get(), "");
  }

  private InputRows scoreLibsvm(Model model, boolean targets) throws IOException {
    if (kind == Kind.CSV) {
      throw new InputError(
          file.path() + " is a table, expected a LIBSVM file: the model was trained on one");
    }
    int columns = model.columns().size();
    if (features != 0 && features != columns) {
      throw new InputError(
          "--features is %s, the model has %s columns; leave it out", features, columns);
    }
    Base base = model.columns().getFirst().equals("0") ? Base.ZERO : Base.ONE;
    try (ByteSource bytes = file.bytes()) {
      Unlabelled rule = targets ? Unlabelled.LEAVE_OUT : Unlabelled.KEEP;
      LibsvmReader reader = new LibsvmReader().features(columns).base(base).unlabelled(rule);
      LibsvmParser parser = new LibsvmParser(reader, bytes);
      Dataset data = parser.read();
      file.finish();
      long leftOut = targets ? parser.unlabelled() : 0;
      return labelled(data, model.columns(), leftOut, "", new ArrayList<>());
    }
  }

  /** Returns the rows with the classes of a model in its order. */
  public Dataset labelled(Dataset data, Model model) {
    if (!model.kind().classes() || data.classNames().equals(model.classes())) {
      return data;
    }
    try {
      return data.toClasses(model.classes());
    } catch (IllegalArgumentException e) {
      throw new InputError("%s: %s, the classes of the model", file.path(), e.getMessage());
    }
  }

  /** What a data file is, by its name or else by its first line. */
  public enum Kind {
    /** Rows of index:value. */
    LIBSVM,
    /** A table with commas, tabs or the like between its fields. */
    CSV;

    private static final int SEEN = 4096;

    /** Looks at the name, then into the file. */
    public static Kind of(InputFile file) throws IOException {
      String name = file.path().toString().toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst)$", "");
      if (name.endsWith(".csv") || name.endsWith(".tsv") || name.endsWith(".parquet")) {
        return CSV;
      }
      if (name.endsWith(".libsvm") || name.endsWith(".svm") || name.endsWith(".svmlight")) {
        return LIBSVM;
      }
      return ofLine(firstLine(file));
    }

    /** A pair with a number as its value is enough; else all words must look like pairs. */
    static Kind ofLine(String line) {
      StringTokenizer words = new StringTokenizer(line);
      boolean first = true;
      boolean allPairs = true;
      boolean comment = false;
      while (words.hasMoreTokens()) {
        String word = words.nextToken();
        comment |= word.startsWith("#");
        if (first) {
          allPairs = word.chars().allMatch(c -> "-+.eE0123456789".indexOf(c) >= 0);
        } else if (numbered(word, 0) && "-+.0123456789".indexOf(valueStart(word)) >= 0) {
          return LIBSVM;
        } else if (!comment) {
          boolean signed = word.startsWith("-") || word.startsWith("+");
          boolean query = word.startsWith("qid:") && digits(word, 4) == word.length();
          allPairs &= query || numbered(word, signed ? 1 : 0);
        }
        first = false;
      }
      return allPairs && line.contains(":") ? LIBSVM : CSV;
    }

    /** Whether a word is digits, a colon and a value. */
    private static boolean numbered(String word, int from) {
      int colon = digits(word, from);
      return colon > from && colon < word.length() - 1 && word.charAt(colon) == ':';
    }

    private static int digits(String word, int from) {
      int at = from;
      while (at < word.length() && word.charAt(at) >= '0' && word.charAt(at) <= '9') {
        at++;
      }
      return at;
    }

    private static char valueStart(String word) {
      return word.charAt(word.indexOf(':') + 1);
    }

    private static String firstLine(InputFile file) throws IOException {
      StringBuilder line = new StringBuilder();
      try (ByteSource source = file.bytes()) {
        int c = source.read();
        while (c >= 0 && c != '\n' && line.length() < SEEN) {
          line.append((char) c);
          c = source.read();
        }
      } catch (ByteSource.Damaged e) {
        throw new MalformedDataException(file.path() + ": " + e.getMessage());
      }
      return line.toString();
    }
  }
}
