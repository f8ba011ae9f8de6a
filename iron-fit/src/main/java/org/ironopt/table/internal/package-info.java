/** How tables are read: dialects, profiles of columns, decisions, encoding. */
package org.ironopt.table.internal;
