package org.ironopt.resolvent;

/**
 * Solves the resolvent equation {@code u - c + lambda grad f(u) = 0} of one objective, again and
 * again. This is the interface to implement for a solver of one's own; {@link InnerMethod#own}
 * makes an {@link InnerMethod} of it that every method takes ({@code examples/OwnInner.java}).
 * {@link Resolvent} has checked the arguments: lambda is positive, lengths fit, numbers are finite.
 *
 * <p>A solver keeps to this contract, which {@code InnerSolverContract} of our tests checks:
 *
 * <ul>
 *   <li>the residual of the report is that of the equation at the point returned, which is finite,
 *       or NaN if it was not evaluated there;
 *   <li>{@code CONVERGED} means that this residual meets the tolerance and is finite;
 *   <li>a solve is a function of its arguments, to the last bit, and of {@link #memory};
 *   <li>{@code center} and {@code start} are not changed, unless {@code u} is one of them;
 *   <li>evaluations and Hessian products are counted.
 * </ul>
 *
 * A solver owns its workspace and belongs to one thread. {@link InnerReport.Counter} helps to count
 * and makes the report.
 */
@FunctionalInterface
public interface InnerSolver {
  /**
   * Solves from {@code start}.
   *
   * @param lambda resolvent parameter
   * @param tolerance when the residual is small enough
   * @param center c
   * @param start the first point
   * @param u overwritten with the solution, or with the last good point; it may be the same array
   *     as {@code center} or {@code start}, so it is written last
   */
  InnerReport solve(
      double lambda, InnerTolerance tolerance, double[] center, double[] start, double[] u);

  /**
   * Returns what is remembered from solve to solve, always in the same order: whoever saves these
   * arrays and fills them again resumes with the same bits.
   */
  default double[][] memory() {
    return new double[0][];
  }
}
