import org.ironopt.method.Iron;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

void main() {
  Iron iron = Iron.step(1000);
  Run run = Run.of(iron, new Rosenbrock(2)).from(new double[] {-1.2, 1});
  RunResult result = run.stop(Stop.gradientNorm(1e-8)).go();
  IO.println(result.ending().sentence() + ", x = " + Arrays.toString(result.best()));
}
