package org.ironopt.io.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file could not be read or written, in words; the caller says which file it was. */
public final class FileErrors {
  private FileErrors() {}

  /** Returns the reason alone: neither the name of the file nor that of an exception. */
  public static String reason(IOException e) {
    String message = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return switch (e) {
      case NoSuchFileException _ -> "no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "it is there already";
      case NotDirectoryException _ -> "not a folder";
      case CharacterCodingException _ -> "not text in UTF-8";
      default -> message == null ? "the system does not say why" : message;
    };
  }

  /** The same of a failure that passed through code that may not throw it. */
  public static String reason(UncheckedIOException e) {
    return reason(e.getCause());
  }

  /** Returns whether the reader of a pipe wanted no more; Java has no type for it. */
  public static boolean readerLeft(IOException e) {
    return "Broken pipe".equals(e.getMessage());
  }
}
