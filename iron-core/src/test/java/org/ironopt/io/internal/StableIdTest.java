package org.ironopt.io.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class StableIdTest {
  private enum Kind {
    PLAIN,
    @StableName("FORMER")
    NEWER
  }

  private record Inner(double size, List<Integer> parts) {}

  @StableName("Former")
  private record Renamed(@StableName("a") Kind kind, Inner inner) {}

  private record Spoken(double size) {
    @Override
    public String toString() {
      return "of size " + size;
    }
  }

  @Test
  void aRecordIsWrittenAsItPrintsItself() {
    Inner inner = new Inner(0.1, List.of(1, 2));
    assertEquals(inner.toString(), StableId.of(inner));
    assertEquals("of size 2.0", StableId.of(new Spoken(2)));
    assertEquals("PLAIN", StableId.of(Kind.PLAIN));
    assertEquals("null", StableId.of(null));
  }

  @Test
  void whatIsRenamedKeepsItsFormerName() {
    Renamed renamed = new Renamed(Kind.NEWER, new Inner(0.1, List.of()));
    assertEquals("Former[a=FORMER, inner=Inner[size=0.1, parts=[]]]", StableId.of(renamed));
    assertEquals("Former", StableId.name(Renamed.class));
  }
}
