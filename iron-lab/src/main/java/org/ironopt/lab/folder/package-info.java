/**
 * Run folders: one per experiment, in it one per cell, named by a hash of what determines the
 * result. A file is either whole or not there; a finished cell is never run again; an interrupted
 * one goes on where its checkpoint was written.
 */
@Experimental
@NullMarked
package org.ironopt.lab.folder;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
