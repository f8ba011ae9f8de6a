package org.ironopt.lab.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.data.MalformedDataException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class NpmPackageTest {
  private static final byte[] CONTENT = {1, 2, 3};

  private static Map<String, byte[]> read(byte[] archive) throws IOException {
    return NpmPackage.members(
        "a.tar", new ByteArrayInputStream(archive), 8192, Map.of("p/wanted", 600));
  }

  @Test
  void takesWhatIsWantedAndSkipsTheRest() throws IOException {
    byte[] large = new byte[600];
    large[599] = 7;
    byte[] archive =
        new Tar()
            .entry("p/", '5', 0, new byte[0])
            .entry("p/pax", 'x', 3, CONTENT)
            .file("p/other", CONTENT)
            .file("../../p/wanted", CONTENT)
            .file("p/wanted", large)
            .entry("p/wanted", '2', 0, new byte[0])
            .file("p/last", CONTENT)
            .bytes();
    Map<String, byte[]> found = read(archive);
    assertEquals(1, found.size());
    assertArrayEquals(large, found.get("p/wanted"));
    assertEquals(Map.of(), read(new Tar().bytes()));
  }

  @TestFactory
  Stream<DynamicTest> refused() {
    byte[] good = new Tar().file("p/wanted", CONTENT).bytes();
    byte[] number = good.clone();
    number[124] = (byte) 0x80;
    byte[] none = new byte[0];
    return Stream.of(
        bad("0: 'p/wanted' has 601 bytes, too many", new Tar().file("p/wanted", new byte[601])),
        bad(
            "0: 'bomb' has 8589934591 bytes, too many",
            new Tar().entry("bomb", '0', 8589934591L, none)),
        bad("0: expected a header of a tar archive", number),
        bad("0: expected a header of a tar archive", Arrays.copyOf(good, 511)),
        bad(
            "1024: expected a header of a tar archive",
            Arrays.copyOf(new Tar().file("x", CONTENT).file("y", CONTENT).bytes(), 1030)),
        bad("0: the archive ends in 'p/wanted'", Arrays.copyOf(good, 514)),
        bad("0: the archive ends in 'p/wanted'", Arrays.copyOf(good, 600)));
  }

  private static DynamicTest bad(String line, Tar archive) {
    return bad(line, archive.bytes());
  }

  private static DynamicTest bad(String line, byte[] archive) {
    return DynamicTest.dynamicTest(
        line,
        () ->
            assertEquals(
                "a.tar:" + line,
                assertThrows(MalformedDataException.class, () -> read(archive)).getMessage()));
  }
}
