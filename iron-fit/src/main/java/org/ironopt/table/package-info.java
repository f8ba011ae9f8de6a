/**
 * Tables of users: comma- or tab-separated files with numbers, texts and missing values become data
 * sets, and new files and rows are read with the columns of a trained model. Start with {@link
 * org.ironopt.table.Table}; {@link org.ironopt.table.TableReader} has the options.
 */
@NullMarked
package org.ironopt.table;

import org.jspecify.annotations.NullMarked;
