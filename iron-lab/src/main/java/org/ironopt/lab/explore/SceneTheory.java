package org.ironopt.lab.explore;

import static org.ironopt.lab.explore.LawSummary.NONE;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.random.Noise;
import org.ironopt.theory.AverageLaw;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.RelaxedLaw;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StableLaw;

/**
 * What the theory says of a scene: the law of a method and its curves over the step. On quadratics
 * these are the closed forms of {@link org.ironopt.theory}, for minibatches {@link BatchTheory},
 * and else the {@link Plateau} of IRON.
 *
 * @param f the objective
 * @param minimisers its global ones
 * @param hessian at the first minimiser; that of a quadratic in the order of its eigenvalues
 */
record SceneTheory(PageState scene, Curved f, double[][] minimisers, Spectrum hessian) {
  /** The expansion of a plateau is shown where its parameter is below this. */
  private static final double SMALL = 0.35;

  /** A Hessian with a smaller ratio of its eigenvalues has no inverse worth showing. */
  private static final double SINGULAR = 1e-10;

  /** The medians of a chain that forgets more slowly take too long for a slider. */
  private static final double FORGETFUL = 0.995;

  /** Frames after which a start should be forgotten. */
  private static final int FRAMES_TO_FORGET = 120;

  /** Eigenvalues, and eigenvectors in the columns. */
  record Spectrum(double[] values, DenseMatrix vectors) {
    double least() {
      return Math.min(values[0], values[1]);
    }

    double most() {
      return Math.max(values[0], values[1]);
    }

    /** Returns the entries 11, 12 and 22 of the matrix with these variances. */
    double[] covariance(double... variances) {
      DenseMatrix c =
          vectors.multiply(DenseMatrix.diagonal(variances)).multiply(vectors.transpose());
      return new double[] {c.get(0, 0), c.get(0, 1), c.get(1, 1)};
    }
  }

  /** Numbers of {@link LawSummary} over {@link #powers} of the step; null where there is none. */
  record Curve(double[] steps, List<Double> radius, List<Double> mse, List<Double> expansion) {}

  /** The error for every step in a row, and a row for every damping or batch size. */
  record ErrorMap(double[] steps, List<List<Double>> errors) {}

  static SceneTheory of(PageState scene) {
    Curved f = (Curved) scene.problem().of(scene);
    double[][] minimisers = scene.problem().minimisers(scene);
    return new SceneTheory(scene, f, minimisers, spectrum(scene, f, minimisers[0]));
  }

  private static Spectrum spectrum(PageState scene, Curved f, double[] minimiser) {
    if (scene.problem() == ExploreObjective.QUADRATIC) {
      return new Spectrum(
          new double[] {scene.a1(), scene.a2()}, ExploreObjective.eigenvectors(scene));
    }
    Curvature curvature = f.curvature();
    curvature.at(minimiser, new double[2]);
    DenseMatrix hessian = DenseMatrix.zeros(2, 2);
    curvature.block(0, hessian);
    hessian.symmetrize();
    SymmetricEigen eigen = SymmetricEigen.of(hessian);
    return new Spectrum(eigen.values(), eigen.vectors());
  }

  boolean quadratic() {
    return scene.problem().closedForm();
  }

  boolean hasVariance() {
    Noise law = scene.noiseLaw();
    return !(law instanceof Noise.Stable) && Double.isFinite(law.trace(2));
  }

  private IronParameters parameters() {
    return new IronParameters(scene.alpha(), scene.mu(), scene.gamma());
  }

  /** Returns the variance of the noise that enters the recursion of a method. */
  private double variance(ExploreMethod mover, IronParameters p) {
    double rho2 = scene.rho() * scene.rho();
    boolean center = mover == ExploreMethod.SGD || scene.noise() == PageState.Source.CENTER;
    return (center ? NoiseSource.CENTER : NoiseSource.GRADIENT).diffusion(p, rho2);
  }

  /** Returns a method along the eigenvectors; empty where it has no closed form. */
  private Optional<List<Eigendirection>> directions(ExploreMethod mover, IronParameters p) {
    if (!quadratic() || scene.noise() == PageState.Source.BATCH || mover == ExploreMethod.ADAMW) {
      return Optional.empty();
    }
    double variance = variance(mover, p);
    return Optional.of(
        Arrays.stream(hessian.values())
            .mapToObj(
                a ->
                    relaxed(mover)
                        ? Eigendirection.relaxed(new RelaxedLaw(scene.theta(), p), a, variance)
                        : mover
                            .scheme()
                            .map(scheme -> Eigendirection.flow(scheme, p, a, variance))
                            .orElseGet(
                                () -> Eigendirection.gradientDescent(p.alpha(), a, variance)))
            .toList());
  }

  private static boolean iron(ExploreMethod mover) {
    return mover.scheme().equals(Optional.of(Scheme.IRON));
  }

  private boolean relaxed(ExploreMethod mover) {
    return iron(mover) && scene.theta() < 1;
  }

