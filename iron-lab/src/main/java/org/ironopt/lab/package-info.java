/** The lab: experiments on the library, their folders, figures, report and command line. */
@Experimental
@NullMarked
package org.ironopt.lab;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
