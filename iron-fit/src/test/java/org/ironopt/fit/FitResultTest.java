package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.model.Evaluation;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

class FitResultTest {
  private static Dataset data(int rows, int columns) {
    double[][] x = new double[rows][columns];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      new RandomStreams(1).stream("x").normals(0, (long) i * columns, 1, x[i], 0, columns);
      y[i] = x[i][0] + x[i][columns - 1] * x[i][0] > 0 ? 1 : 0;
    }
    return Dataset.regression(x, y);
  }

  @Test
  void knowsWhatTheFitWouldTell() {
    Dataset data = data(200, 3);
    Fit fit = Fit.logistic(data).reg(0);
    FitResult result = fit.go();
    Inference expected = fit.inference(result);
    fit.l1(0.1); // what was fitted counts, not what is asked next
    assertEquals(expected, result.inference());
    assertEquals(Inference.Kind.LIKELIHOOD, result.inference().kind());
    assertEquals(
        Evaluation.of(result.model(), data.toClasses()).measures(), result.measures().measures());
    FitResult proven = Fit.logistic(data).go();
    FitResult.Certificate certificate = proven.certificate();
    assertEquals(
        new FitResult.Certificate(CertificateKind.GAP, proven.gap(), proven.objective()),
        certificate);
    assertTrue(certificate.gap() <= 1e-9);
  }

  @Test
  void isComputedOnceForAllThreads() throws Exception {
    FitResult result = Fit.ridge(data(200, 3)).go();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<List<Object>>> found =
          Stream.generate(
                  () ->
                      threads.submit(() -> List.<Object>of(result.inference(), result.measures())))
              .limit(8)
              .toList();
      for (Future<List<Object>> f : found) {
        assertSame(result.inference(), f.get().get(0));
        assertSame(result.measures(), f.get().get(1));
      }
    }
  }

  @Test
  void errorsThatTakeLongAreComputedIfAskedFor() {
    Fit fit = Fit.ridge(data(3, 1300)).reg(1);
    assertTrue(fit.inferenceCost(Inference.Errors.CLASSICAL) > Inference.MOST_MULTIPLICATIONS);
    FitResult result = fit.go();
    assertThrows(IllegalStateException.class, result::inference);
    assertEquals(3, result.measures().rows());
  }

  @Test
  void aNetworkHasMeasuresAndNoErrors() {
    TrainTestSplit split = TrainTestSplit.stratified(data(100, 2).toClasses(), 1, 20, 20);
    FitResult network =
        NetworkFit.of(ModelKind.LOGISTIC, split.train(), split.validation().orElseThrow())
            .hidden(3)
            .epochs(2)
            .go()
            .network();
    assertEquals(CertificateKind.NONE, network.certificate().kind());
    assertEquals(Double.POSITIVE_INFINITY, network.gap());
    assertEquals(split.train().rows(), network.measures().rows());
    assertThrows(IllegalStateException.class, network::inference);
  }
}
