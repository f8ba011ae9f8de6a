import java.util.Locale;
import org.ironopt.method.Iron;
import org.ironopt.method.IronSweep;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** The spread of IRON falls like 1/alpha: four step lengths, 2000 particles each, in one run. */
void main() {
  double[] alphas = {1, 10, 200, 500};
  double[] eigenvalues = {1, 1, 3};
  int each = 2000;
  CenterNoise noise = new CenterNoise(new Noise.Isotropic(1));

  IronSweep sweep =
      IronSweep.over(alphas, alpha -> Iron.step(alpha).noise(noise)).members(each).commonNoise();
  Ensemble all = sweep.ensemble(Quadratic.diagonal(eigenvalues, new double[3]));
  RunResult result =
      Run.of(sweep, all).from(new double[all.dimension()]).seed(1).stop(Stop.steps(40)).go();

  IO.println("alpha  alpha*MSE  exact");
  for (int g = 0; g < alphas.length; g++) {
    double sum = 0;
    double[] x = new double[3];
    for (int j = 0; j < each; j++) {
      all.gather(result.x(), sweep.firstMember(g) + j, x);
      sum += x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    }
    IronParameters p = new IronParameters(alphas[g], 1, 1);
    double exact = StationaryCovariance.mse(Scheme.IRON, p, eigenvalues, 1).orElseThrow();
    IO.println(
        String.format(
            Locale.ROOT,
            "%5.0f  %9.4f  %.4f",
            alphas[g],
            alphas[g] * sum / each,
            alphas[g] * exact));
  }
}
