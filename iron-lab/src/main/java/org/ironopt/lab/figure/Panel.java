package org.ironopt.lab.figure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One pair of axes and what is drawn on it, back to front.
 *
 * @param title short title, may be empty
 * @param x horizontal axis
 * @param y vertical axis
 * @param layers what is drawn
 * @param zoom an inset that shows a part of the panel enlarged, if there is one
 */
public record Panel(String title, Axis x, Axis y, List<Layer> layers, Optional<Zoom> zoom) {
  /**
   * An inset: the surroundings of a point, as many times larger in both directions; the axes are
   * linear.
   *
   * @param x the point
   * @param y the point
   * @param factor how much larger, above 1
   */
  public record Zoom(double x, double y, double factor) {}

  /** An inset that enlarges less than this is not worth its room. */
  private static final double LEAST_ZOOM = 4;

  /** Share of a cloud that an inset shows at least. */
  private static final double NEARLY_ALL = 0.995;

  /** Share of an inset that is left free around what it shows. */
  private static final double FREE = 0.25;

  /**
   * Returns this panel with an inset around a point, if what is to be seen there is small beside
   * the panel. Both axes are linear with fixed ends.
   *
   * @param halfWidth how far what is to be seen reaches to either side of the point
   * @param halfHeight how far it reaches up and down
   */
  public Panel zoomOn(double px, double py, double halfWidth, double halfHeight) {
    double free = PanelPainter.INSET / 2 * (1 - FREE);
    double largest =
        free * Math.min((x.high() - x.low()) / halfWidth, (y.high() - y.low()) / halfHeight);
    if (!(largest >= LEAST_ZOOM && largest < 1e9)) {
      return this;
    }
    double power = Math.pow(10, Math.floor(Math.log10(largest)));
    double factor = power * Math.floor(largest / power);
    return new Panel(title, x, y, layers, Optional.of(new Zoom(px, py, factor)));
  }

  /**
   * Returns this panel with an inset that shows nearly all particles around a point: those of the
   * last cloud that are nearer to it than to zero in both coordinates.
   */
  public Panel zoomOn(double px, double py) {
    return layers.reversed().stream()
        .filter(Layer.Cloud.class::isInstance)
        .map(Layer.Cloud.class::cast)
        .findFirst()
        .map(cloud -> zoomOn(px, py, reach(cloud.x(), px), reach(cloud.y(), py)))
        .orElse(this);
  }

  private static double reach(double[] coordinates, double center) {
    double[] near =
        Arrays.stream(coordinates)
            .filter(v -> v * center >= center * center / 2)
            .map(v -> Math.abs(v - center))
            .sorted()
            .toArray();
    return near.length == 0 ? 0 : near[(int) (NEARLY_ALL * (near.length - 1))];
  }

  /** A panel without an inset. */
  public Panel(String title, Axis x, Axis y, List<Layer> layers) {
    this(title, x, y, layers, Optional.empty());
  }

  /** A panel of layers that are all known. */
  public Panel(String title, Axis x, Axis y, Layer... layers) {
    this(title, x, y, List.of(layers));
  }
}
