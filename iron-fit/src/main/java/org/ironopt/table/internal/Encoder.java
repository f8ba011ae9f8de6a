package org.ironopt.table.internal;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.linalg.Parallel;
import org.ironopt.table.TableData.Imputation;
import org.ironopt.table.TableData.RowFilter;
import org.ironopt.table.TableDecision;
import org.ironopt.table.TableReader;
import org.ironopt.table.TableReader.Unknown;

/** Turns the rows of a table into features, targets and weights by a schema. */
final class Encoder implements RowEncoder.Values {
  private final TableSchema schema;
  private final Places places;
  private final TableRows rows;
  private final FeatureBuilder features;
  private final boolean training;
  private final RowEncoder encoder;
  private final Map<String, Integer> classes;
  private final Map<Double, Integer> classValues;
  private final Form targetForm;
  private double[] targets = new double[16];
  private double[] weights = new double[16];
  private int seen;
  private long withoutTarget;
  private final BitSet leftOut = new BitSet();

  /** Of each column, in training: the rows that miss it, and the seconds of dates. */
  private final BitSet[] gaps;

  private final double[][] seconds;
  private String firstUnknown = "";

  /** The row that is encoded. */
  private TableRow row;

  /**
   * Where the columns of a schema stand in a table.
   *
   * @param columns of the used columns
   * @param target -1 if it is not read
   * @param weight -1 if there is none
   * @param weightForm how weights are written
   */
  record Places(int[] columns, int target, int weight, Form weightForm) implements Serializable {}

  /**
   * Starts without rows.
   *
   * @param later how rows are read that the schema was not made from; empty for those that it was
   */
  Encoder(
      TableSchema schema,
      Places places,
      TableRows rows,
      FeatureBuilder features,
      Optional<TableReader> later) {
    this.schema = schema;
    this.places = places;
    this.rows = rows;
    this.features = features;
    training = later.isEmpty();
    classes = new HashMap<>();
    classValues = new HashMap<>();
    // A table may have another decimal point than that of the schema.
    char decimal = later.map(reader -> reader.layout().decimal()).orElse((char) 0);
    for (String name : schema.target().classes()) {
      classValues.put(ColumnProfile.value(name), classes.size());
      classes.put(name, classes.size());
    }
    if (classValues.size() < classes.size()) {
      classValues.clear();
    }
    Unknown unknown = later.map(TableReader::unknown).orElse(Unknown.ERROR);
    encoder = new RowEncoder(schema, decimal, unknown);
    targetForm = RowEncoder.with(schema.target().form(), decimal);
    int columns = schema.columns().size();
    gaps = Stream.generate(BitSet::new).limit(columns).toArray(BitSet[]::new);
    seconds = new double[columns][];
    makeSeconds();
  }

  /** Encodes so many further rows at most in the same way. */
  private Encoder(Encoder same, int rows) {
    schema = same.schema;
    places = same.places;
    this.rows = same.rows;
    features = same.features.more(rows);
    training = same.training;
    classes = same.classes;
    classValues = same.classValues;
    targetForm = same.targetForm;
    encoder = new RowEncoder(same.encoder);
    gaps = Stream.generate(BitSet::new).limit(same.gaps.length).toArray(BitSet[]::new);
    seconds = new double[gaps.length][];
    makeSeconds();
  }

  private void makeSeconds() {
    for (int c = 0; c < seconds.length; c++) {
      boolean dated = schema.columns().get(c) instanceof TableSchema.Date;
      seconds[c] = dated ? new double[training ? 16 : 0] : null;
    }
  }

  /** Reads all rows; refuses none at all. */
  Dataset read() throws IOException {
    add();
    if (features.rows == 0 && withoutTarget > 0) {
      throw rows.error(
          "the target, %s, is missing in all %s rows, expected values", field(-1), withoutTarget);
    }
    if (features.rows == 0) {
      throw rows.error("a header and no rows, expected rows of data");
    }
    if (places.weight() >= 0 && Arrays.stream(weights, 0, features.rows).allMatch(w -> w == 0)) {
      throw rows.error(weightField() + " is 0 in every row, expected one above");
    }
    return data();
  }

