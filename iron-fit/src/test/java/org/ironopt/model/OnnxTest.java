package org.ironopt.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ironopt.model.OnnxWriter.Numbers;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** Exported models give the same answers in onnxruntime as in this library. */
class OnnxTest {
  private static final int ROWS = 40;
  private static final int COLUMNS = 7;
  private static final long SEED = 12;

  private final RandomStream random = new RandomStreams(SEED).stream("onnx");

  @ParameterizedTest
  @EnumSource(ModelKind.class)
  void inDoublesToRounding(ModelKind kind) throws IOException, OrtException {
    check(model(kind), Numbers.DOUBLE, 1e-13);
  }

  @ParameterizedTest
  @EnumSource(ModelKind.class)
  void inFloatsToTheirRounding(ModelKind kind) throws IOException, OrtException {
    check(model(kind), Numbers.FLOAT, 1e-5);
  }

  private Model model(ModelKind kind) {
    int outputs = kind == ModelKind.SOFTMAX ? 4 : 1;
    List<String> classes =
        switch (kind) {
          case LOGISTIC -> List.of("no", "ja, é");
          case SOFTMAX -> List.of("a", "b", "c", "d");
          default -> List.of();
        };
    double[][] weights = new double[outputs][COLUMNS];
    double[] intercepts = new double[outputs];
    for (int c = 0; c < outputs; c++) {
      intercepts[c] = random.normal(1, c);
      for (int j = 0; j < COLUMNS; j++) {
        weights[c][j] = random.normal(2, c * COLUMNS + j);
      }
    }
    List<String> columns = IntStream.range(0, COLUMNS).mapToObj(j -> "\"x\" " + j).toList();
    return new Model(kind, columns, classes, weights, intercepts, new LinkedHashMap<>());
  }

  private void check(Model model, Numbers numbers, double tolerance)
      throws IOException, OrtException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    OnnxWriter.write(model, numbers, file);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    double[][] rows = rows();
    try (OrtSession session = environment.createSession(file.toByteArray());
        OnnxTensor x = tensor(environment, rows, numbers);
        OrtSession.Result result = session.run(Map.of("x", x))) {
      String columns = session.getMetadata().getCustomMetadata().get("columns");
      assertEquals(model.columns(), new JsonMapper().readValue(columns, List.class));
      for (int i = 0; i < ROWS; i++) {
        compare(model, rows[i], result, i, tolerance);
      }
    }
  }

  private static void compare(
      Model model, double[] row, OrtSession.Result result, int i, double tolerance)
      throws OrtException {
    if (!model.kind().classes()) {
      double expected = model.predict(row);
      double seen = row(result.get("prediction").orElseThrow(), i)[0];
      assertEquals(expected, seen, tolerance * (1 + Math.abs(expected)), "seed " + SEED);
      return;
    }
    double[] p = row(result.get("probabilities").orElseThrow(), i);
    assertArrayEquals(model.probabilities(row), p, tolerance, "seed " + SEED);
    String[] labels = (String[]) result.get("label").orElseThrow().getValue();
    assertEquals(model.predictClass(row), labels[i], "seed " + SEED);
  }

  private static double[] row(OnnxValue value, int i) throws OrtException {
    if (value.getValue() instanceof double[][] doubles) {
      return doubles[i];
    }
    float[] floats = ((float[][]) value.getValue())[i];
    return IntStream.range(0, floats.length).mapToDouble(j -> floats[j]).toArray();
  }

  private double[][] rows() {
    double[][] rows = new double[ROWS][COLUMNS];
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      rows[k / COLUMNS][k % COLUMNS] = (float) (3 * random.normal(3, k));
    }
    return rows;
  }

  private static OnnxTensor tensor(OrtEnvironment environment, double[][] rows, Numbers numbers)
      throws OrtException {
    if (numbers == Numbers.DOUBLE) {
      return OnnxTensor.createTensor(environment, rows);
    }
    float[][] floats = new float[ROWS][COLUMNS];
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      floats[k / COLUMNS][k % COLUMNS] = (float) rows[k / COLUMNS][k % COLUMNS];
    }
    return OnnxTensor.createTensor(environment, floats);
  }
}
