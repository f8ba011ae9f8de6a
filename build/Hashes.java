import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The SHA-256 of every jar and every pom that the build fetches, dependencies and plugins with all
 * that they bring. {@code record} writes those of a repository that holds nothing else to {@code
 * build/hashes.txt}; {@code check} fails when a file of the list is another one in Maven's local
 * repository. Run by {@code mvn} before anything is compiled, and again when all is fetched. What
 * is not on the list is refused by the rule {@code listed} of the parent's pom.
 */
final class Hashes {
  private Hashes() {}

  /** Arguments: {@code check|record}, the repository, the list. */
  public static void main(String[] args) throws IOException {
    Path repository = Path.of(args[1]);
    Path list = Path.of(args[2]);
    if (args[0].equals("record")) {
      try (Stream<Path> files = Files.walk(repository)) {
        Files.write(
            list,
            files
                .map(file -> repository.relativize(file).toString().replace('\\', '/'))
                .filter(name -> name.matches(".*\\.(jar|pom)") && !name.startsWith("org/ironopt/"))
                .sorted()
                .map(name -> hash(repository.resolve(name)) + "  " + name)
                .toList());
      }
      return;
    }
    List<String> changed =
        Files.readAllLines(list).parallelStream()
            .filter(line -> changed(repository, line))
            .map(line -> line.substring(66))
            .toList();
    if (!changed.isEmpty()) {
      changed.forEach(name -> System.err.println("not the file of build/hashes.txt: " + name));
      System.err.println(
          "What Maven has fetched into "
              + repository
              + " is not what this build was written with. Delete these files and try again; if the"
              + " versions of a pom.xml were changed: build/hashes record");
      System.exit(1);
    }
  }

  private static boolean changed(Path repository, String line) {
    Path file = repository.resolve(line.substring(66));
    return Files.exists(file) && !hash(file).equals(line.substring(0, 64));
  }

  private static String hash(Path file) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(digest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