  /** Reads rows, perhaps none; a task takes a block, and the first error counts. */
  void add() throws IOException {
    for (List<RowBlock> blocks = rows.next(); !blocks.isEmpty(); blocks = rows.next()) {
      List<RowBlock> all = blocks;
      Encoder[] parts = new Encoder[blocks.size()];
      MalformedDataException[] errors = new MalformedDataException[parts.length];
      Parallel.forEach(
          parts.length,
          b -> {
            parts[b] = new Encoder(this, all.get(b).rows);
            try {
              parts[b].add(all.get(b));
            } catch (MalformedDataException e) {
              errors[b] = e;
            }
          });
      for (int b = 0; b < parts.length; b++) {
        if (errors[b] != null) {
          throw errors[b];
        }
        add(parts[b], blocks.get(b));
      }
    }
  }

  private void add(RowBlock block) throws MalformedDataException {
    TableRow here = new TableRow();
    for (int r = 0; r < block.rows; r++) {
      here.at(block, r);
      if (leftOut(here)) {
        leftOut.set(seen++);
      } else {
        seen++;
        features.begin();
        add(here);
      }
    }
  }

  /** Adds later rows, those of a block. */
  private void add(Encoder later, RowBlock block) throws MalformedDataException {
    int before = features.rows;
    int count = later.features.rows;
    if (count > 0 && !features.add(later.features)) {
      throw rows.error(
          block.line(block.rows - 1),
          "%s rows of %s features do not fit into one array of %s; expected fewer rows or columns",
          before + (long) count,
          features.columns,
          FeatureBuilder.LARGEST);
    }
    makeRoom(before + count);
    System.arraycopy(later.targets, 0, targets, before, count);
    if (places.weight() >= 0) {
      System.arraycopy(later.weights, 0, weights, before, count);
    }
    for (int c = 0; c < gaps.length; c++) {
      BitSet here = gaps[c];
      later.gaps[c].stream().forEach(row -> here.set(before + row));
      if (seconds[c] != null && training) {
        seconds[c] =
            seconds[c].length < before + count
                ? Arrays.copyOf(seconds[c], targets.length)
                : seconds[c];
        System.arraycopy(later.seconds[c], 0, seconds[c], before, count);
      }
    }
    int first = seen;
    later.leftOut.stream().forEach(row -> leftOut.set(first + row));
    seen += later.seen;
    withoutTarget += later.withoutTarget;
    firstUnknown = firstUnknown.isEmpty() ? later.firstUnknown : firstUnknown;
    encoder.add(later.encoder);
  }

  private void makeRoom(int count) {
    if (count > targets.length) {
      targets = Arrays.copyOf(targets, count + (count >> 1) + 16);
      weights = places.weight() < 0 ? weights : Arrays.copyOf(weights, targets.length);
    }
  }

  /** Returns the rows that were read. */
  Dataset data() {
    Dataset data = labelled();
    return places.weight() < 0 ? data : data.weighted(Arrays.copyOf(weights, data.rows()));
  }

  private Dataset labelled() {
    double[] exact = Arrays.copyOf(targets, features.rows);
    targets = null;
    if (places.target() < 0 || classes.isEmpty()) {
      return Dataset.regression(features.features(), exact);
    }
    int[] labels = Arrays.stream(exact).mapToInt(label -> (int) label).toArray();
    return Dataset.classification(features.features(), labels, schema.target().classes());
  }

  /** Whether a row has no target, or in training lacks another value where none may be missing. */
  private boolean leftOut(TableRow row) {
    if (places.target() >= 0 && row.missing(places.target())) {
      withoutTarget++;
      return true;
    }
    return training && schema.missing() == Missing.DROP && gap(row);
  }

  /** Returns which rows were encoded. */
  RowFilter used() {
    long all = leftOut.cardinality();
    return new RowFilter(features.rows, withoutTarget, all - withoutTarget, leftOut);
  }

  private boolean gap(TableRow row) {
    boolean gap = places.weight() >= 0 && row.missing(places.weight());
    for (int place : places.columns()) {
      gap |= row.missing(place);
    }
    return gap;
  }

  private void add(TableRow row) throws MalformedDataException {
    int i = features.rows;
    makeRoom(i + 1);
    targets[i] = places.target() < 0 ? 0 : target(row);
    if (places.weight() >= 0) {
      weights[i] = weight(row);
    }
    this.row = row;
    encoder.encode(this, features);
    features.end();
  }

