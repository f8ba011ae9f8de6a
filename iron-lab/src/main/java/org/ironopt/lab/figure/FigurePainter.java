package org.ironopt.lab.figure;

/**
 * Lays out a figure: a legend on top, panels in a grid below. Widths are those of a journal: one
 * panel fits a column, two or three fit a page.
 */
final class FigurePainter {
  private static final double COLUMN = 300;
  private static final double PAGE = 500;
  private static final double GUTTER = 12;
  private static final double TITLE_ROOM = 14;
  private static final double AXIS_ROOM = 27;
  private static final double EDGE = 6;

  private final Figure figure;
  private final double width;
  private final double panelHeight;
  private final double left;
  private final Legend legend;

  FigurePainter(Figure figure) {
    this.figure = figure;
    this.width = figure.columns() == 1 ? COLUMN : PAGE;
    this.panelHeight = figure.columns() == 1 ? 190 : figure.columns() == 2 ? 150 : 130;
    this.left =
        figure.panels().stream().mapToDouble(p -> PanelPainter.leftRoom(p, 150)).max().orElse(30);
    this.legend = new Legend(figure, width - 2 * EDGE);
  }

  double width() {
    return width;
  }

  double height() {
    int rows = (figure.panels().size() + figure.columns() - 1) / figure.columns();
    return EDGE + legend.height() + rows * (TITLE_ROOM + panelHeight + AXIS_ROOM) + 2;
  }

  void paint(Canvas canvas) {
    double[] px = {0, width, width, 0};
    double[] py = {0, 0, height(), height()};
    canvas.fill(px, py, 4, 0xFFFFFF, 1);
    legend.paint(canvas, width, EDGE / 2);
    double cell = (width - EDGE - (figure.columns() - 1) * GUTTER) / figure.columns();
    for (int i = 0; i < figure.panels().size(); i++) {
      int row = i / figure.columns();
      int column = i % figure.columns();
      double x = column * (cell + GUTTER) + left;
      double y = EDGE + legend.height() + row * (TITLE_ROOM + panelHeight + AXIS_ROOM) + TITLE_ROOM;
      Box box = new Box(x, y, cell - left, panelHeight);
      new PanelPainter(canvas, figure.panels().get(i), box).paint();
    }
  }
}
