package org.ironopt.spark;

import java.io.Serializable;
import org.ironopt.fit.Part;

/**
 * Packed rows, or a sentence that says which row could not be packed. A failure is data: a task
 * that throws is run again and again by Spark, and says the same each time.
 */
sealed interface Piece extends Serializable {
  record Packed(Part part, int columns) implements Piece {}

  record Refused(String sentence) implements Piece {}
}
