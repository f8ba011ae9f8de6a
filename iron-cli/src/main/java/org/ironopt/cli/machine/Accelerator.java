package org.ironopt.cli.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.ironopt.io.OptionalModule;

/**
 * A kind of accelerator that may be there. The module iron-gpu brings one, found by {@link
 * ServiceLoader}, so that neither the lab nor the core depends on it.
 */
public interface Accelerator {
  /** Looks for it and tries it out. */
  List<Doctor.Finding> examine();

  /** Returns what all kinds on the class path find; without any, that is what is missing. */
  static List<Doctor.Finding> examineAll() {
    List<Doctor.Finding> findings = new ArrayList<>();
    for (Accelerator kind : ServiceLoader.load(Accelerator.class)) {
      findings.addAll(kind.examine());
    }
    if (findings.isEmpty() && OptionalModule.GPU.obtainable()) {
      throw OptionalModule.GPU.missing("--gpu");
    }
    return findings.isEmpty()
        ? List.of(
            new Doctor.Finding(
                "GPU",
                "the module iron-gpu is not on the class path",
                "start './iron' in the source folder, which adds it"))
        : findings;
  }
}
