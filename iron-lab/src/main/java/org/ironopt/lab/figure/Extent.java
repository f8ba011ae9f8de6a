package org.ironopt.lab.figure;

/** The range of values that the layers of a panel need on one axis. */
final class Extent {
  private static final double MARGIN = 0.05;

  private final Axis axis;
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;

  private Extent(Axis axis) {
    this.axis = axis;
  }

  static Scale horizontal(Panel panel, double from, double to) {
    Extent extent = new Extent(panel.x());
    for (Layer layer : panel.layers()) {
      switch (layer) {
        case Layer.Line l -> extent.include(l.x());
        case Layer.Band b -> extent.include(b.x());
        case Layer.Errors e -> extent.include(e.x());
        case Layer.Reference r when !r.horizontal() -> extent.include(r.at());
        case Layer.Reference _ -> {}
        case Layer.Cloud c -> extent.include(c.x());
        case Layer.Points p -> extent.include(p.x());
        case Layer.Contours _, Layer.Note _ -> {}
      }
    }
    return extent.scale(from, to);
  }

  static Scale vertical(Panel panel, double from, double to) {
    Extent extent = new Extent(panel.y());
    for (Layer layer : panel.layers()) {
      switch (layer) {
        case Layer.Line l -> extent.include(l.y());
        case Layer.Band b -> extent.include(b.low(), b.high());
        case Layer.Errors e -> extent.include(e.y(), e.low(), e.high());
        case Layer.Reference r when r.horizontal() -> extent.include(r.at());
        case Layer.Reference _ -> {}
        case Layer.Cloud c -> extent.include(c.y());
        case Layer.Points p -> extent.include(p.y());
        case Layer.Contours _, Layer.Note _ -> {}
      }
    }
    return extent.scale(from, to);
  }

  private void include(double[]... arrays) {
    for (double[] array : arrays) {
      for (double value : array) {
        include(value);
      }
    }
  }

  private void include(double value) {
    if (Scale.drawable(axis.logarithmic(), value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }

  private Scale scale(double from, double to) {
    if (!(low <= high)) {
      low = axis.logarithmic() ? 0.1 : 0;
      high = 1;
    }
    double l = low;
    double h = high;
    if (axis.logarithmic()) {
      // By logarithms: the ratio of two numbers that can be shown may itself overflow.
      double width = Math.log(h) - Math.log(l);
      double ratio = width < 1e-4 ? 2 : Math.exp(MARGIN * width);
      l = Math.max(l / ratio, 1 / Scale.FAR);
      h = Math.min(h * ratio, Scale.FAR);
    } else {
      double pad =
          h - l > 1e-12 * Math.abs(h) ? MARGIN * (h - l) : Math.max(1e-12, 0.5 * Math.abs(h));
      l = Math.max(l - pad, -Scale.FAR);
      h = Math.min(h + pad, Scale.FAR);
    }
    return new Scale(
        axis.logarithmic(),
        Double.isNaN(axis.low()) ? l : axis.low(),
        Double.isNaN(axis.high()) ? h : axis.high(),
        from,
        to);
  }
}
