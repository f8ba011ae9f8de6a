/** The machine under the program: what it offers ({@code iron doctor}) and how much memory. */
package org.ironopt.cli.machine;
