/** Putting it together: which experiments there are, and how a folder becomes a report. */
package org.ironopt.lab.reproduce;
