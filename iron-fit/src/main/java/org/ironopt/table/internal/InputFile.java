package org.ironopt.table.internal;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.zip.CRC32C;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.io.internal.Numbers;
import org.ironopt.io.internal.OptionalModule;
import org.ironopt.io.internal.Sha256;
import org.ironopt.table.Converter;

/**
 * A user's file that is read several times and is the same each time. It is opened once. Every
 * block is summed and hashed when it is first read and checked when it is read again, so that all
 * passes see the bytes that {@link #sha256} is of, and a file that changes in between is refused.
 * What comes through a pipe can be read once only and is kept in a temporary file without a name,
 * as is what a {@link Converter} makes of a file that is no text; a device is refused, since it may
 * never end. The name {@code -} is standard input.
 */
public final class InputFile implements Closeable {
  private static final int BLOCK = 1 << 16;
  private static final int FILE_TYPE = 0170000;
  private static final int PIPE = 0010000;

  private static final Path STANDARD_INPUT = Path.of("standard input");

  private final Path path;
  private final long mostPiped;

  /** Empty if nobody will ask for the hash, which takes a third of the time that reading takes. */
  private final Optional<MessageDigest> digest;

  private FileChannel channel;

  /** Checksums of the blocks read so far, which are the first ones of the file. */
  private int[] sums = new int[16];

  private int blocks;

  /** Bytes in the last block, once it was read: fewer than a block has, perhaps none. */
  private int lastLength = -1;

  private boolean changed;

  private String sha256;
  private boolean identified;

  /** What was made of a file that is no text. */
  private FileChannel converted;

  private boolean table;

  /** Names a file; it is opened when it is first read. */
  public InputFile(Path path) {
    this(path, usual());
  }

  InputFile(Path path, long mostPiped) {
    this(path, mostPiped, Optional.of(Sha256.digest()));
  }

  private InputFile(Path path, long mostPiped, Optional<MessageDigest> digest) {
    this.path = path.toString().equals("-") ? STANDARD_INPUT : path;
    this.mostPiped = mostPiped;
    this.digest = digest;
  }

  /** Names a file whose hash nobody will ask for. */
  public static InputFile unhashed(Path path) {
    return new InputFile(path, usual(), Optional.empty());
  }

  private static long usual() {
    return temporaryFolder().toFile().getUsableSpace() / 10 * 9;
  }

  private static Path temporaryFolder() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Returns the name that messages give the file. */
  public Path path() {
    return path;
  }

  /** Opens the bytes at their start, decompressed if they are gzip; refuses those of no table. */
  public ByteSource bytes() throws IOException {
    identify();
    return converted == null
        ? ByteSource.of(path, new Pass(), channel().size())
        : ByteSource.of(
            path, Channels.newInputStream(new PositionedInput(converted)), converted.size());
  }

  /** Returns whether the file is a table by its kind, which then is CSV with a header. */
  public boolean table() throws IOException {
    identify();
    return table;
  }

  private void identify() throws IOException {
    if (identified) {
      return;
    }
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    read(0, block);
    Optional<Converter> converter = converter(block.array(), block.limit());
    if (converter.isPresent()) {
      convert(converter.get(), block);
    } else {
      FileSignature.refuse(path, block.array(), block.limit());
      refuseUnpacked();
    }
    identified = true;
  }

  private static Optional<Converter> converter(byte[] head, int length) {
    // Text is by far the most frequent, and looking for converters takes time.
    boolean text = length < 4 || FileSignature.of(head, length).isEmpty();
    return text
        ? Optional.empty()
        : OptionalModule.find(
            ServiceLoader.load(Converter.class), converter -> converter.reads(head, length));
  }

  private void refuseUnpacked() throws IOException {
    byte[] head = new byte[FileSignature.LENGTH];
    int length = 0;
    try (ByteSource bytes = ByteSource.of(path, new Pass(), channel().size())) {
      for (int n = 0; n >= 0 && length < head.length; length += Math.max(0, n)) {
        n = bytes.read(head, length, head.length - length);
      }
    } catch (ByteSource.Damaged readLater) {
      // Whoever reads on says where.
    }
    FileSignature.refuse(path, head, length);
  }

  private void convert(Converter converter, ByteBuffer block) throws IOException {
    finish();
    table = converter.table();
    converted = temporary();
    Limited text = new Limited(converted, "this file");
    try {
      converter.convert(new PositionedInput(channel()), text);
    } catch (IOException | RuntimeException e) {
      throw text.full.orElseGet(() -> unreadable(converter, e));
    }
    // Nothing changed while it was converted.
    for (int b = 0; b < blocks; b++) {
      read(b, block);
    }
  }

