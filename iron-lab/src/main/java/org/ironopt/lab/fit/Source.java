package org.ironopt.lab.fit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.lab.InputError;
import org.ironopt.learn.Model;
import org.ironopt.learn.ModelKind;

/**
 * Where a user's rows come from.
 *
 * @param path of the file
 * @param features number of columns, 0 for what the file has
 */
public record Source(Path path, int features) {
  private static final int BUFFER = 1 << 16;

  /** Reads rows to learn from. */
  public UserData train() throws IOException {
    Dataset data = new LibsvmReader().features(features).read(path);
    List<String> columns =
        IntStream.rangeClosed(1, data.columns()).mapToObj(Integer::toString).toList();
    return new UserData(data, columns, sha256(path), List.of());
  }

  /** Reads rows for a model to predict; their labels, if the model has classes, by its names. */
  public UserData score(Model model) throws IOException {
    if (features != 0 && features != model.columns().size()) {
      throw new InputError(
          "--features is "
              + features
              + ", the model has "
              + model.columns().size()
              + " columns; leave it out");
    }
    Dataset data = new LibsvmReader().features(model.columns().size()).read(path);
    return new UserData(data, model.columns(), sha256(path), List.of());
  }

  /** Returns the rows with the classes of a model in its order. */
  public Dataset labelled(Dataset data, Model model) {
    if (model.kind() == ModelKind.RIDGE) {
      return data;
    }
    Dataset own = data.toClasses();
    List<Integer> places = new ArrayList<>();
    for (String name : own.classNames()) {
      int place = model.classes().indexOf(name);
      if (place < 0) {
        throw new InputError(
            path + ": the label '" + name + "' is none of the model's: " + model.classes());
      }
      places.add(place);
    }
    int[] labels = new int[own.rows()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = places.get(own.label(i));
    }
    Dataset rows = Dataset.classification(own.features(), labels, model.classes());
    return own.weights().isPresent() ? rows.weighted(own.weights().get()) : rows;
  }

  private static String sha256(Path path) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[BUFFER];
      try (InputStream in = new DigestInputStream(Files.newInputStream(path), digest)) {
        while (in.read(buffer) >= 0) {
          // The digest sees what is read.
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
