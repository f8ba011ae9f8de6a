import org.ironopt.data.Dataset;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.network.Network;
import org.ironopt.network.NetworkLoss;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Preconditioner;

/** Trains a network of your own step by step and prints the report of each step. */
void main() {
  RandomStream random = new RandomStreams(1).stream("points");
  double[][] rows = new double[1000][2];
  String[] classes = new String[rows.length];
  for (int i = 0; i < rows.length; i++) {
    random.normals(0, 2L * i, 1, rows[i], 0, 2);
    classes[i] = rows[i][0] * rows[i][1] > 0 ? "same" : "other";
  }
  Layers layers = Layers.inputs(2).dense(16, Activation.TANH).outputs(2);
  Network f = Network.of(layers, NetworkLoss.SOFTMAX, Dataset.classification(rows, classes));

  // Momentum 0.9 is the step 1/0.9 - 1; lambda grows while the model predicts well.
  Iron iron =
      Iron.step(1 / .9 - 1)
          .adapting(Adaptation.standard().grow(2))
          .batches(Batches.fullEpochs(250))
          .inner(InnerMethod.linearized(2, new Preconditioner.Averaged(1)));
  Stepper steps = iron.start(f, layers.fanIn(new RandomStreams(1)), new RandomStreams(2));
  IO.println("loss at the start: " + f.value(steps.x()));
  IO.println("step  lambda  decrease  ratio  residual of the conjugate gradients");
  while (steps.step() < 60) {
    StepReport report = steps.advance();
    InnerReport.Model model = report.inner().orElseThrow().model().orElseThrow();
    // Steps between two measurements leave this number NaN.
    if (steps.step() % 10 == 1 && !Double.isNaN(model.ratio())) {
      IO.println(
          String.format(
              Locale.ROOT,
              "%4d %7.3g %9.2g %6.2f %9.2g",
              report.step(),
              report.lambda(),
              model.decrease(),
              model.ratio(),
              model.linearResidual()));
    }
  }
  IO.println("loss after 60 steps below 0.1: " + (f.value(steps.x()) < .1));
}
