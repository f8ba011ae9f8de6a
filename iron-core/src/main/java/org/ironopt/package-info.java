/** Annotations of the public interface: {@link org.ironopt.Experimental}. */
@NullMarked
package org.ironopt;

import org.jspecify.annotations.NullMarked;
