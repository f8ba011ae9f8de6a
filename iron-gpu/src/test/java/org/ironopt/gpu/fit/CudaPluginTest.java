package org.ironopt.gpu.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.gpu.DeviceFixture;
import org.ironopt.io.InputError;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;

/** What {@code iron fit --device} opens. */
class CudaPluginTest extends DeviceFixture {
  @Test
  void aFitOnItIsTheFitOfTheHost() {
    double[][] x = new double[40][2];
    double[] y = new double[40];
    for (int i = 0; i < 40; i++) {
      x[i][0] = i % 7;
      x[i][1] = i % 5;
      y[i] = i % 3 + x[i][0];
    }
    Dataset data = Dataset.regression(x, y);
    FitResult host = Fit.ridge(data).reg(0.01).tolerance(1e-10).go();
    List<String> said = new ArrayList<>();
    try (FitPlugin.Session session = FitPlugin.cuda().open("cuda", 1, said::add)) {
      FitResult there =
          Fit.of(ModelKind.RIDGE, session.parts(ModelKind.RIDGE, true, data))
              .reg(0.01)
              .tolerance(1e-10)
              .go();
      assertEquals(host.objective(), there.objective(), 2e-10 * host.objective());
    }
    assertEquals(1, said.size());
    assertTrue(said.getFirst().startsWith("device: cuda, "), said.getFirst());
  }

  @Test
  void aDeviceThatIsNotThereIsTheUsersToMend() {
    InputError e =
        assertThrows(InputError.class, () -> FitPlugin.cuda().open("cuda:7", 1, line -> {}));
    assertTrue(e.getMessage().contains("there is no cuda:7"), e.getMessage());
  }
}
