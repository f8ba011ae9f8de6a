package org.ironopt.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.data.MalformedData;
import org.ironopt.network.Activation;

/** The layers of a network as JSON, the linear outputs as the last one. */
final class NetworkJson {
  private NetworkJson() {}

  static List<Object> write(Model model) {
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

  /** Reads them; checks all lengths, so that they fit together. */
  static List<HiddenLayer> read(Fields fields, int columns) throws MalformedData {
    List<HiddenLayer> layers = new ArrayList<>();
    int seen = columns;
    for (Object item : fields.list("layers")) {
      Fields f = fields.inside(item, "a layer");
      Activation activation = activation(f, f.text("activation"));
      double[] biases = f.numbers("biases");
      double[][] weights = f.rows("weights");
      f.requireNoOther();
      if (weights.length == 0 || weights.length != biases.length) {
        throw f.error(
            String.format(
                Locale.ROOT,
                "layer %d has weights of %d units and %d biases, expected as many of both",
                layers.size() + 1,
                weights.length,
                biases.length));
      }
      for (double[] w : weights) {
        if (w.length != seen) {
          throw f.error(
              String.format(
                  Locale.ROOT,
                  "a unit of layer %d has %d weights, expected %d",
                  layers.size() + 1,
                  w.length,
                  seen));
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

  private static Activation activation(Fields fields, String word) throws MalformedData {
    for (Activation activation : Activation.values()) {
      if (activation.name().toLowerCase(Locale.ROOT).equals(word)) {
        return activation;
      }
    }
    throw fields.error(
        "\"activation\" is '"
            + JsonReader.shown(word)
            + "', expected sigmoid, tanh, relu or linear");
  }
}
