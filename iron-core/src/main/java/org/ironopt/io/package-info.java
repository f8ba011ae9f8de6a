/**
 * Reading and writing of files; this package depends on no other one. {@code AtomicFiles} writes
 * every file of the library and of the command line, {@code GzipStream} unpacks gzip to its last
 * byte, and {@code FileErrors} turns errors of the system into messages.
 */
@NullMarked
package org.ironopt.io;

import org.jspecify.annotations.NullMarked;
