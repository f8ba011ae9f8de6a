/**
 * Files as such, whatever is in them; it stands below all other packages and touches none. {@code
 * AtomicFiles} writes every file of the library and of the command line.
 */
package org.ironopt.io;
