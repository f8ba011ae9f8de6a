/** Internal: bytes of packed files and fast parsers of numbers and LIBSVM files. */
package org.ironopt.data.internal;
