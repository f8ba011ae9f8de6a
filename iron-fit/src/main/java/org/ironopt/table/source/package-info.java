/**
 * Files of users, tables and LIBSVM files alike: {@link org.ironopt.table.source.Source} reads one,
 * or says how several machines read a part each ({@link org.ironopt.table.source.SplitSource}).
 */
package org.ironopt.table.source;
