/** What the theory says of a quadratic, as {@code iron theory} prints it. */
package org.ironopt.cli.theory;
