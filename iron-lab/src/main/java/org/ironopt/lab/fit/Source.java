package org.ironopt.lab.fit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.ByteSource;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.data.LibsvmReader.Base;
import org.ironopt.lab.InputError;
import org.ironopt.lab.table.InputFile;
import org.ironopt.lab.table.Table;
import org.ironopt.lab.table.TableReader;
import org.ironopt.model.Model;

/**
 * Where a user's rows come from: a file, which is closed when they were read.
 *
 * @param file with the rows
 * @param kind of the file
 * @param features columns of a LIBSVM file, 0 for what it has
 * @param table how a table is read
 */
public record Source(InputFile file, FileKind kind, int features, TableReader table) {
  /** Reads rows to learn from. */
  public UserData train() throws IOException {
    try (file) {
      return kind == FileKind.CSV ? trainTable() : trainLibsvm();
    }
  }

  private UserData trainTable() throws IOException {
    Table read = table.read(file);
    return new UserData(
        read.data(),
        read.schema().features(),
        Optional.of(read.schema()),
        file.sha256(),
        read.notes());
  }

  private UserData trainLibsvm() throws IOException {
    Base[] base = new Base[1];
    Dataset data;
    try (ByteSource bytes = file.bytes()) {
      data = new LibsvmReader().features(features).read(bytes, found -> base[0] = found);
    }
    int first = base[0] == Base.ZERO ? 0 : 1;
    List<String> columns =
        IntStream.range(first, first + data.columns()).mapToObj(Integer::toString).toList();
    List<String> notes =
        first == 0 ? List.of("indices start at 0, since there is an index 0") : List.of();
    return new UserData(data, columns, Optional.empty(), file.sha256(), notes);
  }

  /** Reads rows for a model to score, with their targets or not. */
  public UserData score(Model model, boolean targets) throws IOException {
    try (file) {
      return model.table().isPresent() ? scoreTable(model, targets) : scoreLibsvm(model);
    }
  }

  private UserData scoreTable(Model model, boolean targets) throws IOException {
    if (kind != FileKind.CSV) {
      throw new InputError(
          file.path() + " is a LIBSVM file, expected a table: the model was trained on one");
    }
    Table read = table.read(file, model.table().get(), targets);
    return new UserData(read.data(), model.columns(), model.table(), file.sha256(), read.notes());
  }

  private UserData scoreLibsvm(Model model) throws IOException {
    if (kind == FileKind.CSV) {
      throw new InputError(
          file.path() + " is a table, expected a LIBSVM file: the model was trained on one");
    }
    int columns = model.columns().size();
    if (features != 0 && features != columns) {
      throw new InputError(
          "--features is " + features + ", the model has " + columns + " columns; leave it out");
    }
    Base base = model.columns().getFirst().equals("0") ? Base.ZERO : Base.ONE;
    try (ByteSource bytes = file.bytes()) {
      Dataset data = new LibsvmReader().features(columns).base(base).read(bytes);
      return new UserData(data, model.columns(), Optional.empty(), file.sha256(), List.of());
    }
  }

  /** Returns the rows with the classes of a model in its order. */
  public Dataset labelled(Dataset data, Model model) {
    if (!model.kind().classes()) {
      return data;
    }
    if (data.classNames().equals(model.classes())) {
      return data;
    }
    Dataset own = data.toClasses();
    List<Integer> places = new ArrayList<>();
    for (String name : own.classNames()) {
      int place = model.classes().indexOf(name);
      if (place < 0) {
        throw new InputError(
            file.path() + ": the label '" + name + "' is none of the model's: " + model.classes());
      }
      places.add(place);
    }
    int[] labels = new int[own.rows()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = places.get(own.label(i));
    }
    Dataset rows = Dataset.classification(own.features(), labels, model.classes());
    return own.weights().isPresent() ? rows.weighted(own.weights().get()) : rows;
  }
}
