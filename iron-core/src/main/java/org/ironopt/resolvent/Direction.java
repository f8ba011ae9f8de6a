package org.ironopt.resolvent;

import java.util.function.IntFunction;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.internal.Require;

/**
 * How the step {@code s} of a Newton iteration is found: exactly or approximately from {@code (I +
 * lambda H + nu I) s = -g}, with H the Hessian or its Gauss-Newton model and nu the damping that
 * the globalization asks for (0 unless the curvature is indefinite).
 */
public sealed interface Direction {
  /** Iterations that a Krylov solver may make in one Newton step, unless said otherwise. */
  int KRYLOV_LIMIT = 1000;

  /** A direction by a Krylov solver, which sees the matrix through products only. */
  sealed interface Iterative extends Direction {
    /** Returns how accurately a system is solved. */
    ForcingTerm forcing();

    /** Returns what the solver is preconditioned with. */
    Preconditioner preconditioner();

    /** Returns the iterations that a Newton step may take. */
    int maxIterations();

    /** Makes the solver for n unknowns. */
    KrylovSolver solver(int n);
  }

  /** Dense Cholesky factorization of the assembled matrix: n^2 memory, n^3/3 work. */
  record Cholesky() implements Direction {}

  /**
   * Conjugate gradients on Hessian products (Newton-CG, Nocedal and Wright, algorithm 7.1). When a
   * direction of negative curvature is met, the descent direction found so far is used.
   */
  record Cg(ForcingTerm forcing, Preconditioner preconditioner, int maxIterations)
      implements Iterative {
    public Cg {
      Require.atLeast("maxIterations", 1, maxIterations);
    }

    /** Eisenstat-Walker choice 2, no preconditioner. */
    public Cg() {
      this(new ForcingTerm.EisenstatWalker2(), new Preconditioner.None(), KRYLOV_LIMIT);
    }

    @Override
    public KrylovSolver solver(int n) {
      return new ConjugateGradient(n);
    }
  }

  /** MINRES on Hessian products; the matrix may be indefinite, the preconditioner not. */
  record Minres(ForcingTerm forcing, Preconditioner preconditioner, int maxIterations)
      implements Iterative {
    public Minres {
      Require.atLeast("maxIterations", 1, maxIterations);
    }

    /** No preconditioner. */
    public Minres(ForcingTerm forcing, int maxIterations) {
      this(forcing, new Preconditioner.None(), maxIterations);
    }

    /** Eisenstat-Walker choice 2, no preconditioner. */
    public Minres() {
      this(new ForcingTerm.EisenstatWalker2(), KRYLOV_LIMIT);
    }

    @Override
    public KrylovSolver solver(int n) {
      return new org.ironopt.linalg.Minres(n);
    }
  }

  /**
   * GMRES(restart) on products, preconditioned from the right; for curvature models that are not
   * symmetric.
   */
  record Gmres(int restart, ForcingTerm forcing, Preconditioner preconditioner, int maxIterations)
      implements Iterative {
    public Gmres {
      Require.atLeast("restart", 1, restart);
      Require.atLeast("maxIterations", 1, maxIterations);
    }

    /** No preconditioner. */
    public Gmres(int restart, ForcingTerm forcing, int maxIterations) {
      this(restart, forcing, new Preconditioner.None(), maxIterations);
    }

    /** Eisenstat-Walker choice 2, no preconditioner, restarted after 30 steps. */
    public Gmres() {
      this(30, new ForcingTerm.EisenstatWalker2(), KRYLOV_LIMIT);
    }

    @Override
    public KrylovSolver solver(int n) {
      return new org.ironopt.linalg.Gmres(n, restart);
    }
  }

  /**
   * A Krylov solver of one's own.
   *
   * @param name of the solver
   * @param make returns a solver for so many unknowns
   */
  record OwnKrylov(
      String name,
      IntFunction<KrylovSolver> make,
      ForcingTerm forcing,
      Preconditioner preconditioner,
      int maxIterations)
      implements Iterative {
    public OwnKrylov {
      Require.atLeast("maxIterations", 1, maxIterations);
    }

    /** Eisenstat-Walker choice 2, no preconditioner. */
    public OwnKrylov(String name, IntFunction<KrylovSolver> make) {
      this(name, make, new ForcingTerm.EisenstatWalker2(), new Preconditioner.None(), KRYLOV_LIMIT);
    }

    @Override
    public KrylovSolver solver(int n) {
      return make.apply(n);
    }

    /** Without the function, whose name differs from process to process. */
    @Override
    public String toString() {
      String choices = ", forcing=" + forcing + ", preconditioner=" + preconditioner;
      return "OwnKrylov[name=" + name + choices + ", maxIterations=" + maxIterations + "]";
    }
  }

