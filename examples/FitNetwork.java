import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Fits a network to the sign of a product, which no linear model can learn; saves and reads it. */
void main() throws IOException {
  RandomStream random = new RandomStreams(1).stream("points");
  double[][] rows = new double[600][2];
  String[] classes = new String[rows.length];
  for (int i = 0; i < rows.length; i++) {
    random.normals(0, 2L * i, 1, rows[i], 0, 2);
    classes[i] = rows[i][0] * rows[i][1] > 0 ? "same" : "other";
  }

  // A fifth of the rows stops the fit, another fifth compares it with a linear model.
  int fifth = rows.length / 5;
  TrainTestSplit split =
      TrainTestSplit.stratified(Dataset.classification(rows, classes), 1, fifth, fifth);
  NetworkResult result =
      NetworkFit.of(ModelKind.LOGISTIC, split.train(), split.validation().orElseThrow())
          .test(split.test().orElseThrow())
          .hidden(16, 8)
          .seed(1)
          .go();
  IO.println(result.network().ending().sentence());
  IO.println("better than the linear model: " + result.beatsLinear());

  Path file = Files.createTempFile("network", ".json");
  file.toFile().deleteOnExit();
  ModelFile.write(result.network().model(), file);
  Model model = ModelFile.read(file);
  IO.println(model);
  IO.println("class of (1, 1): " + model.predictClass(1, 1));
}
