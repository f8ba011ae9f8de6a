package org.ironopt.lab.figure;

/** The colours and line widths of every figure. */
final class Palette {
  static final int INK = 0x222222;
  static final int GRID = 0xE3E3E3;
  static final double THIN = 0.5;
  static final double CURVE = 1.15;
  static final double CONTOUR = 0.35;

  private Palette() {}

  /**
   * Returns the RGB value of a palette colour (Okabe and Ito's set, safe for colour-blind eyes).
   */
  static int rgb(Style.Color color) {
    return switch (color) {
      case BLACK -> 0x000000;
      case ORANGE -> 0xE69F00;
      case SKY -> 0x56B4E9;
      case GREEN -> 0x009E73;
      case YELLOW -> 0xD9C800;
      case BLUE -> 0x0072B2;
      case VERMILION -> 0xD55E00;
      case PURPLE -> 0xCC79A7;
      case GRAY -> 0x8A8A8A;
    };
  }

  static double[] dashes(Style.Dash dash) {
    return switch (dash) {
      case SOLID, NONE -> null;
      case DASHED -> new double[] {4, 2.2};
      case DOTTED -> new double[] {1.1, 1.8};
    };
  }
}