  /**
   * Limited-memory BFGS on the merit function: gradients only, no products (Nocedal and Wright,
   * algorithm 7.4). The memory is empty at the start of every solve.
   *
   * @param memory pairs kept
   */
  record Lbfgs(int memory) implements Direction {
    public Lbfgs {
      Require.atLeast("memory", 1, memory);
    }

    /** Ten pairs. */
    public Lbfgs() {
      this(10);
    }
  }

  /** {@code s = -g / (1 + lambda diag H)}. */
  record Diagonal() implements Direction {}

  /**
   * Cholesky of diagonal blocks of {@code I + lambda H}.
   *
   * @param blockSize rows of a block; the last block may be shorter
   */
  record BlockDiagonal(int blockSize) implements Direction {
    public BlockDiagonal {
      Require.atLeast("blockSize", 1, blockSize);
    }
  }

  /**
   * How accurately the linear system of a Newton step is solved: until {@code |J s + g| <= eta_k
   * |g(u_k)|}. The Eisenstat-Walker choices make eta_k small only where Newton's model is good, so
   * that far from the solution no product is wasted on an accuracy that the step cannot use
   * (Eisenstat and Walker 1996, DOI 10.1137/0917003). Every sequence is a pure function of the
   * norms {@code F_k = |g(u_k)|}.
   */
  sealed interface ForcingTerm {
    /** Exponent of the Eisenstat-Walker choices, the golden ratio (1 + sqrt 5)/2. */
    double EXPONENT = (1 + Math.sqrt(5)) / 2;

    /** Largest forcing term, also the factor of choice 2. */
    double CAP = 0.9;

    /** A safeguard below this is not applied. */
    double THRESHOLD = 0.1;

    /** First forcing term of the Eisenstat-Walker choices. */
    double START = 0.5;

    /** Returns eta_0 for {@code norm = F_0}. */
    double first(double norm);

    /**
     * Returns eta_k, by the rule of eta_0 where a choice has no memory.
     *
     * @param previousEta eta_{k-1}
     * @param previousNorm F_{k-1}
     * @param norm F_k
     * @param linearResidual |J s + g| at which the linear solver of step k-1 stopped
     */
    default double next(
        double previousEta, double previousNorm, double norm, double linearResidual) {
      return first(norm);
    }

    /**
     * A fixed relative residual.
     *
     * @param eta between 0 and 1
     */
    record Fixed(double eta) implements ForcingTerm {
      public Fixed {
        Require.nonNegative("eta", eta);
        Require.that(eta < 1, "eta is %s, expected a number below 1", eta);
      }

      @Override
      public double first(double norm) {
        return eta;
      }
    }

    /**
     * {@code eta_k = min(1/2, sqrt F_k)}: superlinear without memory. It depends on the scale of g
     * (Nocedal and Wright, Numerical Optimization, 2nd ed., section 7.1).
     */
    record SquareRoot() implements ForcingTerm {
      @Override
      public double first(double norm) {
        return Math.min(0.5, Math.sqrt(norm));
      }
    }

    /**
     * Eisenstat-Walker choice 1: {@code eta_k = |F_k - linearResidual_{k-1}| / F_{k-1}}, the
     * failure of the linear model to predict F_k. Safeguard: at least {@code eta_{k-1}^phi} while
     * that exceeds 0.1; at most 0.9; {@code eta_0 = 1/2}.
     */
    record EisenstatWalker1() implements ForcingTerm {
      @Override
      public double first(double norm) {
        return START;
      }

      @Override
      public double next(
          double previousEta, double previousNorm, double norm, double linearResidual) {
        double choice = Math.abs(norm - linearResidual) / previousNorm;
        return safeguarded(choice, StrictMath.pow(previousEta, EXPONENT));
      }
    }

    /**
     * Eisenstat-Walker choice 2: {@code eta_k = 0.9 (F_k / F_{k-1})^phi}. Safeguard: at least
     * {@code 0.9 eta_{k-1}^phi} while that exceeds 0.1; at most 0.9; {@code eta_0 = 1/2}.
     */
    record EisenstatWalker2() implements ForcingTerm {
      @Override
      public double first(double norm) {
        return START;
      }

      @Override
      public double next(
          double previousEta, double previousNorm, double norm, double linearResidual) {
        double choice = CAP * StrictMath.pow(norm / previousNorm, EXPONENT);
        return safeguarded(choice, CAP * StrictMath.pow(previousEta, EXPONENT));
      }
    }

    private static double safeguarded(double choice, double safeguard) {
      return Math.min(CAP, safeguard > THRESHOLD ? Math.max(choice, safeguard) : choice);
    }
  }
}
