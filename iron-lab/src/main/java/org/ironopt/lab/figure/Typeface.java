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

  private static final int UNITS_PER_EM = 2048;
  private static final char MINUS = '\u2212';

  /** Widths of the characters from the blank to the tilde, so that a page needs no font file. */
  private static final short[] ASCII = {
    569, 569, 727, 1139, 1139, 1821, 1366, 391, 682, 682, 797, 1196, 569, 682, 569,
        569, // blank to /
    1139, 1139, 1139, 1139, 1139, 1139, 1139, 1139, 1139, 1139, 569, 569, 1196, 1196, 1196,
        1139, // 0
    2079, 1366, 1366, 1479, 1479, 1366, 1251, 1593, 1479, 569, 1024, 1366, 1139, 1706, 1479,
        1593, // @
    1366, 1593, 1479, 1366, 1251, 1479, 1366, 1933, 1366, 1366, 1251, 569, 569, 569, 961, 1139, // P
    682, 1139, 1139, 1024, 1139, 1139, 569, 1139, 1139, 455, 455, 1024, 455, 1706, 1139, 1139, // `
    1139, 1139, 682, 1024, 569, 1139, 1024, 1479, 1024, 1024, 1024, 684, 532, 684,
        1196 // p to tilde
  };

  private Typeface() {}

  /** The font file, which takes 15 ms to read, made when a character asks for it. */
  private static final class Glyphs {
    static final TrueTypeFont FONT;
    static final CmapLookup IDS;

    static {
      try (InputStream in = open()) {
        FONT = new TTFParser().parse(new RandomAccessReadBuffer(in));
        IDS = FONT.getUnicodeCmapLookup();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Opens the font file. */
  static InputStream open() {
    return Typeface.class.getResourceAsStream(RESOURCE);
  }

  /** Returns whether the font can draw a character. */
  boolean covers(int codePoint) {
    return Glyphs.IDS.getGlyphId(codePoint) > 0;
  }

  /** Returns a text with a question mark for each character that the font does not have. */
  String drawable(String text) {
    int[] known = text.codePoints().map(c -> covers(c) ? c : '?').toArray();
    return new String(known, 0, known.length);
  }

  /** Returns the width of a text in points. */
  double width(String text, double size) {
    double units = 0;
    for (int c : text.codePoints().toArray()) {
      units += advance(c);
    }
    return units * size / UNITS_PER_EM;
  }

  private static int advance(int codePoint) {
    int known = codePoint == MINUS ? '+' : codePoint;
    return known >= ' ' && known <= '~' ? ASCII[known - ' '] : fontAdvance(codePoint);
  }

  /** Returns how far the font moves on after a character, in its units. */
  static int fontAdvance(int codePoint) {
    try {
      return Glyphs.FONT.getAdvanceWidth(Glyphs.IDS.getGlyphId(codePoint));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the outline of a text whose baseline starts at the origin, y downwards. */
  Path2D outline(String text, double size) {
    Path2D path = new Path2D.Double();
    double scale = size / UNITS_PER_EM;
    double x = 0;
    try {
      for (int c : text.codePoints().toArray()) {
        int id = Glyphs.IDS.getGlyphId(c);
        GlyphData glyph = Glyphs.FONT.getGlyph().getGlyph(id);
        if (glyph != null) {
          path.append(
              glyph.getPath().getPathIterator(new AffineTransform(scale, 0, 0, -scale, x, 0)),
              false);
        }
        x += advance(c) * scale;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return path;
  }
}
