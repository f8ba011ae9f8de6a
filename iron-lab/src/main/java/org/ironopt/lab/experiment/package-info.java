/**
 * What can be reproduced. An experiment is a list of cells (independent, resumable pieces of work)
 * and a story told from the files they leave: figures, tables and claims.
 */
package org.ironopt.lab.experiment;