  /** What a converter says of the content is said as it is; the rest is damage. */
  private MalformedDataException unreadable(Converter converter, Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof MalformedDataException told) {
        return new MalformedDataException(path + ": " + told.getMessage());
      }
    }
    String why = TableFile.oneLine(String.valueOf(e.getMessage()));
    return new MalformedDataException(
        path + ": the " + converter.name() + " file is damaged (" + why + ")");
  }

  /** Counts what is written to a temporary file and ends where there is no room. */
  private final class Limited extends OutputStream {
    private final FileChannel out;
    private final String from;
    private long size;

    /** What ended it, whatever the code that writes makes of the exception. */
    private Optional<MalformedDataException> full = Optional.empty();

    Limited(FileChannel out, String from) {
      this.out = out;
      this.from = from;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] piece, int start, int length) throws IOException {
      size += length;
      if (size > mostPiped || !written(ByteBuffer.wrap(piece, start, length))) {
        MalformedDataException end =
            new MalformedDataException(
                Numbers.format(
                    "%s: %s bytes or more come through %s, and %s has no room for them; write them"
                        + " to a file, or name a larger folder as in"
                        + " IRON_OPTS=-Djava.io.tmpdir=DIR",
                    path, size, from, temporaryFolder()));
        full = Optional.of(end);
        throw end;
      }
    }

    private boolean written(ByteBuffer piece) {
      try {
        while (piece.hasRemaining()) {
          out.write(piece);
        }
        return true;
      } catch (IOException full) {
        return false;
      }
    }
  }

  /** Returns the SHA-256 of the file as it is stored; reads what no pass has read yet. */
  public String sha256() throws IOException {
    finish();
    if (sha256 == null) {
      sha256 = HexFormat.of().formatHex(digest.orElseThrow().digest());
    }
    return sha256;
  }

  /** Reads what no pass has read yet; refuses a file that changed since. */
  public void finish() throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    while (lastLength < 0) {
      read(blocks, block);
    }
    checkUnchanged();
  }

  private FileChannel channel() throws IOException {
    if (channel == null) {
      try {
        channel = open();
      } catch (NoSuchFileException e) {
        throw new MalformedDataException(path + ": there is no such file");
      } catch (AccessDeniedException e) {
        throw new MalformedDataException(path + ": may not be read; check its permissions");
      }
    }
    return channel;
  }

  private FileChannel open() throws IOException {
    if (path == STANDARD_INPUT) {
      return spooled(System.in);
    }
    if (Files.isDirectory(path)) {
      throw new MalformedDataException(path + ": this is a folder, expected a file");
    }
    if (Files.isRegularFile(path)) {
      return FileChannel.open(path, StandardOpenOption.READ);
    }
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (!isPipe()) {
      throw new MalformedDataException(path + ": this is a device, expected a file or a pipe");
    }
    return spooled(Files.newInputStream(path));
  }

  private boolean isPipe() throws IOException {
    try {
      return ((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) == PIPE;
    } catch (UnsupportedOperationException | IllegalArgumentException otherPlatform) {
      return false;
    }
  }

  /** The system removes the name of the temporary file at once and the rest when it is closed. */
  private static FileChannel temporary() throws IOException {
    return FileChannel.open(
        Files.createTempFile("iron", ".piped"),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  private FileChannel spooled(InputStream piped) throws IOException {
    FileChannel kept = temporary();
    try (InputStream in = piped) {
      Limited out = new Limited(kept, "this pipe");
      byte[] piece = new byte[BLOCK];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        out.write(piece, 0, n);
      }
      return kept;
    } catch (IOException | RuntimeException | Error e) {
      kept.close();
      throw e;
    }
  }

  /** Fills a buffer with a block, ready to be taken from; fewer bytes than it has room for end. */
  private void read(int block, ByteBuffer out) throws IOException {
    out.clear();
    long start = (long) block * BLOCK;
    int count = 0;
    while (out.hasRemaining() && count >= 0) {
      count = channel().read(out, start + out.position());
    }
    out.flip();
    CRC32C checksum = new CRC32C();
    checksum.update(out.array(), 0, out.limit());
    int sum = (int) checksum.getValue();
    if (block == blocks && lastLength < 0) {
      if (blocks == sums.length) {
        sums = Arrays.copyOf(sums, 2 * blocks);
      }
      sums[blocks++] = sum;
      digest.ifPresent(sha -> sha.update(out.array(), 0, out.limit()));
      lastLength = out.limit() < BLOCK ? out.limit() : -1;
      return;
    }
    int length = block == blocks - 1 && lastLength >= 0 ? lastLength : BLOCK;
    changed |= out.limit() != length || sum != sums[block];
    checkUnchanged();
  }

  private void checkUnchanged() throws MalformedDataException {
    if (changed) {
      throw new MalformedDataException(
          path + ": the file changed while it was read; run again when nothing writes to it");
    }
  }

  /** One pass over the bytes from their start. */
  private final class Pass extends InputStream {
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK).limit(0);
    private int next;
    private boolean ended;

    private boolean more() throws IOException {
      if (!block.hasRemaining() && !ended) {
        InputFile.this.read(next++, block);
        ended = block.limit() < BLOCK;
      }
      return block.hasRemaining();
    }

    @Override
    public int read() throws IOException {
      return more() ? block.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] out, int from, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (!more()) {
        return -1;
      }
      int count = Math.min(length, block.remaining());
      block.get(out, from, count);
      return count;
    }
  }

  @Override
  public void close() throws IOException {
    try (FileChannel _ = channel;
        FileChannel _ = converted) {
      // Both are closed, if they were opened.
    }
  }
}
