/**
 * Tables of users: comma- or tab-separated files with numbers, words and gaps become data sets, and
 * new files and rows are read with the columns of a trained model. {@link org.ironopt.table.Table}
 * is where to begin, {@link org.ironopt.table.TableReader} has the options.
 */
@NullMarked
package org.ironopt.table;

import org.jspecify.annotations.NullMarked;
