package org.ironopt.lab.reproduce;

import java.util.List;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import org.ironopt.io.internal.OptionalModule;

/** Machines that run cells, several at a time. The module iron-spark has some. */
public interface CellMachines {
  /**
   * Runs cells.
   *
   * @param master address of the machines
   * @param stop asked now and then; when it says yes the rest is given up
   * @return the files of each cell, in the order of the orders; nothing if it was stopped
   */
  List<SortedMap<String, byte[]>> run(String master, List<CellOrder> orders, BooleanSupplier stop);

  /** Returns those of the module that is there. */
  static CellMachines find() {
    return OptionalModule.find(ServiceLoader.load(CellMachines.class), _ -> true)
        .orElseThrow(() -> OptionalModule.SPARK.missing("--spark"));
  }
}
