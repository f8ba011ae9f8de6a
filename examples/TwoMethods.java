import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.run.Run;

/** Runs two methods from one start; prints the ending and the work of each. */
void main() {
  for (Method method : List.of(Iron.step(1000), new Lbfgs())) {
    var result = Run.minimize(method, new Rosenbrock(2), -1.2, 1);
    IO.println(method.name() + " " + result.ending().sentence() + "; " + result.work());
  }
}
