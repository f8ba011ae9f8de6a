package org.ironopt.gpu.particles;

import org.ironopt.gpu.Device;

class HostCloudTest extends CloudContract {
  @Override
  protected Device device() {
    return Device.host();
  }
}
