/**
 * What the theory says of a quadratic or of an objective of the user, as {@code iron theory} prints
 * it.
 */
package org.ironopt.cli.render.theory;
