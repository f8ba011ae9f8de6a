package org.ironopt.lab.figure;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.util.Matrix;
import org.jspecify.annotations.Nullable;

/** Draws as one PDF page of the figure's size, with real text in an embedded font. */
final class PdfCanvas implements Canvas {
  /** A drawing call that may fail in its stream. */
  private interface Step {
    void run() throws IOException;
  }

  private final PDDocument document;
  private final PDPageContentStream stream;
  private final PDFont font;
  private final double height;

  private PdfCanvas(PDDocument document, PDPageContentStream stream, PDFont font, double height) {
    this.document = document;
    this.stream = stream;
    this.font = font;
    this.height = height;
  }

  static byte[] render(Figure figure) throws IOException {
    FigurePainter painter = new FigurePainter(figure);
    try (PDDocument document = new PDDocument();
        InputStream ttf = Typeface.open()) {
      PDFont font = PDType0Font.load(document, ttf, true);
      PDPage page = new PDPage(new PDRectangle((float) painter.width(), (float) painter.height()));
      document.addPage(page);
      document.setDocumentId(0L);
      try (PDPageContentStream stream = new PDPageContentStream(document, page)) {
        painter.paint(new PdfCanvas(document, stream, font, painter.height()));
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      document.save(out);
      return out.toByteArray();
    }
  }

  @Override
  public void stroke(
      double[] x, double[] y, int count, int color, double width, double @Nullable [] dash) {
    draw(
        () -> {
          stream.setStrokingColor(new Color(color));
          stream.setLineWidth((float) width);
          stream.setLineJoinStyle(1);
          stream.setLineDashPattern(
              dash == null ? new float[0] : new float[] {(float) dash[0], (float) dash[1]}, 0);
          path(x, y, count);
          stream.stroke();
        });
  }

  @Override
  public void fill(double[] x, double[] y, int count, int color, double opacity) {
    draw(
        () -> {
          stream.saveGraphicsState();
          PDExtendedGraphicsState state = new PDExtendedGraphicsState();
          state.setNonStrokingAlphaConstant((float) opacity);
          stream.setGraphicsStateParameters(state);
          stream.setNonStrokingColor(new Color(color));
          path(x, y, count);
          stream.closePath();
          stream.fill();
          stream.restoreGraphicsState();
        });
  }

  @Override
  public void text(String text, double x, double y, double size, double degrees, int color) {
    draw(
        () -> {
          stream.beginText();
          stream.setFont(font, (float) size);
          stream.setNonStrokingColor(new Color(color));
          stream.setTextMatrix(
              Matrix.getRotateInstance(Math.toRadians(degrees), (float) x, flip(y)));
          stream.showText(Typeface.SANS.drawable(text));
          stream.endText();
        });
  }

  @Override
  public void image(BufferedImage image, Box box) {
    draw(
        () ->
            stream.drawImage(
                LosslessFactory.createFromImage(document, image),
                (float) box.x(),
                flip(box.bottom()),
                (float) box.width(),
                (float) box.height()));
  }

  @Override
  public void clip(Box box) {
    draw(
        () -> {
          stream.saveGraphicsState();
          stream.addRect(
              (float) box.x(), flip(box.bottom()), (float) box.width(), (float) box.height());
          stream.clip();
        });
  }

  @Override
  public void unclip() {
    draw(stream::restoreGraphicsState);
  }

  private void path(double[] x, double[] y, int count) throws IOException {
    stream.moveTo((float) x[0], flip(y[0]));
    for (int i = 1; i < count; i++) {
      stream.lineTo((float) x[i], flip(y[i]));
    }
  }

  private float flip(double y) {
    return (float) (height - y);
  }

  private static void draw(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
