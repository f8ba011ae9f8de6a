/** What is said of interfaces: {@link org.ironopt.Experimental}. */
@NullMarked
package org.ironopt;

import org.jspecify.annotations.NullMarked;