  /**
   * Returns the law of the average of one particle from where it is; empty where there is none.
   *
   * @param x its position
   * @param v its velocity point
   */
  Optional<AverageError> average(ExploreMethod mover, double[] x, double[] v) {
    IronParameters p = parameters();
    if (directions(mover).isEmpty() || mover.scheme().isEmpty()) {
      return Optional.empty();
    }
    double theta = iron(mover) ? scene.theta() : 1;
    AverageLaw law = new AverageLaw(mover.scheme().orElseThrow(), theta, p);
    return Optional.of(
        new AverageError(law, hessian.values(), variance(mover, p), along(x), along(v)));
  }

  /** Returns {@code x - x*} along the eigenvectors. */
  private double[] along(double[] x) {
    double[] e = {x[0] - minimisers[0][0], x[1] - minimisers[0][1]};
    double[] turned = new double[2];
    hessian.vectors().applyTransposed(e, turned);
    return turned;
  }

  /** Returns a method along the eigenvectors; empty where its errors have no exact moments. */
  Optional<List<Eigendirection>> directions(ExploreMethod mover) {
    return hasVariance() ? directions(mover, parameters()) : Optional.empty();
  }

  /** Returns the exact error of particles at their start; empty where there is none. */
  Optional<TransientError> error(ExploreMethod mover) {
    double[] start = new double[2];
    hessian.vectors().transpose().apply(minimisers[0], start);
    return directions(mover).map(along -> TransientError.start(along, start));
  }

  /** Returns the law of a method. */
  LawSummary law(ExploreMethod mover) {
    return scene.noise() == PageState.Source.BATCH && quadratic()
        ? BatchTheory.law(scene, mover)
        : law(mover, parameters()).withMedians(medians(mover, parameters()));
  }

  private LawSummary law(ExploreMethod mover, IronParameters p) {
    return quadratic()
        ? directions(mover, p)
            .map(along -> law(mover, p, along))
            .orElse(LawSummary.without(LawSummary.Reason.NO_CLOSED_FORM, NONE, NONE))
        : plateau(mover, p.alpha());
  }

  /** Returns the exact medians of |x - x*| under stable noise, where chains soon forget. */
  private Optional<double[]> medians(ExploreMethod mover, IronParameters p) {
    boolean known = quadratic() && iron(mover);
    if (!(scene.noiseLaw() instanceof Noise.Stable noise) || !known) {
      return Optional.empty();
    }
    if (!directions(mover, p).orElseThrow().stream().allMatch(d -> d.radius() < FORGETFUL)) {
      return Optional.empty();
    }
    StableLaw law = new StableLaw(noise.s(), new RelaxedLaw(scene.theta(), p));
    boolean center = scene.noise() == PageState.Source.CENTER;
    double rho = center ? noise.rho() : law.diffusion(noise.rho());
    double[] c = hessian.covariance(hessian.values());
    DenseMatrix a = DenseMatrix.of(new double[][] {{c[0], c[1]}, {c[1], c[2]}});
    double upper = law.quantile(0.75, 1);
    return law.scales(a, rho).map(s -> new double[] {upper * s[0], upper * s[1]});
  }

  private LawSummary law(ExploreMethod mover, IronParameters p, List<Eigendirection> along) {
    double[] a = hessian.values();
    OptionalDouble radius = along.stream().mapToDouble(Eigendirection::radius).max();
    OptionalDouble critical =
        mover
            .scheme()
            .map(scheme -> Contraction.criticalStep(scheme, p.mu(), p.gamma(), a))
            .orElse(OptionalDouble.of(2 / hessian.most()));
    double[] variances = along.stream().flatMapToDouble(d -> d.stationary().stream()).toArray();
    if (!hasVariance() || variances.length < a.length) {
      LawSummary.Reason why =
          hasVariance() ? LawSummary.Reason.UNSTABLE : LawSummary.Reason.NO_VARIANCE;
      return LawSummary.without(why, radius, critical);
    }
    OptionalDouble mse = OptionalDouble.of(variances[0] + variances[1]);
    boolean iron = iron(mover);
    boolean bounded = iron && !relaxed(mover) && p.mu() > 0 && p.mu() <= hessian.least();
    double trace = 2 * variance(mover, p);
    double gamma = scene.noise() == PageState.Source.CENTER ? p.gamma() : 1;
    double limit = QuadraticConstant.isotropic(gamma, a, scene.rho() * scene.rho());
    return new LawSummary(
        radius,
        critical,
        Optional.of(
            new LawSummary.Spread(mse, new double[2], hessian.covariance(variances), false)),
        Optional.empty(),
        iron ? relaxedLimit(limit) : NONE,
        bounded
            ? new LawSummary.Bounds(
                new PositionBound(p).limsup(trace),
                new ConstantStepBound(p.mu(), hessian.most(), p.gamma())
                    .recursion()
                    .limsup(p.alpha(), trace))
            : LawSummary.Bounds.UNKNOWN,
        Optional.empty(),
        Optional.empty());
  }

