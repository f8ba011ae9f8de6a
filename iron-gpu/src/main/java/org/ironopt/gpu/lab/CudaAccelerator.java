package org.ironopt.gpu.lab;

import java.util.List;
import org.ironopt.cli.machine.Accelerator;
import org.ironopt.cli.machine.Doctor;
import org.ironopt.gpu.cuda.Examination;

/** What {@code iron doctor --gpu} says about NVIDIA GPUs. */
public final class CudaAccelerator implements Accelerator {
  @Override
  public List<Doctor.Finding> examine() {
    return Examination.run().stream()
        .map(
            f ->
                f.ok()
                    ? new Doctor.Finding(f.name(), f.value(), "")
                    : new Doctor.Finding(f.name(), "", f.value()))
        .toList();
  }
}
