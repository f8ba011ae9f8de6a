/** Internal: bytes of packed files and fast parsers of numbers. */
package org.ironopt.data.internal;
