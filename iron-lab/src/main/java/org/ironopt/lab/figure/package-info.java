/**
 * One model of a figure (panels, series, bands, lines, clouds, contours) and its renderers: SVG,
 * PDF, PNG, and the CSV behind it.
 */
package org.ironopt.lab.figure;
