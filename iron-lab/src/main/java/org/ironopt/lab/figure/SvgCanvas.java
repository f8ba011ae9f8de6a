package org.ironopt.lab.figure;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Locale;
import javax.imageio.ImageIO;

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
    String size = n(painter.width()) + " " + n(painter.height());
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
        + size
        + "\" width=\""
        + n(painter.width())
        + "pt\" height=\""
        + n(painter.height())
        + "pt\" font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\" role=\"img\""
        + " aria-label=\""
        + escape(figure.caption())
        + "\">\n"
        + canvas.out
        + "</svg>\n";
  }

  @Override
  public void stroke(double[] x, double[] y, int count, int color, double width, double[] dash) {
    out.append("<path d=\"").append(path(x, y, count)).append("\" fill=\"none\" stroke=\"");
    out.append(color(color)).append("\" stroke-width=\"").append(n(width)).append('"');
    out.append(" stroke-linejoin=\"round\"");
    if (dash != null) {
      out.append(" stroke-dasharray=\"").append(n(dash[0])).append(' ').append(n(dash[1]));
      out.append('"');
    }
    out.append("/>\n");
  }

  @Override
  public void fill(double[] x, double[] y, int count, int color, double opacity) {
    out.append("<path d=\"").append(path(x, y, count)).append("Z\" fill=\"").append(color(color));
    out.append('"');
    if (opacity < 1) {
      out.append(" fill-opacity=\"").append(n(opacity)).append('"');
    }
    out.append("/>\n");
  }

  @Override
  public void text(String text, double x, double y, double size, double degrees, int color) {
    out.append("<text x=\"").append(n(x)).append("\" y=\"").append(n(y));
    out.append("\" font-size=\"").append(n(size)).append("\" fill=\"").append(color(color));
    out.append('"');
    if (degrees != 0) {
      out.append(" transform=\"rotate(").append(n(-degrees)).append(' ');
      out.append(n(x)).append(' ').append(n(y)).append(")\"");
    }
    out.append(" xml:space=\"preserve\">").append(escape(text)).append("</text>\n");
  }

  @Override
  public void image(int[] argb, int width, int height, double x, double y, double w, double h) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, width, height, argb, 0, width);
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", png);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.append("<image x=\"").append(n(x)).append("\" y=\"").append(n(y)).append("\" width=\"");
    out.append(n(w)).append("\" height=\"").append(n(h));
    out.append("\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"");
    out.append("data:image/png;base64,");
    out.append(Base64.getEncoder().encodeToString(png.toByteArray())).append("\"/>\n");
  }

  @Override
  public void hint(double x, double y, double radius, String text) {
    out.append("<circle class=\"hint\" cx=\"").append(n(x)).append("\" cy=\"").append(n(y));
    out.append("\" r=\"").append(n(radius)).append("\" fill-opacity=\"0\"><title>");
    out.append(escape(text.replaceAll("[\\^_]\\{([^}]*)}", "$1"))).append("</title></circle>\n");
  }

  @Override
  public void clip(double x, double y, double w, double h) {
    String name = id + "-clip" + clips++;
    out.append("<clipPath id=\"").append(name).append("\"><rect x=\"").append(n(x));
    out.append("\" y=\"").append(n(y)).append("\" width=\"").append(n(w)).append("\" height=\"");
    out.append(n(h)).append("\"/></clipPath>\n<g clip-path=\"url(#").append(name).append(")\">\n");
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

  private static String color(int rgb) {
    return String.format(Locale.ROOT, "#%06x", rgb);
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
