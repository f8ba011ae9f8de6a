package org.ironopt.lab.explore;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Who is answered. The address that the command prints has a token that is good once; it is turned
 * into a cookie that no other site can send along. A Host header that does not name this server is
 * refused, so that a name which someone points at this machine gets nothing, and so is an Origin
 * that is not our own page.
 */
final class RequestGuard {
  private static final int BYTES = 24;

  /** Everything that the page uses comes from here. */
  static final String PAGE_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Reports of a run are read, not trusted: their scripts may not ask this server for anything. */
  static final String REPORT_POLICY =
      "sandbox allow-scripts allow-popups; default-src 'none'; style-src 'unsafe-inline';"
          + " script-src 'unsafe-inline'; img-src 'self' data:";

  private final int port;
  private final AtomicReference<String> token = new AtomicReference<>(secret());
  private final String cookie = secret();

  RequestGuard(int port) {
    this.port = port;
  }

  private static String secret() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  String token() {
    return token.get();
  }

  private List<String> hosts() {
    return List.of("127.0.0.1:" + port, "localhost:" + port);
  }

  /** Returns why a request is refused before anything of it is looked at; empty if it is not. */
  Optional<String> refusal(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String host = headers.getFirst("Host");
    if (host == null || !hosts().contains(host)) {
      return Optional.of("this server answers to 127.0.0.1 and localhost only");
    }
    String origin = headers.getFirst("Origin");
    if (origin != null && !origin.equals("http://" + host)) {
      return Optional.of("this server answers its own page only");
    }
    boolean post = exchange.getRequestMethod().equals("POST");
    return post && origin == null ? Optional.of("a POST needs an Origin") : Optional.empty();
  }

  /** Returns whether a request brings the cookie. */
  boolean known(HttpExchange exchange) {
    for (String line : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
      for (String pair : line.split(";")) {
        if (same(pair.strip(), name() + "=" + cookie)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Takes the token if it is the right one and was not taken before. */
  boolean take(String word) {
    String mine = token.get();
    return mine != null && word != null && same(word, mine) && token.compareAndSet(mine, null);
  }

  /** Returns the header that gives the cookie. */
  String cookie() {
    return name() + "=" + cookie + "; Path=/; HttpOnly; SameSite=Strict";
  }

  /** Cookies do not know ports; two servers must not take each other's. */
  private String name() {
    return "iron" + port;
  }

  private static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
