package org.ironopt.formats;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import org.ironopt.table.Converter;

/** Unpacks what Zstandard packed. */
public final class ZstandardConverter implements Converter {
  @Override
  public String name() {
    return "Zstandard";
  }

  @Override
  public boolean reads(byte[] head, int length) {
    return length >= 4
        && head[0] == 0x28
        && head[1] == (byte) 0xb5
        && head[2] == 0x2f
        && head[3] == (byte) 0xfd;
  }

  @Override
  public boolean table() {
    return false;
  }

  @Override
  public void convert(SeekableByteChannel file, OutputStream text) throws IOException {
    ZstandardFrames.requireWhole(file);
    file.position(0);
    try (InputStream in =
        new ZstdInputStream(new BufferedInputStream(Channels.newInputStream(file)))) {
      in.transferTo(text);
    }
  }
}