  /** Under gradient noise the limit of the error is that of alpha MSE at the diffusion of 1. */
  private OptionalDouble relaxedLimit(double constant) {
    return new RelaxedLaw(scene.theta(), parameters()).limit(constant);
  }

  /** Where there is no exact law, that of long steps under center noise may be known. */
  private LawSummary plateau(ExploreMethod mover, double alpha) {
    LawSummary none = LawSummary.without(LawSummary.Reason.NOT_QUADRATIC, NONE, NONE);
    boolean center = scene.noise() == PageState.Source.CENTER;
    double softest = hessian.values()[0];
    OptionalDouble loss = relaxedLimit(1);
    boolean regular = softest > SINGULAR * hessian.values()[1] && loss.isPresent();
    if (!iron(mover) || !center || !hasVariance() || !regular) {
      return none;
    }
    double size = scene.gamma() * scene.rho() * Math.sqrt(loss.getAsDouble());
    double[] variances =
        Arrays.stream(hessian.values()).map(h -> size / h * (size / h) / alpha).toArray();
    Optional<LawSummary.Spread> expansion =
        size < SMALL * softest * Math.sqrt(alpha)
            ? Optional.of(
                new LawSummary.Spread(
                    expansion(alpha), new double[2], hessian.covariance(variances), false))
            : Optional.empty();
    DenseMatrix sigma = DenseMatrix.identity(2).times(scene.rho() * scene.rho());
    double limit = Plateau.limit(f, minimisers[0], scene.gamma(), sigma);
    return new LawSummary(
        NONE,
        NONE,
        Optional.empty(),
        expansion,
        relaxedLimit(limit),
        LawSummary.Bounds.UNKNOWN,
        Optional.empty(),
        none.why());
  }

  /** Returns limit and first correction in 1/alpha, for Gaussian noise. */
  private OptionalDouble expansion(double alpha) {
    boolean known = scene.noiseLaw() instanceof Noise.Gaussian && scene.theta() == 1;
    if (!(f instanceof HigherDerivatives smooth) || !known) {
      return NONE;
    }
    double rho2 = scene.rho() * scene.rho();
    double mse =
        Plateau.isotropic(smooth, minimisers[0], scene.mu(), scene.gamma(), rho2).mse(alpha);
    return mse > 0 ? OptionalDouble.of(mse) : NONE;
  }

  /** Returns powers of ten, so many in a decade. */
  static double[] powers(int low, int high, int inADecade) {
    double[] powers = new double[(high - low) * inADecade + 1];
    Arrays.setAll(powers, i -> StrictMath.pow(10, low + (double) i / inADecade));
    return powers;
  }

  /** Returns the law of a method over the step; nothing for minibatches, which the map has. */
  Curve curve(ExploreMethod mover) {
    boolean known = scene.noise() != PageState.Source.BATCH;
    double[] steps = known ? powers(-3, 6, 10) : new double[0];
    List<LawSummary> laws =
        Arrays.stream(steps)
            .mapToObj(alpha -> law(mover, new IronParameters(alpha, scene.mu(), scene.gamma())))
            .toList();
    return new Curve(
        steps,
        laws.stream().map(law -> orNull(law.radius())).toList(),
        laws.stream().map(law -> orNull(law.mse())).toList(),
        laws.stream()
            .map(law -> orNull(law.expansion().map(LawSummary.Spread::mse).orElse(NONE)))
            .toList());
  }

  static Double orNull(OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }

  /** Returns the error of the first method over step and damping or, for minibatches, size. */
  ErrorMap map() {
    if (scene.noise() == PageState.Source.BATCH) {
      return BatchTheory.map(scene);
    }
    double[] steps = powers(-3, 6, 5);
    boolean known = directions(scene.left()).isPresent();
    return new ErrorMap(
        steps,
        Arrays.stream(known ? powers(-2, 2, 6) : new double[0])
            .mapToObj(
                gamma ->
                    Arrays.stream(steps)
                        .mapToObj(step -> new IronParameters(step, scene.mu(), gamma))
                        .map(p -> orNull(law(scene.left(), p).mse()))
                        .toList())
            .toList());
  }

  /** Returns how many steps between two frames forget the start within seconds. */
  int stride(List<LawSummary> laws) {
    double radius =
        laws.stream()
            .flatMapToDouble(law -> law.radius().stream())
            .filter(r -> r > 0 && r < 1)
            .max()
            .orElse(0.5);
    double forgotten = StrictMath.log(1e-3) / StrictMath.log(radius) / FRAMES_TO_FORGET;
    double most =
        scene.noise() == PageState.Source.BATCH
            ? Math.min(5, 1e4 / scene.particles())
            : Math.min(200, 4e6 / scene.particles());
    return (int) Math.max(1, Math.rint(Math.min(most, forgotten)));
  }
}
