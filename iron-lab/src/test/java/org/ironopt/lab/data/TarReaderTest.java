package org.ironopt.lab.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.data.MalformedData;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TarReaderTest {
  private static final byte[] CONTENT = {1, 2, 3};

  private static Map<String, byte[]> read(byte[] archive) throws IOException {
    return new TarReader("a.tar", new ByteArrayInputStream(archive), 8192)
        .read(Map.of("p/wanted", 600));
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
            .file("p/wanted", large)
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
    byte[] checksum = good.clone();
    checksum[3] ^= 1;
    byte[] number = good.clone();
    number[124] = (byte) 0x80;
    byte[] none = new byte[0];
    String leaves = " leaves the folder; refused";
    return Stream.of(
        bad("0: the name '../wanted'" + leaves, new Tar().file("../wanted", CONTENT)),
        bad("0: the name 'p/../../w'" + leaves, new Tar().file("p/../../w", CONTENT)),
        bad("0: the name '/etc/passwd'" + leaves, new Tar().file("/etc/passwd", CONTENT)),
        bad("0: the name 'p\\w'" + leaves, new Tar().file("p\\w", CONTENT)),
        bad("0: the name 'C:w'" + leaves, new Tar().file("C:w", CONTENT)),
        bad("0: the name 'a?b'" + leaves, new Tar().file("a\nb", CONTENT)),
        bad("0: the name ''" + leaves, new Tar().file("", CONTENT)),
        bad(
            "1024: the name '../d'" + leaves,
            new Tar().file("x", CONTENT).entry("../d", '5', 0, none)),
        bad("0: 'l' is neither a file nor a folder; refused", new Tar().entry("l", '2', 0, none)),
        bad("0: 'h' is neither a file nor a folder; refused", new Tar().entry("h", '1', 0, none)),
        bad(
            "0: 'p/wanted' has 601 bytes, expected at most 600",
            new Tar().file("p/wanted", new byte[601])),
        bad(
            "0: 'bomb' has 8589934591 bytes, more than are accepted",
            new Tar().entry("bomb", '0', 8589934591L, none)),
        bad("0: the checksum is wrong, expected a tar header", checksum),
        bad("0: the checksum is wrong, expected a tar header", number),
        bad("0: the archive ends early", Arrays.copyOf(good, 511)),
        bad("514: the archive ends early", Arrays.copyOf(good, 514)),
        bad("600: the archive ends early", Arrays.copyOf(good, 600)));
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
                assertThrows(MalformedData.class, () -> read(archive)).getMessage()));
  }
}
