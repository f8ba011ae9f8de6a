package org.ironopt.table.internal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.Numbers;
import org.ironopt.io.internal.OptionalModule;

/**
 * A kind of file that is no table of text, by its first bytes.
 *
 * @param at where the bytes stand
 * @param bytes each a character
 * @param name what the file is
 * @param advice what to do
 * @param convertible whether a converter reads it
 */
record FileSignature(int at, String bytes, String name, String advice, boolean convertible) {
  /** Bytes that are looked at. */
  static final int LENGTH = 512;

  private static final String SAVE = "save its sheet as CSV";
  private static final String EXPORT = "export it as CSV";
  private static final String PICTURE = "give the table as text";

  private static final List<FileSignature> KNOWN =
      List.of(
          zip("[Content_Types].xml", "an Excel workbook", SAVE),
          zip("_rels/", "an Excel workbook", SAVE),
          zip("docProps/", "an Excel workbook", SAVE),
          zip("xl/", "an Excel workbook", SAVE),
          zip("mimetypeapplication/vnd.oasis.", "an OpenDocument file", SAVE),
          new FileSignature(0, "PK\3\4", "a ZIP archive", "unpack it with unzip"),
          new FileSignature(
              0, "\u00d0\u00cf\21\u00e0\u00a1\u00b1\32\u00e1", "an old Excel file", SAVE),
          converted("PAR1", "a Parquet file", EXPORT),
          converted("(\u00b5/\u00fd", "packed by Zstandard", "unpack it with zstd -d"),
          new FileSignature(0, "\u00fd7zXZ\0", "packed by xz", "unpack it with xz -d"),
          new FileSignature(4, "1AY&SY", "packed by bzip2", "unpack it with bzip2 -d"),
          new FileSignature(0, "\4\"M\30", "packed by LZ4", "unpack it with lz4 -d"),
          new FileSignature(0, "7z\u00bc\u00af", "a 7-Zip archive", "unpack it with 7z x"),
          new FileSignature(0, "Rar!\32\7", "a RAR archive", "unpack it with unrar x"),
          new FileSignature(257, "ustar", "a tar archive", "unpack it with tar -xf"),
          new FileSignature(0, "\u0089PNG\r\n\32\n", "a PNG picture", PICTURE),
          new FileSignature(0, "\u00ff\u00d8\u00ff", "a JPEG picture", PICTURE),
          new FileSignature(0, "GIF8", "a GIF picture", PICTURE),
          new FileSignature(0, "%PDF-", "a PDF document", PICTURE),
          new FileSignature(0, "ARROW1\0", "an Arrow file", EXPORT),
          new FileSignature(0, "ORC\n", "an ORC file", EXPORT),
          new FileSignature(0, "Obj\1", "an Avro file", EXPORT),
          new FileSignature(0, "SQLite format 3\0", "an SQLite database", EXPORT),
          new FileSignature(0, "\u0089HDF\r\n\32\n", "an HDF5 file", EXPORT),
          new FileSignature(0, "\u0093NUMPY", "a NumPy array", "write it with numpy.savetxt"),
          new FileSignature(0, "\u0080\4\u0095", "a Python pickle", EXPORT),
          new FileSignature(0, "\u0080\5\u0095", "a Python pickle", EXPORT),
          new FileSignature(0, "RDX3\n", "an R data file", "write it with write.csv"),
          new FileSignature(0, "X\n\0\0\0", "an R data file", "write it with write.csv"),
          new FileSignature(0, "MATLAB 5.0 MAT-file", "a MATLAB file", EXPORT),
          new FileSignature(0, "\177ELF", "a program", "give the data"),
          new FileSignature(0, "<!doctype html", "a web page", "fetch the file itself"),
          new FileSignature(0, "<html", "a web page", "fetch the file itself"),
          new FileSignature(0, "<?xml", "an XML file", EXPORT),
          new FileSignature(0, "{\"", "a JSON file", "convert it to CSV"),
          new FileSignature(0, "[{", "a JSON file", "convert it to CSV"));

  private FileSignature(int at, String bytes, String name, String advice) {
    this(at, bytes, name, advice, false);
  }

  /** The name of the first file in the archive follows thirty bytes. */
  private static FileSignature zip(String first, String name, String advice) {
    return new FileSignature(30, first, name, advice);
  }

  private static FileSignature converted(String bytes, String name, String otherwise) {
    String advice = "./iron reads it from a file; else " + otherwise;
    return new FileSignature(0, bytes, name, advice, true);
  }

  private boolean matches(byte[] head, int length) {
    if (at + bytes.length() > length || at == 30 && !is(head, 0, "PK\3\4")) {
      return false;
    }
    return is(head, at, bytes) && (at != 4 || is(head, 0, "BZh"));
  }

  private static boolean is(byte[] head, int at, String bytes) {
    String seen = new String(head, at, bytes.length(), StandardCharsets.ISO_8859_1);
    return bytes.startsWith("<") ? seen.toLowerCase(Locale.ROOT).equals(bytes) : seen.equals(bytes);
  }

  /** Returns what a file is that starts so; empty for text as far as one can tell. */
  static Optional<FileSignature> of(byte[] head, int length) {
    return KNOWN.stream().filter(known -> known.matches(head, length)).findFirst();
  }

  /**
   * Refuses a file that is no table, by name; one that a missing module reads asks for the module,
   * unless its bytes come once only.
   */
  static void refuse(Path path, byte[] head, int length) throws MalformedDataException {
    Optional<FileSignature> known = of(head, length);
    boolean convertible = known.filter(FileSignature::convertible).isPresent();
    if (convertible && OptionalModule.FORMATS.obtainable() && Files.isRegularFile(path)) {
      throw OptionalModule.FORMATS.missing(known.get().name);
    }
    if (known.isPresent()) {
      throw new MalformedDataException(
          Numbers.format(
              "%s: this is %s, expected a table of text; %s",
              path, known.get().name, known.get().advice));
    }
  }
}
