package org.ironopt.lab.figure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.imageio.ImageIO;

/** Renders a figure to every format. */
public final class FigureFiles {
  private FigureFiles() {}

  /** Returns the SVG text, for files and for pages that embed it. */
  public static String svg(Figure figure) {
    return SvgCanvas.render(figure);
  }

  /** Returns the contents of {@code id.svg}, {@code id.pdf}, {@code id.png} and {@code id.csv}. */
  public static Map<String, byte[]> render(Figure figure) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(figure.id() + ".svg", svg(figure).getBytes(StandardCharsets.UTF_8));
    files.put(figure.id() + ".pdf", PdfCanvas.render(figure));
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(PngCanvas.render(figure), "png", png);
    files.put(figure.id() + ".png", png.toByteArray());
    files.put(figure.id() + ".csv", FigureData.csv(figure).getBytes(StandardCharsets.UTF_8));
    return files;
  }
}
