/** The lab: experiments on the library, their folders, figures, report and command line. */
package org.ironopt.lab;
