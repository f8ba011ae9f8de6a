/** Internal: files, dialects, profiles of columns, decisions, encoding of rows. */
package org.ironopt.table.internal;
