package org.ironopt.lab.explore;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Headless Chromium, driven by its own protocol: one window, real mouse and keyboard events. */
final class Chromium implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int SECONDS = 240;

  private final Process process;
  private final HttpClient client = HttpClient.newHttpClient();
  private final WebSocket socket;
  private final AtomicInteger number = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Map<String, String> downloads = new ConcurrentHashMap<>();
  private final BlockingQueue<String> finished = new LinkedBlockingQueue<>();
  private final String session;

  private Chromium(Process process, String address) {
    this.process = process;
    socket = client.newWebSocketBuilder().buildAsync(URI.create(address), new Reader()).join();
    String target =
        send("", "Target.createTarget", Map.of("url", "about:blank")).path("targetId").asString();
    session =
        send("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .path("sessionId")
            .asString();
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** Returns a browser if this machine has one. */
  static Optional<Chromium> start(Path profile) throws IOException {
    Optional<Path> executable =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .map(name -> Path.of("/usr/bin", name))
            .filter(Files::isExecutable)
            .findFirst();
    if (executable.isEmpty()) {
      return Optional.empty();
    }
    Process process =
        new ProcessBuilder(
                executable.get().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("DevTools listening on ")) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(rest -> {}));
        return Optional.of(
            new Chromium(process, line.substring("DevTools listening on ".length())));
      }
    }
    process.destroyForcibly();
    throw new IOException("chromium ended before it said where it listens");
  }

  /** Puts the pieces of messages together. */
  private final class Reader implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        received(JSON.readTree(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void received(JsonNode message) {
    if (message.has("id")) {
      CompletableFuture<JsonNode> answer = waiting.remove(message.get("id").asInt());
      if (answer != null) {
        answer.complete(message);
      }
      return;
    }
    JsonNode params = message.path("params");
    switch (message.path("method").asString("")) {
      case "Network.requestWillBeSent" -> requests.add(params.at("/request/url").asString());
      case "Browser.downloadWillBegin" ->
          downloads.put(
              params.path("guid").asString(), params.path("suggestedFilename").asString());
      case "Browser.downloadProgress" -> {
        if (params.path("state").asString().equals("completed")) {
          finished.add(downloads.get(params.path("guid").asString()));
        }
      }
      case "Runtime.exceptionThrown" -> errors.add(params.path("exceptionDetails").toString());
      case "Runtime.consoleAPICalled" -> {
        if (params.path("type").asString().equals("error")) {
          errors.add(params.path("args").toString());
        }
      }
      case "Log.entryAdded" -> {
        if (params.at("/entry/level").asString().equals("error")) {
          errors.add(params.path("entry").toString());
        }
      }
      default -> {}
    }
  }

  private JsonNode send(String session, String method, Map<String, ?> params) {
    int id = number.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    Map<String, Object> message = new HashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", params);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    socket.sendText(JSON.writeValueAsString(message), true).join();
    try {
      JsonNode result = answer.get(SECONDS, TimeUnit.SECONDS);
      if (result.has("error")) {
        throw new AssertionError(method + ": " + result.get("error"));
      }
      return result.path("result");
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(method + " " + params + ": " + e, e);
    }
  }

  JsonNode call(String method, Map<String, ?> params) {
    return send(session, method, params);
  }

  /** Returns the value of an expression, or of the promise that it is. */
  JsonNode eval(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
    }
    return result.at("/result/value");
  }

  /** Looks once in every animation frame until an expression is true. */
  void until(String condition) {
    eval(
        "new Promise(done => { const look = () => { let yes = false; try { yes = ("
            + condition
            + "); } catch (e) { /* not there yet */ } if (yes) done(true); else"
            + " requestAnimationFrame(look); }; look(); })");
  }

  void open(String address) {
    call("Page.navigate", Map.of("url", address));
    until("document.readyState === 'complete' && location.href !== 'about:blank'");
  }

  void window(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void media(String feature, String value) {
    call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", feature, "value", value))));
  }

  /** Lets every answer come so many milliseconds later. */
  void latency(int milliseconds) {
    call(
        "Network.emulateNetworkConditions",
        Map.of(
            "offline",
            false,
            "latency",
            milliseconds,
            "downloadThroughput",
            -1,
            "uploadThroughput",
            -1));
  }

  void mouse(String type, double x, double y) {
    call(
        "Input.dispatchMouseEvent",
        Map.of("type", type, "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", 1));
  }

  /** Presses at one place and lets go at another, both given in parts of an element's box. */
  void drag(String selector, double fromX, double toX, double y) {
    JsonNode box = box(selector);
    double width = box.path("width").asDouble();
    double left = box.path("left").asDouble();
    double at = box.path("top").asDouble() + y * box.path("height").asDouble();
    mouse("mousePressed", left + fromX * width, at);
    for (int i = 1; i <= 10; i++) {
      mouse("mouseMoved", left + (fromX + (toX - fromX) * i / 10) * width, at);
    }
    mouse("mouseReleased", left + toX * width, at);
  }

  void click(String selector) {
    drag(selector, 0.5, 0.5, 0.5);
  }

  /** Clicks on what saves a file and returns it. */
  Path saved(String selector, Path folder) {
    send(
        "",
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", folder.toString(), "eventsEnabled", true));
    click(selector);
    try {
      String name = finished.poll(SECONDS, TimeUnit.SECONDS);
      if (name == null) {
        throw new AssertionError(selector + " saved nothing");
      }
      return folder.resolve(name);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  JsonNode box(String selector) {
    return eval(
        "(() => { const e = document.querySelector('"
            + selector
            + "'); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            + " return {left: b.left, top: b.top, width: b.width, height: b.height}; })()");
  }

  void key(String key, int code) {
    for (String type : List.of("keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
    }
  }

  byte[] screenshot(boolean whole) {
    return Base64.getDecoder()
        .decode(
            call("Page.captureScreenshot", Map.of("captureBeyondViewport", whole))
                .path("data")
                .asString());
  }

  /** Returns the time that all its processes have had. */
  double cpuSeconds() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .mapToDouble(Measure::seconds)
        .sum();
  }

  /** Returns the errors since the last call. */
  List<String> errors() {
    List<String> all = new ArrayList<>(errors);
    errors.clear();
    return all;
  }

  /** Returns the addresses that were asked for since the last call. */
  List<String> requests() {
    List<String> all = new ArrayList<>(requests);
    requests.clear();
    return all;
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
    // Its own processes write to the profile until they end, a moment after it.
    List<ProcessHandle> own = process.descendants().toList();
    process.destroy();
    process.onExit().join();
    own.forEach(ProcessHandle::destroyForcibly);
    own.forEach(each -> each.onExit().join());
  }
}
