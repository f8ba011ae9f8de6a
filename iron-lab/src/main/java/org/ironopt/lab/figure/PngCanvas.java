package org.ironopt.lab.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/** Draws as pixels. Text is filled outlines, so no font need be installed. */
final class PngCanvas implements Canvas {
  private static final double PIXELS_PER_POINT = 3;

  private final Graphics2D graphics;
  private @Nullable Shape unclipped;

  private PngCanvas(Graphics2D graphics) {
    this.graphics = graphics;
  }

  static BufferedImage render(Figure figure) {
    FigurePainter painter = new FigurePainter(figure);
    BufferedImage image =
        new BufferedImage(
            (int) Math.ceil(painter.width() * PIXELS_PER_POINT),
            (int) Math.ceil(painter.height() * PIXELS_PER_POINT),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.scale(PIXELS_PER_POINT, PIXELS_PER_POINT);
    painter.paint(new PngCanvas(graphics));
    graphics.dispose();
    return image;
  }

  @Override
  public void stroke(
      double[] x, double[] y, int count, int color, double width, double @Nullable [] dash) {
    graphics.setColor(new Color(color));
    float[] pattern = dash == null ? null : new float[] {(float) dash[0], (float) dash[1]};
    graphics.setStroke(
        new BasicStroke(
            (float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, pattern, 0));
    graphics.draw(path(x, y, count));
  }

  @Override
  public void fill(double[] x, double[] y, int count, int color, double opacity) {
    graphics.setColor(new Color(color | (int) Math.round(255 * opacity) << 24, true));
    Path2D path = path(x, y, count);
    path.closePath();
    graphics.fill(path);
  }

  @Override
  public void text(String text, double x, double y, double size, double degrees, int color) {
    graphics.setColor(new Color(color));
    AffineTransform place = AffineTransform.getTranslateInstance(x, y);
    place.rotate(-Math.toRadians(degrees));
    graphics.fill(place.createTransformedShape(Typeface.SANS.outline(text, size)));
  }

  @Override
  public void image(BufferedImage image, Box box) {
    double wide = box.width() / image.getWidth();
    double high = box.height() / image.getHeight();
    graphics.drawImage(image, new AffineTransform(wide, 0, 0, high, box.x(), box.y()), null);
  }

  /**
   * Returns a picture as a PNG file. It is made in memory: the usual stream of the JDK keeps a
   * temporary file and cannot be opened any more once the process is told to end.
   */
  static byte[] file(BufferedImage image) {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return png.toByteArray();
  }

  @Override
  public void clip(Box box) {
    unclipped = graphics.getClip();
    graphics.clip(new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()));
  }

  @Override
  public void unclip() {
    graphics.setClip(unclipped);
  }

  private static Path2D path(double[] x, double[] y, int count) {
    Path2D path = new Path2D.Double();
    path.moveTo(x[0], y[0]);
    for (int i = 1; i < count; i++) {
      path.lineTo(x[i], y[i]);
    }
    return path;
  }
}
