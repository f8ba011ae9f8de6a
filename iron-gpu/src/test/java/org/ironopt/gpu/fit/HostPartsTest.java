package org.ironopt.gpu.fit;

import org.ironopt.gpu.Device;

class HostPartsTest extends PartsContract {
  @Override
  protected Device device() {
    return Device.host();
  }
}
