package org.ironopt.lab.explore;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.ironopt.io.InputError;
import org.ironopt.lab.JsonCodec;

/**
 * The server of {@code iron explore}, on the loopback address only. A {@link RequestGuard} decides
 * who is answered; what is served are the files of the page, frames of particles, what the theory
 * says of them, and the pages of a run folder. Everything that a request can make large has a
 * limit.
 */
public final class ExploreServer implements AutoCloseable {
  /** The port that is tried first. */
  public static final int USUAL_PORT = 7411;

  private static final int MOST_REQUESTS = 32;
  private static final int MOST_TABS = 8;
  private static final int MOST_QUERY = 8192;
  private static final double LEAST_ZOOM = 1e-12;

  /** The files of the page lie beside this class; nothing else of the class path is given away. */
  private static final Pattern FILE = Pattern.compile("[a-z]+\\.(html|css|js)");

  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "css", "text/css", "js", "text/javascript");

  static {
    // The end of a frame shall not wait until the browser has acknowledged its beginning.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final RequestGuard guard;
  private final RunFiles runs;
  private final Semaphore requests = new Semaphore(MOST_REQUESTS);
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** What tabs look at; the one that was not looked at for longest makes room. */
  private final Map<String, BrowserSession> shows =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, BrowserSession> eldest) {
          if (size() > MOST_TABS) {
            eldest.getValue().clear();
            return true;
          }
          return false;
        }
      };

  private ExploreServer(HttpServer server, Path folder) {
    this.server = server;
    guard = new RequestGuard(server.getAddress().getPort());
    runs = new RunFiles(folder);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /**
   * Starts a server.
   *
   * @param port where; if empty the usual one, or any free one if that is taken
   * @param folder of the runs
   */
  public static ExploreServer start(Optional<Integer> port, Path folder) throws IOException {
    try {
      return new ExploreServer(bound(port.orElse(USUAL_PORT)), folder);
    } catch (BindException taken) {
      if (port.isPresent()) {
        throw new InputError(
            "--port %d is taken; give another one, or none for any that is free", port.get());
      }
      return new ExploreServer(bound(0), folder);
    }
  }

  private static HttpServer bound(int port) throws IOException {
    // Not getLoopbackAddress(), which may be that of IPv6: the page is at 127.0.0.1.
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    return HttpServer.create(new InetSocketAddress(loopback, port), 64);
  }

  /** Returns the address that works once. */
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/?token=" + guard.token();
  }

  /** Waits until the page says stop, or the server is closed. */
  public void await() throws InterruptedException {
    stopped.await();
  }

  @Override
  public void close() {
    stopped.countDown();
    synchronized (shows) {
      shows.values().forEach(BrowserSession::clear);
    }
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!requests.tryAcquire()) {
        text(exchange, 503, "too many requests at once; wait and load the page again");
        return;
      }
      try {
        checked(exchange);
      } catch (InputError e) {
        text(exchange, 400, e.getMessage());
      } finally {
        requests.release();
      }
    }
  }

  private void checked(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getRawQuery();
    String path = exchange.getRequestURI().getRawPath();
    Optional<String> refusal = guard.refusal(exchange);
    if (refusal.isPresent()) {
      text(exchange, 403, refusal.get());
    } else if (query != null && query.length() > MOST_QUERY) {
      text(exchange, 414, "the address is longer than " + MOST_QUERY + " characters");
    } else if (path.equals("/") && query != null && query.contains("token=")) {
      enter(exchange, query);
    } else if (!guard.known(exchange)) {
      text(exchange, 403, "open the address that ./iron explore printed; it is good once");
    } else if (exchange.getRequestMethod().equals("POST")) {
      stop(exchange, path);
    } else if (!exchange.getRequestMethod().equals("GET")) {
      text(exchange, 405, "only GET is answered here");
    } else {
      get(exchange, path, query);
    }
  }

  /** Turns the token into a cookie; the rest of the address stays. */
  private void enter(HttpExchange exchange, String query) throws IOException {
    if (!guard.take(PageState.words(query).get("token")) && !guard.known(exchange)) {
      text(exchange, 403, "this address was opened before; start ./iron explore again");
      return;
    }
    String rest = query.replaceAll("(^|&)token=[^&]*", "").replaceAll("^&", "");
    exchange.getResponseHeaders().set("Set-Cookie", guard.cookie());
    exchange.getResponseHeaders().set("Location", rest.isEmpty() ? "/" : "/?" + rest);
    send(exchange, 303, "text/plain", RequestGuard.PAGE_POLICY, new byte[0]);
  }

  private void stop(HttpExchange exchange, String path) throws IOException {
    if (!path.equals("/stop")) {
      text(exchange, 404, "there is nothing at " + path);
      return;
    }
    text(exchange, 200, "stopped");
    stopped.countDown();
  }

  private void get(HttpExchange exchange, String path, String query) throws IOException {
    if (path.equals("/frame")) {
      frame(exchange, query);
    } else if (path.equals("/contours")) {
      double zoom = PageState.number(PageState.words(query), "zoom", 1, LEAST_ZOOM, 1 / LEAST_ZOOM);
      json(exchange, Contours.of(PageState.parse(query), zoom));
    } else if (path.equals("/map")) {
      json(exchange, SceneTheory.of(PageState.parse(query)).map());
    } else if (path.equals("/runs")) {
      json(exchange, runs.list());
    } else if (path.startsWith("/runs/")) {
      report(exchange, path.substring("/runs/".length()));
    } else {
      page(exchange, path.equals("/") ? "index.html" : path.substring(1));
    }
  }

  private void page(HttpExchange exchange, String name) throws IOException {
    try (InputStream in =
        FILE.matcher(name).matches() ? ExploreServer.class.getResourceAsStream(name) : null) {
      if (in == null) {
        text(exchange, 404, "there is nothing at /" + name);
        return;
      }
      String type = TYPES.get(name.substring(name.indexOf('.') + 1)) + "; charset=utf-8";
      send(exchange, 200, type, RequestGuard.PAGE_POLICY, in.readAllBytes());
    }
  }

  private void report(HttpExchange exchange, String name) throws IOException {
    // Our file names need no encoding, so an encoded path is not one of ours.
    Optional<RunFiles.ServedFile> file = name.contains("%") ? Optional.empty() : runs.file(name);
    if (file.isEmpty()) {
      text(exchange, 404, "there is no such file in the run folder");
      return;
    }
    byte[] bytes = Files.readAllBytes(file.get().path());
    send(exchange, 200, file.get().type(), RequestGuard.REPORT_POLICY, bytes);
  }

  private void frame(HttpExchange exchange, String query) throws IOException {
    PageState scene = PageState.parse(query);
    Map<String, String> words = PageState.words(query);
    int steps = PageState.whole(words, "stride", 0, 0, BrowserSession.MOST_STEPS);
    int frames = PageState.whole(words, "frames", 1, 0, BrowserSession.MOST_STEPS);
    boolean keep = words.getOrDefault("keep", "0").equals("1");
    final BrowserSession show;
    synchronized (shows) {
      show = shows.computeIfAbsent(words.getOrDefault("tab", ""), name -> new BrowserSession());
      if (scene.heavy()) {
        shows.values().stream().filter(s -> s != show && s.heavy()).forEach(BrowserSession::clear);
      }
    }
    byte[] bytes = InputError.check(() -> show.frame(scene, keep, steps, frames));
    send(exchange, 200, "application/octet-stream", RequestGuard.PAGE_POLICY, bytes);
  }

  private static void json(HttpExchange exchange, Object value) throws IOException {
    byte[] bytes = JsonCodec.text(value).getBytes(StandardCharsets.UTF_8);
    send(exchange, 200, "application/json", RequestGuard.PAGE_POLICY, bytes);
  }

  private static void text(HttpExchange exchange, int code, String line) throws IOException {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    send(exchange, code, "text/plain; charset=utf-8", RequestGuard.PAGE_POLICY, bytes);
  }

  private static void send(
      HttpExchange exchange, int code, String type, String policy, byte[] bytes)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", policy);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
