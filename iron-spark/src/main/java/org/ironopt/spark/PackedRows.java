package org.ironopt.spark;

import java.io.Serializable;
import org.ironopt.fit.partition.Partition;

/**
 * Packed rows, or a sentence that says which row could not be packed. A failure is data: a task
 * that throws is run again and again by Spark, and says the same each time.
 */
sealed interface PackedRows extends Serializable {
  /**
   * Rows.
   *
   * @param part null if there are none
   * @param columns of the rows, -1 if there were none to look at
   * @param unlabelled rows left out since they have no label
   */
  record Packed(Partition part, int columns, long unlabelled) implements PackedRows {
    Packed(Partition part, int columns) {
      this(part, columns, 0);
    }
  }

  record Refused(String message) implements PackedRows {}
}
