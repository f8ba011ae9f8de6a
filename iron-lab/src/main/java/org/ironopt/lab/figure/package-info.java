/**
 * One model of a figure (panels, series, bands, lines, clouds, contours) and its renderers: SVG,
 * PDF, PNG, and the CSV behind it. A figure of a chapter is declared in its {@code page.toml} as
 * columns of result tables against columns ({@link org.ironopt.lab.figure.FigureSpec}).
 */
@Experimental
@NullMarked
package org.ironopt.lab.figure;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
