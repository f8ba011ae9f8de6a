package org.ironopt.curve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ironopt.curve.Formula.FormulaException;
import org.ironopt.curve.Formula.Node;

/**
 * Reads a formula by recursive descent: sums of products of powers of atoms. Its length and depth
 * are bounded, since formulas come from files too.
 */
final class FormulaParser {
  private static final int LONGEST = 10_000;

  /** Brackets, signs and powers inside of each other. */
  private static final int DEEPEST = 100;

  private static final Pattern NUMBER = Pattern.compile("[\\p{Nd}.]+([eE][+-]?\\p{Nd}+)?");
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{Nd}_]+");

  private final String text;
  private final Predicate<String> input;
  private final List<Node> nodes = new ArrayList<>();
  private final List<String> parameters = new ArrayList<>();
  private final List<String> inputs = new ArrayList<>();
  private int at;
  private int depth;

  FormulaParser(String text, Predicate<String> input) {
    this.text = text;
    this.input = input;
  }

  Formula parse() {
    if (text.length() > LONGEST) {
      String length = text.length() + " characters, expected at most " + LONGEST;
      throw new FormulaException("the formula has " + length, text, LONGEST);
    }
    sum();
    if (peek() != 0) {
      throw bad("unexpected '" + peek() + "', expected an operator or the end");
    }
    return new Formula(text.strip(), nodes, parameters, inputs);
  }

  private int sum() {
    int left = product();
    while (peek() == '+' || peek() == '-') {
      char operator = take();
      left = add(new Node.Binary(operator, left, product()));
    }
    return left;
  }

  private int product() {
    int left = signed();
    while ((peek() == '*' && !text.startsWith("**", at)) || peek() == '/') {
      char operator = take();
      left = add(new Node.Binary(operator, left, signed()));
    }
    return left;
  }

  /** All that nests comes through here: brackets, signs, exponents. */
  private int signed() {
    if (++depth > DEEPEST) {
      throw bad("brackets, signs or powers are nested, expected at most " + DEEPEST + " levels");
    }
    int node = withSign();
    depth--;
    return node;
  }

  /** A sign binds less than a power: -x^2 is -(x^2). */
  private int withSign() {
    if (peek() == '-') {
      take();
      int zero = add(new Node.Constant(0));
      return add(new Node.Binary('-', zero, signed()));
    }
    if (peek() == '+') {
      take();
      return signed();
    }
    return power();
  }

  /** Powers are taken from the right: a^b^c is a^(b^c). */
  private int power() {
    int base = atom();
    if (peek() == '^' || text.startsWith("**", at)) {
      at += peek() == '^' ? 1 : 2;
      return add(new Node.Binary('^', base, signed()));
    }
    return base;
  }

  private int atom() {
    char c = peek();
    if (c == '(' || c == '[') {
      return bracket();
    }
    if (Character.isDigit(c) || c == '.') {
      return number();
    }
    if (Character.isLetter(c) || c == '_') {
      return name();
    }
    throw bad(
        (c == 0 ? "the formula ends" : "unexpected '" + c + "'")
            + ", expected a number, a name or '('");
  }

  private int bracket() {
    int open = at;
    char close = take() == '(' ? ')' : ']';
    int inside = sum();
    if (peek() != close) {
      throw new FormulaException("the bracket is not closed", text, open);
    }
    take();
    return inside;
  }

  private int number() {
    int start = at;
    String number = taken(NUMBER);
    try {
      return add(new Node.Constant(Double.parseDouble(number)));
    } catch (NumberFormatException e) {
      throw new FormulaException("'" + shown(number) + "' is not a number", text, start);
    }
  }

  private int name() {
    int start = at;
    String name = taken(NAME);
    if (peek() == '(' || peek() == '[') {
      return call(name, start);
    }
    if (input.test(name)) {
      return add(new Node.Input(index(inputs, name)));
    }
    if (name.equals("pi")) {
      return add(new Node.Constant(Math.PI));
    }
    return add(new Node.Parameter(index(parameters, name)));
  }

  private int call(String name, int start) {
    if (name.equals("pow")) {
      take();
      int base = sum();
      expect(',', "pow needs two arguments, expected ','");
      int exponent = sum();
      expect(')', "expected ')' after the exponent of pow");
      return add(new Node.Binary('^', base, exponent));
    }
    for (Formula.Function function : Formula.Function.values()) {
      if (function.word().equals(name.toLowerCase(Locale.ROOT))) {
        return add(new Node.Call(function, bracket()));
      }
    }
    throw new FormulaException(
        "'"
            + shown(name)
            + "' is not a function, expected one of "
            + Formula.Function.words()
            + ", pow",
        text,
        start);
  }

  private static String shown(String part) {
    return part.length() > 40 ? part.substring(0, 40) + "..." : part;
  }

  private static int index(List<String> names, String name) {
    if (!names.contains(name)) {
      names.add(name);
    }
    return names.indexOf(name);
  }

  private int add(Node node) {
    nodes.add(node);
    return nodes.size() - 1;
  }

  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private char take() {
    char c = peek();
    at++;
    return c;
  }

  private void expect(char c, String otherwise) {
    if (peek() != c) {
      throw bad(otherwise);
    }
    at++;
  }

  /** Takes what a pattern matches here; something does. */
  private String taken(Pattern pattern) {
    Matcher here = pattern.matcher(text).region(at, text.length());
    at = here.lookingAt() ? here.end() : at;
    return here.group();
  }

  private FormulaException bad(String what) {
    return new FormulaException(what, text, at);
  }
}
