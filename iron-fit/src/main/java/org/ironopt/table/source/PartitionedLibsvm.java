package org.ironopt.table.source;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.data.LibsvmReader.Base;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.LibsvmParser;
import org.ironopt.table.internal.LineRange;
import org.ironopt.table.internal.RowSample;

/**
 * The rows of a LIBSVM file.
 *
 * @param features columns, 0 for what the file has
 */
record PartitionedLibsvm(String file, int features) implements PartitionedSource {
  /** The largest index, the base and some rows of a part. */
  private record PartitionProfile(int largest, boolean zero, long unlabelled, RowSample sample)
      implements Serializable {}

  @Override
  public Serializable look(Iterator<LineRange> parts, long every) throws IOException {
    int largest = 0;
    boolean zero = false;
    long unlabelled = 0;
    RowSample sample = new RowSample();
    while (parts.hasNext()) {
      LineRange part = parts.next();
      unlabelled += lines(part).filter(l -> filled(l) && !LibsvmParser.labelled(l)).count();
      if (empty(part)) {
        continue;
      }
      LibsvmParser parser = new LibsvmParser(RowSource.libsvm(features), part.bytes());
      Dataset data = parser.read();
      zero |= parser.zeroBased();
      largest = Math.max(largest, data.columns() - (parser.zeroBased() ? 1 : 0));
      keep(part, data, every, sample);
    }
    return new PartitionProfile(largest, zero, unlabelled, sample);
  }

  private static boolean empty(LineRange part) {
    return lines(part).noneMatch(PartitionedLibsvm::row);
  }

  private static Stream<String> lines(LineRange part) {
    return new String(part.lines(), StandardCharsets.ISO_8859_1).lines();
  }

  /** Whether a line is more than blanks and a comment. */
  private static boolean filled(String line) {
    String text = line.strip();
    return !text.isEmpty() && text.charAt(0) != '#';
  }

  /** Whether a line is a row that is used. */
  private static boolean row(String line) {
    return filled(line) && LibsvmParser.labelled(line);
  }

  private static void keep(LineRange part, Dataset data, long every, RowSample sample) {
    Iterator<String> lines = lines(part).iterator();
    int i = 0;
    for (long number = part.firstLine(); lines.hasNext(); number++) {
      String line = lines.next();
      if (row(line)) {
        sample.add(Double.toString(data.target(i++)), number % every == 0, () -> line);
      }
    }
  }

  @Override
  public Decided decide(List<Serializable> seen) throws IOException {
    List<PartitionProfile> all = seen.stream().map(PartitionProfile.class::cast).toList();
    boolean zero = all.stream().anyMatch(PartitionProfile::zero);
    int largest = all.stream().mapToInt(PartitionProfile::largest).max().orElse(0);
    long rows = all.stream().mapToLong(s -> s.sample().rows()).sum();
    long unlabelled = all.stream().mapToLong(PartitionProfile::unlabelled).sum();
    if (rows == 0 && unlabelled > 0) {
      throw new MalformedDataException(LibsvmParser.allUnlabelled(file, unlabelled));
    }
    if (rows == 0) {
      throw new MalformedDataException(file + ": no rows, expected lines such as '1 3:0.5 7:2'");
    }
    int columns = features > 0 ? features : zero ? largest + 1 : largest;
    byte[] sample = RowSample.text(all.stream().map(PartitionProfile::sample).toList());
    return new Read(file, columns, zero, rows, unlabelled, sample);
  }

  /** How rows are read, and some of them, which stay here. */
  private static final class Read implements Decided {
    private static final long serialVersionUID = 1L;
    private final String file;
    private final int columns;
    private final boolean zero;
    private final long rows;
    private final long unlabelled;
    private final transient byte[] sample;

    Read(String file, int columns, boolean zero, long rows, long unlabelled, byte[] sample) {
      this.file = file;
      this.columns = columns;
      this.zero = zero;
      this.rows = rows;
      this.unlabelled = unlabelled;
      this.sample = sample;
    }

    @Override
    public long rows() {
      return rows;
    }

    @Override
    public InputRows sample() throws IOException {
      Dataset data = read(new LineRange(file, sample, 1)).orElseThrow();
      return RowSource.libsvm(data, zero, unlabelled, "");
    }

    @Override
    public Optional<Dataset> read(LineRange part) throws IOException {
      LibsvmReader reader = RowSource.libsvm(columns).base(zero ? Base.ZERO : Base.ONE);
      return empty(part)
          ? Optional.empty()
          : Optional.of(new LibsvmParser(reader, part.bytes()).read());
    }
  }
}
