package org.ironopt.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ironopt.model.Model.HiddenLayer;
import org.ironopt.model.internal.JsonWriter;
import org.ironopt.network.Activation;

/**
 * Writes a model as an ONNX graph (operator set 13), for runtimes in other languages. The input
 * {@code x} has a row for each sample and the model's columns in their order and units; the result
 * of {@code z = x W + b} is {@code prediction}, or {@code probabilities}, a column for each class,
 * and {@code label}, the name of the most probable one. A network has {@code h1 = phi(x W1 + b1)}
 * and so on in place of x. The names of the columns are in the metadata. Equal models give equal
 * bytes.
 *
 * <p>Reference: the ONNX intermediate representation, version 8.
 */
public final class OnnxWriter {
  private static final int IR_VERSION = 8;
  private static final int OPERATOR_SET = 13;
  private static final int TYPE_STRING = 8;

  /** The numbers of input, coefficients and probabilities. */
  public enum Numbers {
    /** 32 bits: what most runtimes and devices take. */
    FLOAT(1, 4),
    /** 64 bits: the predictions of this library, up to rounding. */
    DOUBLE(11, 8);

    private final int code;
    private final int size;

    Numbers(int code, int size) {
      this.code = code;
      this.size = size;
    }

    private void put(ByteBuffer bytes, double value) {
      if (this == FLOAT) {
        bytes.putFloat((float) value);
      } else {
        bytes.putDouble(value);
      }
    }
  }

  private final Model model;
  private final Numbers numbers;
  private final Protobuf graph = new Protobuf();

  private OnnxWriter(Model model, Numbers numbers) {
    this.model = model;
    this.numbers = numbers;
  }

  /** Writes a model; the stream is left open. */
  public static void write(Model model, Numbers numbers, OutputStream out) throws IOException {
    out.write(new OnnxWriter(model, numbers).file().toBytes());
  }

  private Protobuf file() {
    Protobuf operators = new Protobuf().text(1, "").number(2, OPERATOR_SET);
    Protobuf columns =
        new Protobuf().text(1, "columns").text(2, JsonWriter.text(model.columns()).strip());
    return new Protobuf()
        .number(1, IR_VERSION)
        .text(2, "iron")
        .message(7, graph())
        .message(8, operators)
        .message(14, columns);
  }

  private Protobuf graph() {
    int outputs = model.outputs();
    boolean number = !model.kind().classes();
    String last = hidden();
    boolean linked = model.kind().logarithmic();
    node("Gemm", List.of(last, "W", "b"), number && !linked ? "prediction" : "z");
    if (linked) {
      node("Exp", List.of("z"), "prediction");
    }
    if (!number) {
      probabilities();
      node("ArgMax", List.of("probabilities"), "place", integer("axis", 1), integer("keepdims", 0));
      node("Gather", List.of("classes", "place"), "label");
    }
    graph.text(2, model.kind().word());
    graph.message(5, matrix("W", model.weights()));
    graph.message(5, tensor("b", model.intercepts(), outputs));
    if (!number) {
      graph.message(5, classes());
    }
    graph.message(11, value("x", numbers.code, model.columns().size()));
    if (number) {
      graph.message(12, value("prediction", numbers.code, 1));
    } else {
      graph.message(12, value("label", TYPE_STRING));
      graph.message(12, value("probabilities", numbers.code, model.classes().size()));
    }
    return graph;
  }

  /** Adds the hidden layers; returns the name of what the outputs see. */
  private String hidden() {
    String below = "x";
    for (int l = 1; l <= model.hidden().size(); l++) {
      HiddenLayer layer = model.hidden().get(l - 1);
      String sums = layer.activation() == Activation.LINEAR ? "h" + l : "a" + l;
      node("Gemm", List.of(below, "W" + l, "b" + l), sums);
      below = "h" + l;
      if (layer.activation() != Activation.LINEAR) {
        String word = layer.word();
        node(Character.toUpperCase(word.charAt(0)) + word.substring(1), List.of(sums), below);
      }
      graph.message(5, matrix("W" + l, layer.weights()));
      graph.message(5, tensor("b" + l, layer.biases(), layer.units()));
    }
    return below;
  }

