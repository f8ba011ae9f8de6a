package org.ironopt.fit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Certificate.Bound;
import org.ironopt.io.internal.Numbers;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.run.Ending;
import org.jspecify.annotations.Nullable;

/**
 * The result and the ending of a fit; it always has the best model so far. Measures and standard
 * errors are computed on their first use, so that a result keeps the rows of the fit. Thread-safe.
 */
public final class FitResult {
  private final Model model;
  private final Ending ending;
  private final Certificate certificate;
  private final Work work;
  private final Supplier<Dataset> rows;
  private final Optional<FitTask> task;
  private @Nullable Inference inference;
  private @Nullable Evaluation measures;

  /**
   * The proven gap of a model.
   *
   * @param kind what stands behind the gap
   * @param gap bound on (objective - optimum) / optimum, rounded up, infinite if there is none; the
   *     ending is {@link Ending.GapCertified} if and only if it is within the tolerance. Where
   *     least squares are left with the rounding of their residuals there is no number: the ending
   *     is {@link Ending.ExactFit} and the kind {@code ROUNDING}
   * @param value mean loss plus penalty at the model, on the training rows
   */
  public record Certificate(CertificateKind kind, double gap, double value) {}

  /**
   * The work of a fit.
   *
   * @param gradient size of the gradient of the penalised coefficients or of the intercepts,
   *     whichever is larger
   * @param steps steps made, those before a resume included
   * @param passes how often the training data was read
   * @param method what was used, and why, in one sentence
   * @param solver what the solver took, beside its prediction, by the cost model
   * @param history one entry for each step of this process, the last one with objective and gap of
   *     the model
   */
  public record Work(
      double gradient,
      long steps,
      long passes,
      String method,
      SolverWork solver,
      List<FitStep> history) {
    /** Copies the history. */
    public Work {
      history = List.copyOf(history);
    }
  }

  /**
   * Actual and expected work of the chosen solver, in passes over the rows by the cost model:
   * counts, never seconds. A pass is a gradient or a Hessian product of all rows; matrices,
   * factorizations and whitening count as the passes that have as many multiplications.
   *
   * @param predicted passes that the choice was expected to take, NaN where nothing is predicted
   * @param spent passes that it took, those before a resume included
   * @param matrices where conjugate gradients had spent the price of a matrix, and got one
   */
  public record SolverWork(double predicted, double spent, List<Matrix> matrices) {
    /**
     * A matrix that was formed because products had cost as much.
     *
     * @param products spent in conjugate gradients since the start or since the last matrix, 0 if a
     *     sample of rows said that they would cost more
     * @param price of forming and factoring it, in products
     * @param lambda of the resolvent that it was formed in
     */
    public record Matrix(double products, double price, double lambda) {}

    public SolverWork {
      matrices = List.copyOf(matrices);
    }

    /** Returns work without a prediction. */
    public static SolverWork of(double spent) {
      return new SolverWork(Double.NaN, spent, List.of());
    }
  }

  private FitResult(
      Model model,
      Ending ending,
      Certificate certificate,
      Work work,
      Supplier<Dataset> rows,
      Optional<FitTask> task) {
    this.model = model;
    this.ending = ending;
    this.certificate = certificate;
    this.work = work;
    this.rows = rows;
    this.task = task;
  }

  /** Puts together what a fit found that proves nothing, such as one of a network. */
  public static FitResult unproven(
      Model model, Ending ending, double objective, Work work, Dataset rows) {
    Certificate none = new Certificate(CertificateKind.NONE, Double.POSITIVE_INFINITY, objective);
    return new FitResult(model, ending, none, work, () -> rows, Optional.empty());
  }

