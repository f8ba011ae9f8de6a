/** The report: one HTML file that opens offline, made from the files of a run folder alone. */
package org.ironopt.lab.report;
