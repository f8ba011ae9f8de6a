import org.ironopt.method.Iron;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/** Resumes a stopped run; the result has the bits of an uninterrupted run. */
void main() throws IOException {
  Quadratic f = Quadratic.diagonal(new double[] {1, 5, 25}, new double[] {1, 1, 1});
  Iron iron = Iron.step(4).noise(new GradientNoise(new Noise.Isotropic(.1)));
  double[] x0 = {3, 3, 3};
  Path file = Files.createTempFile("run", ".checkpoint");
  file.toFile().deleteOnExit();

  RunResult half = Run.of(iron, f).from(x0).seed(7).checkpoint(file, 50).stop(Stop.steps(120)).go();
  IO.println(half.ending().sentence());

  RunResult resumed = Run.of(iron, f).seed(7).resume(file).stop(Stop.steps(300)).go();
  RunResult straight = Run.of(iron, f).from(x0).seed(7).stop(Stop.steps(300)).go();
  IO.println("equal to the last bit: " + Arrays.equals(straight.x(), resumed.x()));

  try {
    Run.of(iron, f).seed(8).resume(file).go();
  } catch (Checkpoint.UnusableException e) {
    IO.println("refused: " + e.reason());
  }
}
