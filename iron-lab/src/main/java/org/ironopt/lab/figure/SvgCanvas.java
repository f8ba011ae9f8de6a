package org.ironopt.lab.figure;

import java.awt.image.BufferedImage;
import java.util.Base64;
import org.ironopt.io.internal.Numbers;
import org.jspecify.annotations.Nullable;

/** Draws as SVG text. Hints become titles, which browsers show when pointed at. */
final class SvgCanvas implements Canvas {
  private final StringBuilder out = new StringBuilder();
  private final String id;
  private int clips;

  private SvgCanvas(String id) {
    this.id = id;
  }

  static String render(Figure figure) {
    FigurePainter painter = new FigurePainter(figure);
    SvgCanvas canvas = new SvgCanvas(figure.id());
    painter.paint(canvas);
    return Numbers.format(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %2$s" width="%1$spt" \
        height="%2$spt" font-family="Liberation Sans, Arial, Helvetica, sans-serif" role="img" \
        aria-label="%3$s">
        %4$s</svg>
        """,
        n(painter.width()), n(painter.height()), escape(figure.caption()), canvas.out);
  }

  private void add(String form, Object... values) {
    out.append(Numbers.format(form, values));
  }

  @Override
  public void stroke(
      double[] x, double[] y, int count, int color, double width, double @Nullable [] dash) {
    add(
        "<path d=\"%s\" fill=\"none\" stroke=\"#%06x\" stroke-width=\"%s\""
            + " stroke-linejoin=\"round\"%s/>\n",
        path(x, y, count),
        color,
        n(width),
        dash == null ? "" : " stroke-dasharray=\"" + n(dash[0]) + " " + n(dash[1]) + "\"");
  }

  @Override
  public void fill(double[] x, double[] y, int count, int color, double opacity) {
    String part = opacity < 1 ? " fill-opacity=\"" + n(opacity) + "\"" : "";
    add("<path d=\"%sZ\" fill=\"#%06x\"%s/>\n", path(x, y, count), color, part);
  }

  @Override
  public void text(String text, double x, double y, double size, double degrees, int color) {
    String turn =
        degrees == 0 ? "" : " transform=\"rotate(" + n(-degrees) + " " + n(x) + " " + n(y) + ")\"";
    add(
        "<text x=\"%s\" y=\"%s\" font-size=\"%s\" fill=\"#%06x\"%s"
            + " xml:space=\"preserve\">%s</text>\n",
        n(x), n(y), n(size), color, turn, escape(text));
  }

  @Override
  public void image(BufferedImage image, Box box) {
    add(
        "<image %s preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\""
            + " href=\"data:image/png;base64,%s\"/>\n",
        place(box), Base64.getEncoder().encodeToString(PngCanvas.file(image)));
  }

  private static String place(Box box) {
    return Numbers.format(
        "x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"",
        n(box.x()), n(box.y()), n(box.width()), n(box.height()));
  }

  @Override
  public void hint(double x, double y, double radius, String text) {
    add(
        "<circle class=\"hint\" cx=\"%s\" cy=\"%s\" r=\"%s\" fill-opacity=\"0\"><title>%s</title>"
            + "</circle>\n",
        n(x), n(y), n(radius), escape(text.replaceAll("[\\^_]\\{([^}]*)}", "$1")));
  }

  @Override
  public void clip(Box box) {
    String name = id + "-clip" + clips++;
    add(
        "<clipPath id=\"%s\"><rect %s/></clipPath>\n<g clip-path=\"url(#%s)\">\n",
        name, place(box), name);
  }

  @Override
  public void unclip() {
    out.append("</g>\n");
  }

  private static String path(double[] x, double[] y, int count) {
    StringBuilder d = new StringBuilder(12 * count);
    for (int i = 0; i < count; i++) {
      d.append(i == 0 ? 'M' : 'L').append(n(x[i])).append(' ').append(n(y[i]));
    }
    return d.toString();
  }

  /** Writes a coordinate to a hundredth of a point, without a trailing zero. */
  private static String n(double value) {
    double rounded = Math.round(value * 100) / 100.0;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
