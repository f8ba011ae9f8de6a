package org.ironopt.cli.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.ironopt.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxOptionTest {
  @TempDir private Path folder;

  @Test
  void aTableBecomesAGraph() throws IOException, OrtException {
    Path data = folder.resolve("f.csv");
    Files.writeString(data, "x,c,y\n1,a,no\n2,b,yes\n3,a,yes\n4,b,yes\n0,a,no\n");
    Path graph = folder.resolve("f.onnx");
    Cli run =
        Cli.run("fit", data.toString(), "--target", "y", "--onnx", graph.toString(), "--json");
    assertEquals(0, run.code(), run.err());
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(graph.toString());
        OnnxTensor x = OnnxTensor.createTensor(environment, new double[][] {{9, 1}, {-9, 0}});
        OrtSession.Result result = session.run(Map.of("x", x))) {
      String[] labels = (String[]) result.get("label").orElseThrow().getValue();
      assertEquals("yes", labels[0]);
      assertEquals("no", labels[1]);
    }
  }
}
