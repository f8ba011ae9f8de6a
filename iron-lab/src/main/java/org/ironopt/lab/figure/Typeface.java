package org.ironopt.lab.figure;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.GlyphData;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/**
 * The one font of all figures, Liberation Sans, read from the PDFBox jar. Widths and outlines come
 * from the font file itself, so a figure looks the same on a machine without any font installed.
 */
final class Typeface {
  static final Typeface SANS = new Typeface();
  private static final String RESOURCE =
      "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  private final TrueTypeFont font;
  private final CmapLookup glyphs;
  private final double unitsPerEm;

  private Typeface() {
    try (InputStream in = open()) {
      font = new TTFParser().parse(new RandomAccessReadBuffer(in));
      glyphs = font.getUnicodeCmapLookup();
      unitsPerEm = font.getUnitsPerEm();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens the font file. */
  static InputStream open() {
    return Typeface.class.getResourceAsStream(RESOURCE);
  }

  /** Returns whether the font can draw a character. */
  boolean covers(int codePoint) {
    return glyphs.getGlyphId(codePoint) > 0;
  }

  /** Returns a text with a question mark for each character that the font does not have. */
  String drawable(String text) {
    int[] known = text.codePoints().map(c -> covers(c) ? c : '?').toArray();
    return new String(known, 0, known.length);
  }

  /** Returns the width of a text in points. */
  double width(String text, double size) {
    double units = 0;
    try {
      for (int c : text.codePoints().toArray()) {
        units += font.getAdvanceWidth(glyphs.getGlyphId(c));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return units * size / unitsPerEm;
  }

  /** Returns the outline of a text whose baseline starts at the origin, y downwards. */
  Path2D outline(String text, double size) {
    Path2D path = new Path2D.Double();
    double scale = size / unitsPerEm;
    double x = 0;
    try {
      for (int c : text.codePoints().toArray()) {
        int id = glyphs.getGlyphId(c);
        GlyphData glyph = font.getGlyph().getGlyph(id);
        if (glyph != null) {
          path.append(
              glyph.getPath().getPathIterator(new AffineTransform(scale, 0, 0, -scale, x, 0)),
              false);
        }
        x += font.getAdvanceWidth(id) * scale;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return path;
  }
}