  @Override
  public boolean missing(int c) {
    return row.missing(places.columns()[c]);
  }

  @Override
  public double number(int c, Form form) {
    return row.number(places.columns()[c], form);
  }

  @Override
  public double seconds(int c, DatePattern form) {
    return form.seconds(text(c));
  }

  @Override
  public String text(int c) {
    return row.field(places.columns()[c]);
  }

  @Override
  public MalformedDataException error(int c, String expected, String hint) {
    return expected(row, c, expected + hint);
  }

  @Override
  public MalformedDataException absent(int c, String hint) {
    return rows.error(
        row.line(),
        "%s is missing, expected a value: the model was trained without missing values%s",
        field(c),
        hint);
  }

  @Override
  public void unknown(int c) {
    String name = schema.columns().get(c).name();
    firstUnknown = "'" + row.shown(places.columns()[c]) + "' in column '" + name + "'";
  }

  @Override
  public void encoded(int c, boolean missing, double time) {
    if (!training) {
      return;
    }
    int i = features.rows;
    if (missing) {
      gaps[c].set(i);
    }
    if (seconds[c] != null) {
      seconds[c] = i < seconds[c].length ? seconds[c] : Arrays.copyOf(seconds[c], targets.length);
      seconds[c][i] = time;
    }
  }

  /** Returns how missing values are filled anew; a category of their own is not learnt. */
  Imputation imputation() {
    List<GapImputation.Gaps> all = new ArrayList<>();
    int feature = 0;
    for (int c = 0; c < gaps.length; c++) {
      TableSchema.Column column = schema.columns().get(c);
      boolean own =
          column instanceof TableSchema.Categorical n
              && n.usual().equals(CategoryDecisions.MISSING);
      if (!own) {
        all.add(new GapImputation.Gaps(c, feature, gaps[c], seconds[c]));
      }
      feature += column.features().size();
    }
    return new GapImputation(schema, all);
  }

  private double target(TableRow row) throws MalformedDataException {
    double value = row.number(places.target(), targetForm);
    List<String> names = schema.target().classes();
    if (names.isEmpty() && !Double.isNaN(value)) {
      return value;
    }
    Integer label = classes.get(row.field(places.target()));
    if (label == null && !Double.isNaN(value)) {
      label = classValues.get(value + 0.0);
    }
    if (label == null) {
      throw expected(
          row, -1, names.isEmpty() ? "a finite number" : "one of " + RowEncoder.some(names));
    }
    return label;
  }

  private double weight(TableRow row) throws MalformedDataException {
    double value = row.number(places.weight(), places.weightForm());
    if (!(value >= 0)) {
      throw rows.error(
          row.line(),
          "%s is '%s', expected a number >= 0",
          weightField(),
          row.shown(places.weight()));
    }
    return value;
  }

  private String weightField() {
    return "the weight, column " + (places.weight() + 1) + ",";
  }

  /** Returns what is wrong with a column, or with the target for -1. */
  private MalformedDataException expected(TableRow row, int c, String expected) {
    int place = c < 0 ? places.target() : places.columns()[c];
    return rows.error(row.line(), "%s is '%s', expected %s", field(c), row.shown(place), expected);
  }

  private String field(int c) {
    return c < 0
        ? "column " + (places.target() + 1) + " '" + schema.target().name() + "'"
        : "column " + (places.columns()[c] + 1) + " '" + schema.columns().get(c).name() + "'";
  }

  /** Says what was filled in a table that came after training, and which rows were left out. */
  void decide(List<TableDecision> decisions) {
    if (withoutTarget > 0) {
      String name = schema.target().name();
      decisions.add(new TableDecision.NoTarget(name, withoutTarget, features.rows, false));
    }
    if (encoder.filled > 0) {
      decisions.add(new TableDecision.FilledAsTrained(encoder.filled));
    }
    if (encoder.rest > 0) {
      decisions.add(new TableDecision.Seldom(encoder.rest, CategoryDecisions.REST));
    }
    if (encoder.unknowns > 0) {
      decisions.add(new TableDecision.Unknown(encoder.unknowns, firstUnknown));
    }
  }
}
