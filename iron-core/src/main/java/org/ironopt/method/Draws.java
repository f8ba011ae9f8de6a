package org.ironopt.method;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;

/**
 * Draws from one law and one stream per group. A member's noise depends on its number within the
 * group, so groups on one stream get common random numbers and more members change nobody's.
 */
public final class Draws implements Perturbation {
  /** The stream every method of this package draws its noise from, so that they can be compared. */
  public static final String STREAM = "noise";

  /** What one group draws. */
  record Source(Noise law, Stream stream) {}

  private final Layout layout;
  private final List<Source> sources;
  private final double[] zeta;
  private final double[] packed;

  Draws(Layout layout, List<Source> sources) {
    this.layout = layout;
    this.sources = sources;
    boolean silent = sources.stream().allMatch(s -> s.law().silent());
    zeta = new double[silent ? 0 : layout.length()];
    packed = silent || layout.groups() == 1 ? zeta : new double[layout.length()];
  }

  /** Returns the draws of one group that is everybody. */
  public static Draws of(Layout layout, NoiseModel model, Streams streams) {
    return new Draws(layout, List.of(new Source(model.noise(), streams.stream(STREAM))));
  }

  @Override
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
