/**
 * Files as such, whatever is in them; it stands below all other packages and touches none. {@code
 * AtomicFiles} writes every file of the library and of the command line, {@code GzipStream} unpacks
 * gzip to its last byte, and {@code FileErrors} puts into words what the system refused.
 */
@NullMarked
package org.ironopt.io;

import org.jspecify.annotations.NullMarked;
