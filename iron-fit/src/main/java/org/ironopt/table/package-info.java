/**
 * Tables of users: comma- or tab-separated files with numbers, words and gaps become data sets, and
 * new files are read with the columns of a trained model.
 */
package org.ironopt.table;