  private void probabilities() {
    if (model.kind() == ModelKind.SOFTMAX) {
      node("Softmax", List.of("z"), "probabilities", integer("axis", 1));
      return;
    }
    node("Neg", List.of("z"), "minus_z");
    node("Sigmoid", List.of("minus_z"), "first");
    node("Sigmoid", List.of("z"), "second");
    node("Concat", List.of("first", "second"), "probabilities", integer("axis", 1));
  }

  private void node(String operator, List<String> inputs, String output, Protobuf... attributes) {
    Protobuf node = new Protobuf();
    inputs.forEach(input -> node.text(1, input));
    node.text(2, output).text(3, output).text(4, operator);
    for (Protobuf attribute : attributes) {
      node.message(5, attribute);
    }
    graph.message(1, node);
  }

  private static Protobuf integer(String name, long value) {
    int typeOfInteger = 2;
    return new Protobuf().text(1, name).number(3, value).number(20, typeOfInteger);
  }

  /** Returns the tensor of a matrix, transposed: by what is multiplied, then output. */
  private Protobuf matrix(String name, double[][] rows) {
    double[] w = new double[rows.length * rows[0].length];
    for (int c = 0; c < rows.length; c++) {
      for (int j = 0; j < rows[c].length; j++) {
        w[j * rows.length + c] = rows[c][j];
      }
    }
    return tensor(name, w, rows[0].length, rows.length);
  }

  private Protobuf tensor(String name, double[] values, int... dimensions) {
    ByteBuffer raw =
        ByteBuffer.allocate(Math.multiplyExact(numbers.size, values.length))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      numbers.put(raw, value);
    }
    Protobuf tensor = new Protobuf();
    for (int dimension : dimensions) {
      tensor.number(1, dimension);
    }
    return tensor.number(2, numbers.code).text(8, name).bytes(9, raw.array());
  }

  private Protobuf classes() {
    Protobuf tensor = new Protobuf().number(1, model.classes().size()).number(2, TYPE_STRING);
    model.classes().forEach(name -> tensor.text(6, name));
    return tensor.text(8, "classes");
  }

  /** Returns a name with its type and shape: any number of rows, then the given sizes. */
  private static Protobuf value(String name, int type, int... sizes) {
    Protobuf shape = new Protobuf().message(1, new Protobuf().text(2, "rows"));
    for (int size : sizes) {
      shape.message(1, new Protobuf().number(1, size));
    }
    Protobuf tensor = new Protobuf().number(1, type).message(2, shape);
    return new Protobuf().text(1, name).message(2, new Protobuf().message(1, tensor));
  }

  /**
   * One message in the wire format of Protocol Buffers, written field by field: a key {@code number
   * * 8 + type}, then a variable-length number (type 0) or a length and bytes (type 2).
   */
  private static final class Protobuf {
    private static final int NUMBER = 0;
    private static final int BYTES = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Protobuf number(int field, long value) {
      key(field, NUMBER);
      variable(value);
      return this;
    }

    Protobuf text(int field, String text) {
      return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Protobuf message(int field, Protobuf message) {
      return bytes(field, message.toBytes());
    }

    Protobuf bytes(int field, byte[] bytes) {
      key(field, BYTES);
      variable(bytes.length);
      out.writeBytes(bytes);
      return this;
    }

    private void key(int field, int type) {
      variable((long) field << 3 | type);
    }

    private void variable(long value) {
      long rest = value;
      while ((rest & ~0x7fL) != 0) {
        out.write((int) (rest & 0x7f | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }

    byte[] toBytes() {
      return out.toByteArray();
    }
  }
}
