package org.ironopt.method;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * The noise of a method: draws from one law and one stream for each group of members. A member's
 * noise depends on its number within the group, so groups on one stream get common random numbers,
 * and further members change no noise of others. No noise is the law {@link Noise.None}.
 */
public class NoiseSampler {
  /** The stream that every method draws its noise from, so that methods can be compared. */
  public static final String STREAM = "noise";

  /** What one group draws. */
  record Source(Noise law, RandomStream stream) {}

  private final EnsembleLayout layout;
  private final List<Source> sources;
  private final double[] zeta;
  private final double[] packed;

  NoiseSampler(EnsembleLayout layout, List<Source> sources) {
    this.layout = layout;
    this.sources = sources;
    boolean silent = silent();
    zeta = new double[silent ? 0 : layout.length()];
    packed = silent || layout.groups() == 1 ? zeta : new double[layout.length()];
  }

  /** Makes draws for an objective whose noise is given by an own {@link #add}. */
  protected NoiseSampler(Objective objective) {
    this(EnsembleLayout.of(objective), List.of());
  }

  /** Returns the draws for an objective; all members of an ensemble are one group. */
  public static NoiseSampler of(Objective objective, NoiseModel model, RandomStreams streams) {
    return of(EnsembleLayout.of(objective), model, streams);
  }

  static NoiseSampler of(EnsembleLayout layout, NoiseModel model, RandomStreams streams) {
    return new NoiseSampler(layout, List.of(new Source(model.noise(), streams.stream(STREAM))));
  }

  /** Returns where the members lie. */
  final EnsembleLayout layout() {
    return layout;
  }

  /** Returns whether nothing is ever drawn. */
  final boolean silent() {
    return sources.stream().allMatch(s -> s.law().silent());
  }

  /** {@code target += scale * zeta_k} for the one group there is. */
  public final void add(long k, double scale, double[] target) {
    add(0, k, scale, target);
  }

  /** {@code target += scale * zeta_k} for the members of group g. */
  public void add(int g, long k, double scale, double[] target) {
    Source source = sources.get(g);
    if (source.law().silent()) {
      return;
    }
    int count = layout.size(g);
    source.law().draw(source.stream(), k, layout.n, count, packed);
    if (packed != zeta) {
      for (int i = 0; i < layout.n; i++) {
        System.arraycopy(packed, i * count, zeta, i * layout.members + layout.first(g), count);
      }
    }
    layout.forEach(g, (from, length) -> Vectors.axpy(scale, zeta, target, from, length));
  }
}
