package org.ironopt.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.model.internal.Fields;
import org.ironopt.model.internal.JsonFile;
import org.ironopt.model.internal.JsonWriter;
import org.ironopt.network.Activation;

/**
 * A model as a JSON file: {@code format} and {@code version}, {@code model} (its kind), {@code
 * classes}, {@code intercepts} and {@code coefficients} in the user's units, by column name with
 * one number for each output, {@code table}, how a table is read, and {@code training}, where it
 * came from. A network is of version 2: in place of the coefficients it has {@code columns} and
 * {@code layers}, from the columns to the outputs, each with its {@code activation}, {@code biases}
 * and {@code weights}, a list for each unit. Equal models give equal bytes. Reading is strict: an
 * unknown version or field, a missing one or one of another type is refused in one line that names
 * it.
 */
public final class ModelFile {
  private static final JsonFile FILE = new JsonFile("iron-model", "model", "fit");
  private static final long VERSION = 1;
  private static final long NETWORK = 2;

  private ModelFile() {}

  /** Writes the file, atomically replacing an older one. */
  public static void write(Model model, Path path) throws IOException {
    AtomicFiles.write(path, text(model));
  }

  /** Returns the content of the file. */
  public static String text(Model model) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("format", FILE.format());
    file.put("version", model.linear() ? VERSION : NETWORK);
    file.put("model", model.kind().word());
    file.put("classes", model.classes());
    if (model.linear()) {
      file.put("intercepts", model.intercepts());
      file.put("coefficients", coefficients(model));
    } else {
      file.put("columns", model.columns());
      file.put("layers", layers(model));
    }
    file.put("table", model.table().map(SchemaJson::write).orElse(null));
    file.put("training", model.training());
    return JsonWriter.text(file);
  }

  private static Map<String, Object> coefficients(Model model) {
    Map<String, Object> coefficients = new LinkedHashMap<>();
    for (int j = 0; j < model.columns().size(); j++) {
      int column = j;
      double[] outputs = Arrays.stream(model.weights()).mapToDouble(w -> w[column]).toArray();
      coefficients.put(model.columns().get(j), outputs);
    }
    return coefficients;
  }

  /** Returns the layers of a network, the linear outputs as the last one. */
  private static List<Object> layers(Model model) {
    List<HiddenLayer> layers = new ArrayList<>(model.hidden());
    layers.add(new HiddenLayer(Activation.LINEAR, model.weights(), model.intercepts()));
    List<Object> list = new ArrayList<>();
    for (HiddenLayer layer : layers) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("activation", layer.word());
      item.put("biases", layer.biases());
      item.put("weights", List.of((Object[]) layer.weights()));
      list.add(item);
    }
    return list;
  }

  /** Reads a file. */
  public static Model read(Path path) throws IOException {
    return parse(path.toString(), FILE.text(path));
  }

  /** Returns the model that a text holds; {@code file} is for messages. */
  public static Model parse(String file, String text) throws MalformedDataException {
    Fields fields = FILE.fields(file, text);
    long version = fields.whole("version");
    if (version != VERSION && version != NETWORK) {
      throw fields.error(
          "version %d of the model format is unknown, expected %d or, of a network, %d; use the"
              + " release of iron that wrote it, or a newer one",
          version, VERSION, NETWORK);
    }
    ModelKind kind = fields.one("model", fields.text("model"), ModelKind.class);
    List<String> classes = fields.texts("classes");
    List<String> columns;
    List<HiddenLayer> hidden = List.of();
    double[][] weights;
    double[] intercepts;
    if (version == VERSION) {
      intercepts = fields.numbers("intercepts");
      Fields coefficients = fields.fields("coefficients");
      columns = new ArrayList<>(coefficients.names());
      weights = weights(coefficients, columns, intercepts.length);
    } else {
      columns = fields.texts("columns");
      List<HiddenLayer> layers = layers(fields, columns.size());
      hidden = layers.subList(0, layers.size() - 1);
      weights = layers.getLast().weights();
      intercepts = layers.getLast().biases();
    }
    Optional<TableSchema> table =
        fields.any("table") == null
            ? Optional.empty()
            : Optional.of(SchemaJson.read(fields.fields("table"), classes));
    Fields training = fields.fields("training");
    fields.requireNoOther();
    try {
      return new Model(kind, columns, classes, hidden, weights, intercepts, table, training.all());
    } catch (IllegalArgumentException e) {
      throw fields.error("the parts do not fit together: %s", e.getMessage());
    }
  }

  /** Checks all lengths before it makes room, so that a small file never asks for much. */
  private static double[][] weights(Fields coefficients, List<String> columns, int outputs)
      throws MalformedDataException {
    for (String column : columns) {
      int length = coefficients.list(column).size();
      if (length != outputs) {
        throw coefficients.error(
            "coefficients of '%s' has %d numbers, expected %d as intercepts has",
            Fields.shown(column), length, outputs);
      }
    }
    double[][] weights = new double[outputs][columns.size()];
    for (int j = 0; j < columns.size(); j++) {
      double[] numbers = coefficients.numbers(columns.get(j));
      for (int c = 0; c < outputs; c++) {
        weights[c][j] = numbers[c];
      }
    }
    return weights;
  }

  /** Reads layers, the linear outputs last; checks all lengths, so that they fit together. */
  private static List<HiddenLayer> layers(Fields fields, int columns)
      throws MalformedDataException {
    List<HiddenLayer> layers = new ArrayList<>();
    int seen = columns;
    for (Object item : fields.list("layers")) {
      Fields f = fields.inside(item, "a layer");
      Activation activation = f.one("activation", f.text("activation"), Activation.class);
      double[] biases = f.numbers("biases");
      double[][] weights = f.rows("weights");
      f.requireNoOther();
      if (weights.length == 0 || weights.length != biases.length) {
        String sentence =
            "layer %d has weights of %d units and %d biases, expected as many of both";
        throw f.error(sentence, layers.size() + 1, weights.length, biases.length);
      }
      for (double[] w : weights) {
        if (w.length != seen) {
          String sentence = "a unit of layer %d has %d weights, expected %d";
          throw f.error(sentence, layers.size() + 1, w.length, seen);
        }
      }
      layers.add(new HiddenLayer(activation, weights, biases));
      seen = weights.length;
    }
    if (layers.size() < 2 || layers.getLast().activation() != Activation.LINEAR) {
      throw fields.error("\"layers\" has to end with a linear layer behind others");
    }
    return layers;
  }
}
