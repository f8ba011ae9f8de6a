package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ironopt.io.internal.Numbers;

/** One process per folder: the operating system frees the lock when its holder dies. */
public final class FolderLock implements AutoCloseable {
  /** The folder is held by another process. */
  public static final class FolderInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    FolderInUseException(Path folder, String holder) {
      super(
          Numbers.format(
              "%s is in use by another run (%s); wait until it has finished, or work in another"
                  + " folder",
              folder, holder));
    }
  }

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Locks the folder, or says who holds it. */
  public static FolderLock take(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve(".lock");
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            // A link in a folder that came from elsewhere must not lead the write out of it.
            LinkOption.NOFOLLOW_LINKS);
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      String holder = Files.readString(file).strip();
      channel.close();
      throw new FolderInUseException(folder, holder.isEmpty() ? "process unknown" : holder);
    }
    channel.truncate(0);
    String self = "process " + ProcessHandle.current().pid();
    channel.write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)));
    return new FolderLock(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
