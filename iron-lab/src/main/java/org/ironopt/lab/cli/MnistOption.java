package org.ironopt.lab.cli;

import picocli.CommandLine.Option;

/** Where the commands that may need MNIST look for it. */
final class MnistOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the MNIST files. Default: IRON_DATA, else in the user's cache.")
  String folder;
}
