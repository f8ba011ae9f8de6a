package org.ironopt.table.internal;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.TableSchema.Form;

/**
 * All forms in which the numbers of a column may be written, kept apart until one of them is left:
 * '1,234' has one meaning with a decimal comma and another with commas between thousands, and
 * another row or another column may tell which is meant.
 */
final class NumberCandidates implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** Decimal point and separator of thousands; the first form is that of plain numbers. */
  private static final String[] FORMS = {".", ".,", ",.", ". ", ", ", ".'"};

  /** A form is given up once it fails more often than this, and for a tenth of the values. */
  private static final int FAILURES = 10;

  /** Until a value is more than digits, all forms read the same. */
  private Reading shared = new Reading(FORMS[0], true);

  private ArrayList<Reading> forms = new ArrayList<>();

  /** Whether all forms that are left have a decimal point. */
  private boolean points;

  /** What a column is in one form. */
  static final class Reading extends PatternCandidate {
    @Serial private static final long serialVersionUID = 1L;

    final char decimal;
    final char thousands;
    final boolean plain;
    long zeros;
    boolean grouped;
    boolean pointed;
    String mark = "";
    long marked;
    String otherMark = "";
    double exampleValue;

    private Reading(String form, boolean plain) {
      decimal = form.charAt(0);
      thousands = form.length() > 1 ? form.charAt(1) : 0;
      this.plain = plain;
    }

    @Override
    void add(double value) {
      super.add(value);
      zeros += value == 0 ? 1 : 0;
    }

    private void see(TableRow row, int i) {
      NumberParser written = row.written();
      double value = plain ? row.plain(i) : row.number(i, decimal, thousands);
      if (Double.isNaN(value)) {
        fail(row, i);
        return;
      }
      add(value);
      if (plain) {
        pointed |= row.holds(i, '.');
        return;
      }
      if (written.grouped && !grouped || example.isEmpty()) {
        example = row.seen(i);
        exampleValue = value;
      }
      grouped |= written.grouped;
      pointed |= written.pointed;
      if (!written.mark.isEmpty()) {
        marked++;
        otherMark = mark.isEmpty() || mark.equals(written.mark) ? otherMark : written.mark;
        mark = mark.isEmpty() ? written.mark : mark;
      }
    }

    /** Sees a plain number with a point, which all forms with a decimal point read alike. */
    private void seePlain(TableRow row, int i, double value) {
      add(value);
      if (!plain && example.isEmpty()) {
        example = row.seen(i);
        exampleValue = value;
      }
      pointed = true;
    }

    /** Adds what was seen of later rows in this form. */
    private void add(Reading later) {
      super.add(later);
      zeros += later.zeros;
      if (example.isEmpty() || later.grouped && !grouped) {
        example = later.example;
        exampleValue = later.exampleValue;
      }
      grouped |= later.grouped;
      pointed |= later.pointed;
      marked += later.marked;
      if (!mark.isEmpty() && !later.mark.isEmpty() && !mark.equals(later.mark)) {
        otherMark = later.mark;
      } else if (otherMark.isEmpty()) {
        otherMark = later.otherMark;
      }
      mark = mark.isEmpty() ? later.mark : mark;
    }

    Form form() {
      return new Form(decimal, grouped ? thousands : 0, mark);
    }

    private boolean same(Reading other) {
      return plain == other.plain && decimal == other.decimal && thousands == other.thousands;
    }

    private boolean givenUp() {
      return !plain && failures > FAILURES && 10 * failures > read;
    }
  }

  void see(TableRow row, int i) {
    if (row.digits(i) > 0) {
      double value = row.plain(i);
      shared.add(value);
      forms.forEach(form -> form.add(value));
      return;
    }
    if (points && !forms.isEmpty() && row.holds(i, '.')) {
      double value = row.plain(i);
      if (!Double.isNaN(value)) {
        forms.forEach(form -> form.seePlain(row, i, value));
        return;
      }
    }
    if (forms.isEmpty()) {
      split();
    }
    for (int f = 0; f < forms.size(); f++) {
      forms.get(f).see(row, i);
    }
    if (forms.size() > 1) {
      forms.removeIf(Reading::givenUp);
      points = forms.stream().allMatch(form -> form.decimal == '.');
    }
  }

  private void split() {
    for (String form : FORMS) {
      Reading reading = new Reading(form, forms.isEmpty());
      reading.add(shared);
      forms.add(reading);
    }
  }

  /** Adds what was seen of later rows; a form that either gave up is given up. */
  void add(NumberCandidates later) {
    if (forms.isEmpty() && !later.forms.isEmpty()) {
      split();
    } else if (!forms.isEmpty() && later.forms.isEmpty()) {
      later.split();
    }
    shared.add(later.shared);
    forms.removeIf(form -> later.forms.stream().noneMatch(form::same));
    for (Reading form : forms) {
      later.forms.stream().filter(form::same).forEach(form::add);
    }
    forms.removeIf(Reading::givenUp);
    points = forms.stream().allMatch(form -> form.decimal == '.');
  }

  /** Returns whether every value so far is a number in one form or another. */
  boolean complete() {
    return forms.isEmpty() || forms.stream().anyMatch(form -> form.failures == 0);
  }

  /** Returns the form that reads most, for a message about what it does not read. */
  Reading best() {
    Reading best = forms.isEmpty() ? shared : forms.getFirst();
    for (Reading form : forms) {
      best = form.failures < best.failures ? form : best;
    }
    return best;
  }

  /**
   * Returns the form that reads every value, if there is one.
   *
   * @param given the decimal point that all numbers have, 0 if it is not known
   * @param usual that of other columns, 0 if they do not tell
   */
  Optional<Reading> chosen(char given, char usual) {
    if (forms.isEmpty()) {
      return Optional.of(shared);
    }
    List<Reading> left =
        forms.stream().filter(f -> f.failures == 0 && (given == 0 || f.decimal == given)).toList();
    Optional<Reading> comma = left.stream().filter(f -> f.decimal == ',').findFirst();
    return usual == ',' && comma.isPresent() ? comma : left.stream().findFirst();
  }

  /** Returns whether the values are numbers with a decimal comma as well as with a point. */
  boolean ambiguous() {
    boolean point = false;
    boolean comma = false;
    for (Reading form : forms) {
      boolean fits = form.failures == 0 && (form.grouped || form.pointed);
      point |= fits && form.decimal == '.';
      comma |= fits && form.decimal == ',' && (form.pointed || form.thousands == '.');
    }
    return point && comma;
  }

  /** Returns the decimal point that the values leave no doubt about, or 0. */
  char decimal() {
    Optional<Reading> chosen = chosen((char) 0, (char) 0);
    boolean clear = chosen.isPresent() && chosen.get().pointed && !ambiguous();
    return clear ? chosen.get().decimal : 0;
  }
}
