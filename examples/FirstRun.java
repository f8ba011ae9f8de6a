import org.ironopt.method.Iron;
import org.ironopt.problem.Objective;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;

void main() {
  Objective f =
      Objective.of(
          2,
          x -> Math.pow(1 - x[0], 2) + 100 * Math.pow(x[1] - x[0] * x[0], 2),
          (x, g) -> {
            g[1] = 200 * (x[1] - x[0] * x[0]);
            g[0] = 2 * (x[0] - 1) - 2 * x[0] * g[1];
          });
  RunResult result = Run.minimize(Iron.step(1000), f, -1.2, 1);
  IO.println(result.ending().sentence() + ", x = " + Arrays.toString(result.best()));
}
