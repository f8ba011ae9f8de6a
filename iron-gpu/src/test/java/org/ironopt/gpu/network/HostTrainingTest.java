package org.ironopt.gpu.network;

import org.ironopt.gpu.Device;

class HostTrainingTest extends TrainingContract {
  @Override
  protected Device device() {
    return Device.host();
  }
}
