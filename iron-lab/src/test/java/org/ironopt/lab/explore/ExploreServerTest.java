package org.ironopt.lab.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ironopt.Slow;
import org.ironopt.io.InputError;
import org.ironopt.lab.report.HtmlPage;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the server answers and, above all, what it refuses. */
@Execution(ExecutionMode.CONCURRENT)
class ExploreServerTest {
  @TempDir Path folder;
  private ExploreServer server;
  private URI root;
  private String cookie;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void start() throws Exception {
    Path runs = Files.createDirectories(folder.resolve("runs/night"));
    Files.writeString(folder.resolve("secret.json"), "{}");
    Files.writeString(runs.resolve("secret.key"), "k");
    Files.writeString(runs.resolve("report.html"), "<html>\n" + HtmlPage.GENERATOR + "\n</html>");
    Files.writeString(
        runs.resolve("claims.json"),
        "[{\"verdict\":\"reproduced\"},{\"verdict\":\"reproduced\"},{\"verdict\":\"differs\"}]");
    Files.createDirectories(runs.resolve("quadratic"));
    Files.writeString(runs.resolve("quadratic/config.toml"), "seed = 0");
    Path compared = Files.createDirectories(folder.resolve("runs/compared/neighbours")).getParent();
    Files.writeString(compared.resolve("report.html"), "<html>\n" + HtmlPage.GENERATOR);
    Files.writeString(compared.resolve("claims.json"), "[]");
    Files.writeString(compared.resolve("neighbours/config.toml"), "compare = \"neighbours\"");
    Files.writeString(folder.resolve("runs/model.html"), "<html>\n" + HtmlPage.GENERATOR);
    server = ExploreServer.start(Optional.of(0), folder.resolve("runs"));
    URI address = URI.create(server.address());
    root = address.resolve("/");
    HttpResponse<String> entered = get(address + "&alpha=3", "");
    assertEquals(303, entered.statusCode());
    assertEquals("/?alpha=3", entered.headers().firstValue("Location").orElseThrow());
    String given = entered.headers().firstValue("Set-Cookie").orElseThrow();
    assertTrue(given.endsWith("; Path=/; HttpOnly; SameSite=Strict"), given);
    cookie = given.substring(0, given.indexOf(';'));
    assertEquals(403, get(address.toString(), "").statusCode(), "a token is good once");
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  private HttpResponse<String> get(String address, String cookie) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(root == null ? URI.create(address) : root.resolve(address));
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Sends bytes as they are, since clients mend paths and forbid some headers. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), root.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.lines().findFirst().orElse("closed");
    }
  }

  private String raw(String path, String host, String more) throws IOException {
    return raw(
        "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n%sConnection: close\r\n\r\n"
            .formatted(path, host, cookie, more));
  }

  private String here() {
    return "127.0.0.1:" + root.getPort();
  }

  @Test
  void thePageComesWithItsPolicy() throws Exception {
    HttpResponse<String> page = get("/", cookie);
    assertEquals(200, page.statusCode());
    String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self'"), policy);
    assertEquals("nosniff", page.headers().firstValue("X-Content-Type-Options").orElseThrow());
    assertFalse(page.body().contains("http://") || page.body().contains("https://"));
    assertEquals(200, get("/words.js", cookie).statusCode());
    assertEquals(404, get("/Scene.class", cookie).statusCode());
  }

  @Test
  void whoHasNoCookieGetsNothing() throws Exception {
    for (String path : List.of("/", "/frame", "/runs", "/runs/night/report.html", "/words.js")) {
      assertEquals(403, get(path, "").statusCode(), path);
      assertEquals(403, get(path, cookie + "0").statusCode(), path);
    }
    assertEquals(403, get("/?token=0", "").statusCode());
  }

  @Test
  void foreignHostsAndOriginsAreRefused() throws IOException {
    assertEquals("HTTP/1.1 200 OK", raw("/", here(), ""));
    assertEquals("HTTP/1.1 200 OK", raw("/", here(), "Origin: http://" + here() + "\r\n"));
    for (String host : List.of("example.org", "127.0.0.1", "127.0.0.1:1", "example.org:80", "")) {
      assertEquals("HTTP/1.1 403 Forbidden", raw("/", host, ""), host);
    }
    for (String origin : List.of("http://example.org", "null", "https://" + here())) {
      assertEquals("HTTP/1.1 403 Forbidden", raw("/", here(), "Origin: " + origin + "\r\n"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/runs/../secret.json",
        "/runs/night/../../secret.json",
        "/runs/%2e%2e/secret.json",
        "/runs/..%2fsecret.json",
        "/runs/%252e%252e/secret.json",
        "/runs//etc/passwd",
        "/runs/night/secret.key",
        "/runs/night",
        "/../secret.json",
        "/%2e%2e/secret.json",
        "/runs/night\\..\\..\\secret.json"
      })
  void pathsThatLeaveTheFolderLeadNowhere(String path) throws IOException {
    String answer = raw(path, here(), "");
    assertTrue(
        answer.equals("HTTP/1.1 404 Not Found") || answer.equals("HTTP/1.1 400 Bad Request"),
        answer);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void linksThatLeaveTheFolderLeadNowhere() throws Exception {
    Files.createSymbolicLink(folder.resolve("runs/night/link.json"), folder.resolve("secret.json"));
    assertEquals(404, get("/runs/night/link.json", cookie).statusCode());
  }

  @Test
  void runsAreListedWithTheirVerdicts() throws Exception {
    String list = get("/runs", cookie).body();
    assertTrue(list.contains("\"path\":\"night/report.html\",\"kind\":\"run\""), list);
    assertTrue(list.contains("\"parts\":[\"quadratic\"]"), list);
    assertTrue(list.contains("\"path\":\"compared/report.html\",\"kind\":\"comparison\""), list);
    assertTrue(list.contains("\"parts\":[\"neighbours\"],\"verdicts\":{}"), list);
    assertTrue(list.contains("\"path\":\"model.html\",\"kind\":\"fit\""), list);
    assertTrue(list.contains("\"verdicts\":{\"differs\":1,\"reproduced\":2}"), list);
    HttpResponse<String> report = get("/runs/night/report.html", cookie);
    assertEquals(200, report.statusCode());
    assertTrue(
        report.headers().firstValue("Content-Security-Policy").orElseThrow().startsWith("sandbox"));
  }

  @Test
  void limitsAreSaid() throws Exception {
    HttpResponse<String> many = get("/frame?particles=1000000000", cookie);
    assertEquals(400, many.statusCode());
    assertEquals("particles is '1000000000', expected a number from 1 to 200000\n", many.body());
    assertEquals(400, get("/frame?stride=-1", cookie).statusCode());
    assertEquals(400, get("/contours?zoom=0", cookie).statusCode());
    assertEquals(414, get("/frame?x=" + "1".repeat(9000), cookie).statusCode());
    assertTrue(
        raw("PUT / HTTP/1.1\r\nHost: " + here() + "\r\nCookie: " + cookie + "\r\n\r\n")
            .contains("405"));
  }

  @Test
  @Slow
  void aThousandRequestsAtOnceAreAnsweredOrRefused() throws Exception {
    List<CompletableFuture<HttpResponse<Void>>> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(root.resolve("/frame?particles=200000&tab=" + i))
              .header("Cookie", cookie)
              .build();
      all.add(client.sendAsync(request, HttpResponse.BodyHandlers.discarding()));
    }
    int refused = 0;
    for (CompletableFuture<HttpResponse<Void>> one : all) {
      int code = one.handle((answer, failure) -> failure == null ? answer.statusCode() : 0).get();
      assertTrue(code == 200 || code == 503 || code == 0, "status " + code);
      refused += code == 200 ? 0 : 1;
    }
    assertTrue(refused > 0, "nothing was refused");
    assertEquals(200, get("/", cookie).statusCode(), "the server is still there");
  }

  @Test
  void aFrameHasAHeaderWhenItsSceneIsNew() throws Exception {
    byte[] first = frame("particles=100&right=sgd&tab=t&keep=1");
    byte[] second = frame("particles=100&right=sgd&tab=t&keep=1");
    int header = 4 + (first[0] & 255) + ((first[1] & 255) << 8);
    int rest = 8 + 2 * (8 * FrameEncoder.NUMBERS + 800);
    assertEquals(rest, first.length - header);
    JsonNode json =
        JsonMapper.builder()
            .build()
            .readTree(new String(first, 4, header - 4, StandardCharsets.UTF_8));
    assertEquals("UNSTABLE", json.at("/laws/1/why").asString());
    assertTrue(json.at("/laws/0/why").isNull());
    assertEquals(
        StationaryCovariance.mse(Scheme.IRON, new IronParameters(10, 1, 1), new double[] {1, 3}, 1)
            .orElseThrow(),
        json.at("/laws/0/spread/mse").asDouble());
    assertEquals(91, json.at("/curves/0/mse").size());
    assertTrue(json.at("/curves/1/mse/90").isNull());
    assertEquals(8 + rest, second.length, "no header");
  }

  private byte[] frame(String query) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(root.resolve("/frame?" + query)).header("Cookie", cookie).build();
    return client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
  }

  @Test
  void thePageCanStopTheServerAndAForeignOneCannot() throws Exception {
    String post = "POST /stop HTTP/1.1\r\nHost: " + here() + "\r\nContent-Length: 0\r\nCookie: ";
    assertTrue(raw(post + cookie + "\r\n\r\n").contains("403"), "no origin");
    assertTrue(
        raw(post + cookie + "\r\nOrigin: http://example.org\r\n\r\n").contains("403"), "foreign");
    assertTrue(raw(post + "x\r\nOrigin: http://" + here() + "\r\n\r\n").contains("403"), "cookie");
    assertTrue(raw(post + cookie + "\r\nOrigin: http://" + here() + "\r\n\r\n").contains("200"));
    server.await();
  }

  @Test
  void aTakenPortIsSaidOrPassedOver() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      int port = taken.getLocalPort();
      InputError error =
          assertThrows(
              InputError.class, () -> ExploreServer.start(Optional.of(port), folder).close());
      assertEquals(
          "--port " + port + " is taken; give another one, or none for any that is free",
          error.getMessage());
    }
    try (ExploreServer first = ExploreServer.start(Optional.empty(), folder);
        ExploreServer second = ExploreServer.start(Optional.empty(), folder)) {
      assertFalse(first.address().equals(second.address()));
    }
  }
}
