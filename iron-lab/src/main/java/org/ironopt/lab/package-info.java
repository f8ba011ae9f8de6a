/** The lab: experiments on the library, their folders, figures, report and command line. */
@NullMarked
package org.ironopt.lab;

import org.jspecify.annotations.NullMarked;
