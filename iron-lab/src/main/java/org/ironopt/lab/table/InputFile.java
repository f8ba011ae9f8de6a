package org.ironopt.lab.table;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.ironopt.data.ByteSource;
import org.ironopt.data.MalformedData;

/**
 * A user's file that is read several times and is the same each time. It is opened once. Every
 * block is hashed when it is first read and checked when it is read again, so that all passes see
 * the bytes that {@link #sha256} is of, and a file that changes in between is refused. What comes
 * through a pipe can be read once only and is kept in a temporary file without a name; a device is
 * refused, since it may never end.
 */
public final class InputFile implements Closeable {
  private static final int BLOCK = 1 << 16;
  private static final int FILE_TYPE = 0170000;
  private static final int PIPE = 0010000;

  private final Path path;
  private final long mostPiped;
  private final MessageDigest digest;
  private FileChannel channel;

  /** Checksums of the blocks read so far, which are the first ones of the file. */
  private int[] sums = new int[16];

  private int blocks;

  /** Bytes in the last block, once it was read: fewer than a block has, perhaps none. */
  private int lastLength = -1;

  /** Kept, since {@code GZIPInputStream} takes an error between two members for the end. */
  private boolean changed;

  private String sha256;

  /** Names a file; it is opened when it is first read. */
  public InputFile(Path path) {
    this(path, temporaryFolder().toFile().getUsableSpace() / 10 * 9);
  }

  InputFile(Path path, long mostPiped) {
    this.path = path;
    this.mostPiped = mostPiped;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static Path temporaryFolder() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** Returns the name that messages give the file. */
  public Path path() {
    return path;
  }

  /** Opens the bytes at their start, decompressed if they are gzip. */
  public ByteSource bytes() throws IOException {
    return ByteSource.of(path, new Pass(), channel().size());
  }

  /** Returns the SHA-256 of the file as it is stored; reads what no pass has read yet. */
  public String sha256() throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    while (lastLength < 0) {
      read(blocks, block);
    }
    checkUnchanged();
    if (sha256 == null) {
      sha256 = HexFormat.of().formatHex(digest.digest());
    }
    return sha256;
  }

  private FileChannel channel() throws IOException {
    if (channel == null) {
      try {
        channel = open();
      } catch (NoSuchFileException e) {
        throw new MalformedData(path + ": there is no such file");
      } catch (AccessDeniedException e) {
        throw new MalformedData(path + ": may not be read; check its permissions");
      }
    }
    return channel;
  }

  private FileChannel open() throws IOException {
    if (Files.isDirectory(path)) {
      throw new MalformedData(path + ": this is a folder, expected a file");
    }
    if (Files.isRegularFile(path)) {
      return FileChannel.open(path, StandardOpenOption.READ);
    }
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    if (!isPipe()) {
      throw new MalformedData(path + ": this is a device, expected a file or a pipe");
    }
    return spooled();
  }

  private boolean isPipe() throws IOException {
    try {
      return ((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) == PIPE;
    } catch (UnsupportedOperationException | IllegalArgumentException otherPlatform) {
      return false;
    }
  }

  /** The system removes the name of the temporary file at once and the rest when it is closed. */
  private FileChannel spooled() throws IOException {
    Path file = Files.createTempFile("iron", ".piped");
    FileChannel kept =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try (InputStream in = Files.newInputStream(path)) {
      byte[] piece = new byte[BLOCK];
      long size = 0;
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        size += n;
        if (size > mostPiped || !written(kept, ByteBuffer.wrap(piece, 0, n))) {
          throw new MalformedData(
              String.format(
                  Locale.ROOT,
                  "%s: %s bytes or more come through this pipe, and %s has no room for them; write"
                      + " them to a file, or name a larger folder as in"
                      + " IRON_OPTS=-Djava.io.tmpdir=DIR",
                  path,
                  size,
                  temporaryFolder()));
        }
      }
      return kept;
    } catch (IOException | RuntimeException | Error e) {
      kept.close();
      throw e;
    }
  }

  private static boolean written(FileChannel kept, ByteBuffer piece) {
    try {
      while (piece.hasRemaining()) {
        kept.write(piece);
      }
      return true;
    } catch (IOException full) {
      return false;
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
      digest.update(out.array(), 0, out.limit());
      lastLength = out.limit() < BLOCK ? out.limit() : -1;
      return;
    }
    int length = block == blocks - 1 && lastLength >= 0 ? lastLength : BLOCK;
    changed |= out.limit() != length || sum != sums[block];
    checkUnchanged();
  }

  private void checkUnchanged() throws MalformedData {
    if (changed) {
      throw new MalformedData(
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

    /** A gzip file may have several members; reading goes on if this is not zero. */
    @Override
    public int available() {
      return ended ? block.remaining() : Math.max(1, block.remaining());
    }
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
