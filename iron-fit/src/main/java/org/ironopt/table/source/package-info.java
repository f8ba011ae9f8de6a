/**
 * Files of users, tables and LIBSVM files alike: {@link org.ironopt.table.source.RowSource} reads
 * one, or says how several machines read a part each ({@link
 * org.ironopt.table.source.PartitionedSource}).
 */
package org.ironopt.table.source;
