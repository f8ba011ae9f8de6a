package org.ironopt.cli.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A page of the documentation: its lines, and its fenced blocks in order. */
record Page(Path path, List<String> lines, List<Block> blocks) {
  static final Path ROOT = Path.of(System.getProperty("basedir", "."), "..").normalize();

  /**
   * A fenced block.
   *
   * @param line that of its first line of content, from 1
   */
  record Block(Page page, int line, String language, String content) {
    @Override
    public String toString() {
      return ROOT.relativize(page.path) + ":" + line;
    }
  }

  static Page read(Path path) {
    try {
      List<String> lines = Files.readAllLines(path);
      Page page = new Page(path, lines, new ArrayList<>());
      int start = -1;
      for (int i = 0; i < lines.size(); i++) {
        if (!lines.get(i).startsWith("```")) {
          continue;
        }
        if (start < 0) {
          start = i;
          continue;
        }
        String content = String.join("\n", lines.subList(start + 1, i));
        page.blocks.add(new Block(page, start + 2, lines.get(start).substring(3).strip(), content));
        start = -1;
      }
      if (start >= 0) {
        throw new IllegalStateException(path + ":" + (start + 1) + ": the block has no end");
      }
      return page;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the pages that people read: those of the root and all below docs. */
  static List<Page> all() {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
                  .map(ROOT::resolve),
              docs.filter(path -> path.toString().endsWith(".md")).sorted())
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a command wrote the page; its first line then says which. */
  boolean made() {
    return lines.getFirst().startsWith("<!-- Made by ");
  }

  String name() {
    return ROOT.relativize(path).toString();
  }
}