  /** Puts together what a run found. */
  static FitResult of(
      FitTask task,
      Model model,
      FitRun fit,
      FitRun.FinalPoint found,
      long steps,
      SolverSelection choice,
      List<FitStep> history) {
    Bound bound = found.bound();
    if (!history.isEmpty()) {
      history.add(history.removeLast().of(bound, fit.passes()));
    }
    return new FitResult(
        model,
        found.ending(),
        new Certificate(bound.kind(), bound.relative(), bound.value()),
        new Work(bound.size(), steps, fit.passes(), choice.why(), fit.work(choice), history),
        () -> task.data().here("measures"),
        Optional.of(task));
  }

  /** Returns the model, in the user's units. */
  public Model model() {
    return model;
  }

  /** Returns why the fit ended. */
  public Ending ending() {
    return ending;
  }

  /** Returns what is proven of the model. */
  public Certificate certificate() {
    return certificate;
  }

  /** Returns mean loss plus penalty at the model, on the training rows. */
  public double objective() {
    return certificate.value();
  }

  /** Returns the bound on (objective - optimum) / optimum, infinite if there is none. */
  public double gap() {
    return certificate.gap();
  }

  /** Returns the size of the gradient of coefficients or intercepts, whichever is larger. */
  public double gradient() {
    return work.gradient();
  }

  /** Returns the steps made, those before a resume included. */
  public long steps() {
    return work.steps();
  }

  /** Returns how often the training data was read. */
  public long passes() {
    return work.passes();
  }

  /** Returns what was used, and why, in one sentence. */
  public String method() {
    return work.method();
  }

  /** Returns what the solver took, beside its prediction. */
  public SolverWork work() {
    return work.solver();
  }

  /** Returns an entry for each step of this process. */
  public List<FitStep> history() {
    return work.history();
  }

  /** Returns how well the model predicts the rows that it learnt from, which is optimistic. */
  public synchronized Evaluation measures() {
    if (measures == null) {
      measures = Evaluation.of(model, rows.get());
    }
    return measures;
  }

  /**
   * Returns the coefficients with standard errors, intervals and, without a penalty, p-values.
   *
   * @throws IllegalStateException for a network, and where that takes more than {@link
   *     Inference#MOST_MULTIPLICATIONS}: {@link Fit#inference(FitResult)} computes it nevertheless
   */
  public synchronized Inference inference() {
    if (inference == null) {
      FitTask fitted =
          task.orElseThrow(() -> new IllegalStateException("a network has no standard errors"));
      double cost = Inference.cost(fitted, Inference.Errors.CLASSICAL);
      if (cost > Inference.MOST_MULTIPLICATIONS) {
        throw new IllegalStateException(
            Numbers.format(
                "standard errors take %.2g multiplications, computed unasked are at most %.2g: call"
                    + " fit.inference(result)",
                cost, Inference.MOST_MULTIPLICATIONS));
      }
      inference =
          Inference.of(fitted, this, Inference.Errors.CLASSICAL, Inference.WeightKind.FREQUENCY);
    }
    return inference;
  }

  @Override
  public String toString() {
    return ending.sentence() + "; objective " + objective() + "\n" + model;
  }

  /** The proof of the gap of a fit. */
  public enum CertificateKind {
    /** The gap is a proven bound, larger than what rounding can do to it. */
    GAP,
    /** The bound is as small as rounding lets any be: the model is optimal to rounding. */
    ROUNDING,
    /** There is no bound: no penalty, or a point too far from the optimum for one. */
    NONE;

    /** Returns the word for it in files and commands. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The state of a fit after a step, without times.
   *
   * @param step number of the step, 0 for the start
   * @param alpha step length, NaN at the start
   * @param objective the regularised training objective
   * @param gap bound on its relative distance from the optimum, infinite if nothing is known
   * @param validation loss on the validation rows, NaN without them
   * @param passes how often the data was read so far
   */
  public record FitStep(
      long step, double alpha, double objective, double gap, double validation, long passes) {
    /** Returns the same about the model that is handed back. */
    FitStep of(Bound bound, long all) {
      return new FitStep(step, alpha, bound.value(), bound.relative(), validation, all);
    }
  }
}
