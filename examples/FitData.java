import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.CrossValidation.Search;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;

/** Fits a data file with a cross-validated penalty, saves the model, and predicts. */
void main() throws IOException {
  Path file = Files.createTempFile("train", ".libsvm");
  file.toFile().deleteOnExit();
  Files.writeString(file, "1 1:2 2:1\n1 1:3\n1 2:-1\n-1 1:-1 2:1\n-1 1:-2\n-1 1:1 2:2\n");

  Dataset data = new LibsvmReader().read(file);
  Fit fit = Fit.logistic(data).reg(1e-2);
  if (fit.crossValidation(Search.REG).go() instanceof CrossValidation.Found found) {
    fit.penalty(found.best());
  }
  FitResult result = fit.go();
  IO.println(result.ending().sentence());
  Path modelFile = Files.createTempFile("model", ".json");
  modelFile.toFile().deleteOnExit();
  ModelFile.write(result.model(), modelFile);

  Model model = ModelFile.read(modelFile);
  IO.println("class " + model.predictClass(2.5, 0) + ", " + model.classes());
  IO.println(Evaluation.of(model, data.toClasses()).rows() + " rows");
}
