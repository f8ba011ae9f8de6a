/**
 * Files that the command line reads only if it is asked to, since their readers are larger than
 * itself: each is a {@link org.ironopt.table.Converter} to text.
 */
@NullMarked
package org.ironopt.formats;

import org.jspecify.annotations.NullMarked;
