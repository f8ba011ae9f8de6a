package org.ironopt.cli.shared;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version and the commit that the build wrote into the jar. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {text()};
  }

  public static String text() {
    return "iron " + number() + " (commit " + commit() + ")";
  }

  public static String number() {
    return property("version");
  }

  static String commit() {
    return property("commit");
  }

  private static String property(String name) {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty(name);
  }
}
