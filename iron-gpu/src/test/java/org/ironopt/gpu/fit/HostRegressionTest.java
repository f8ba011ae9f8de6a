package org.ironopt.gpu.fit;

import org.ironopt.gpu.Device;

class HostRegressionTest extends RegressionContract {
  @Override
  protected Device device() {
    return Device.host();
  }
}
