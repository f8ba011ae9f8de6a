package org.ironopt.lab.data;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A web server with the four files, gzipped. One that does not answer is soon given up. */
final class Mirror implements MnistSource {
  /** All mirrors, in the order in which they are tried. */
  static final List<URI> PUBLIC =
      List.of(
          URI.create("https://ossci-datasets.s3.amazonaws.com/mnist/"),
          URI.create("https://storage.googleapis.com/cvdf-datasets/mnist/"));

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final long DOWNLOAD_SECONDS = 180;

  private final URI folder;
  private HttpClient client;

  Mirror(URI folder) {
    this.folder = folder;
  }

  @Override
  public String name() {
    return folder.getHost();
  }

  private HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .connectTimeout(CONNECT)
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build();
    }
    return client;
  }

  @Override
  public byte[] get(MnistFile file) throws IOException {
    URI address = folder.resolve(file.fileName() + ".gz");
    HttpRequest request = HttpRequest.newBuilder(address).timeout(ANSWER).build();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), file.size()));
    try {
      HttpResponse<byte[]> response = answer.get(DOWNLOAD_SECONDS, TimeUnit.SECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("it answers " + response.statusCode());
      }
      byte[] content = response.body();
      return GzipFile.packed(content)
          ? GzipFile.bytes(name() + ": " + file.fileName() + ".gz", content, file.size())
          : content;
    } catch (ExecutionException e) {
      throw new IOException("no answer (" + e.getCause().getClass().getSimpleName() + ")", e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("not finished after " + DOWNLOAD_SECONDS + " s", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }
}
