package org.ironopt.method.proximal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.method.Words;
import org.ironopt.method.Work;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/**
 * The stochastic proximal point methods of the unified theory, {@code x+ = prox_{eta f_B}(x + eta
 * h)}; the {@link Variant} says what is drawn and what h is:
 *
 * <pre>
 *   SPPM      a batch B, h = 0
 *   SPPM-NS   a term i with probability p_i, h = 0, step eta / (N p_i)
 *   SPPM-AS   a set C of terms, h = 0, f_C = sum_{i in C} f_i / (N p_i),  p_i = P(i in C)
 *   SPPM*     h = grad f_B(x*), for theory: the minimiser must be known
 *   SPPM-GC   h = grad f_B(x) - grad f(x)
 * </pre>
 *
 * Needs the prox of a term (or an inner solve on a batch), and what h needs. Guarantee for convex
 * f_i, f mu-strongly convex or all f_i so, without smoothness: {@code E|x_K - x*|^2 <= (1 + eta
 * mu)^{-2K} |x_0 - x*|^2 + eta s^2 / (eta mu^2 + 2 mu)} with {@code s^2 = E|grad f_B(x*)|^2}, which
 * is 0 for SPPM* and where the terms share x*; SPPM* shrinks the distance by {@code 1/(1 + eta mu)}
 * in every step. Stable for every step.
 *
 * <p>Reference: P. Richtarik, A. Sadiev, Y. Demidovich, "A unified theory of stochastic proximal
 * point methods without smoothness" (2024), arXiv:2405.15941. Deviation: only its abstract was at
 * hand; the variants are as their names and the theory of sampling define them.
 *
 * @param eta step lengths
 * @param variant what is drawn and what h is
 * @param batches terms, or for {@link Variant.Sets} the numbers of the sets, that steps see
 */
public record Sppm(Schedule eta, Variant variant, Batches batches) implements Method {
  /** What is drawn and what h is. */
  public sealed interface Variant {
    /** Batches, no correction: SPPM. */
    record Plain() implements Variant {}

    /**
     * Sets of terms, each drawn with a probability: SPPM-AS, and SPPM-NS if each set is one term.
     *
     * @param sets the terms of each set, none twice
     * @param probabilities of the sets, with sum 1
     */
    record Sets(List<List<Integer>> sets, List<Double> probabilities) implements Variant {
      public Sets {
        sets = sets.stream().map(List::copyOf).toList();
        probabilities = List.copyOf(probabilities);
        Require.sameLength("sets", sets.size(), "probabilities", probabilities.size());
      }

      boolean single() {
        return sets.stream().allMatch(set -> set.size() == 1);
      }
    }

    /**
     * The correction at the minimiser: SPPM*.
     *
     * @param minimizer x*
     */
    record Star(List<Double> minimizer) implements Variant {
      public Star {
        minimizer = List.copyOf(minimizer);
      }
    }

    /** The correction at the iterate: SPPM-GC. */
    record Corrected() implements Variant {}
  }

  /** Returns SPPM with a constant step and one term per step. */
  public static Sppm step(double eta) {
    return new Sppm(Schedule.constant(eta), new Variant.Plain(), Batches.withReplacement(1));
  }

  /** Changes the steps. */
  public Sppm steps(Schedule eta) {
    return new Sppm(eta, variant, batches);
  }

  /** Draws term i with probability {@code p[i]}: SPPM-NS. */
  public Sppm nonuniform(double... p) {
    List<List<Integer>> single = IntStream.range(0, p.length).mapToObj(i -> List.of(i)).toList();
    return sets(single, p);
  }

  /** Draws the set {@code sets[c]} with probability {@code p[c]}: SPPM-AS. */
  public Sppm sets(List<List<Integer>> sets, double... p) {
    Variant.Sets variant = new Variant.Sets(sets, Arrays.stream(p).boxed().toList());
    return new Sppm(eta, variant, Batches.weighted(p));
  }

  /** Corrects by the gradients at the minimiser: SPPM*. */
  public Sppm star(double... minimizer) {
    return new Sppm(eta, new Variant.Star(Arrays.stream(minimizer).boxed().toList()), batches);
  }

  /** Corrects by the gradients at the iterate: SPPM-GC. */
  public Sppm corrected() {
    return new Sppm(eta, new Variant.Corrected(), batches);
  }

  /** Changes which terms, or sets, the steps see. */
  public Sppm batches(Batches batches) {
    return new Sppm(eta, variant, batches);
  }

  @Override
  public String name() {
    return switch (variant) {
      case Variant.Plain p -> "sppm";
      case Variant.Sets s -> s.single() ? "sppm-ns" : "sppm-as";
      case Variant.Star s -> "sppm-star";
      case Variant.Corrected c -> "sppm-gc";
    };
  }

  @Override
  public String description() {
    String more =
        switch (variant) {
          case Variant.Sets s -> String.format(Locale.ROOT, "; sets hash %x", s.hashCode());
          case Variant.Star s -> String.format(Locale.ROOT, "; minimizer hash %x", s.hashCode());
          default -> "";
        };
    return String.format(
        Locale.ROOT,
        "%s(eta: %s%s; batches: %s)",
        name(),
        eta.description(),
        more,
        Words.of(batches));
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return variant instanceof Variant.Sets sets
        ? new SppmSetsStepper(this, sets, objective, x0, streams)
        : new SppmStepper(this, objective, x0, streams);
  }

  /** {@link Sppm} at work, on batches. */
  private static final class SppmStepper extends CorrectedStepper {
    private final Sppm.Variant variant;

    /** x*, if it is known. */
    private final double[] star;

    private final double[] gradient;

    SppmStepper(Sppm method, Objective objective, double[] x0, Streams streams) {
      super(method.name(), method.eta(), method.batches(), objective, x0, streams);
      variant = method.variant();
      star =
          variant instanceof Sppm.Variant.Star(var known)
              ? known.stream().mapToDouble(Double::doubleValue).toArray()
              : x.clone();
      Require.finite("minimizer", Require.length("minimizer", x.length, star));
      gradient = new double[x.length];
    }

    @Override
    protected double[][] arrays() {
      return new double[][] {x};
    }

    @Override
    public Work correct() {
      return switch (variant) {
        case Sppm.Variant.Star s -> {
          sampler.objective(k).gradient(star, h);
          yield Work.gradients(1);
        }
        case Sppm.Variant.Corrected c -> {
          objective.gradient(x, gradient);
          sampler.objective(k).gradient(x, h);
          Vectors.axpy(-1, gradient, h);
          yield Work.gradients(2);
        }
        default -> {
          Arrays.fill(h, 0);
          yield Work.NONE;
        }
      };
    }

    @Override
    public Work remember(double step, double[] next) {
      return Work.NONE;
    }
  }
}
