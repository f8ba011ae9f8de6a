package org.ironopt.lab.table;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.TableSchema.Part;

/** All forms in which a column may hold dates; a form is kept while it reads nearly every value. */
final class DateReadings implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private static final int FAILURES = 10;
  private static final double MONTH = 31.0 * DateForm.DAY;

  /** The forms, once a value looked like a date; null when it is clear that there are none. */
  private ArrayList<Reading> forms = new ArrayList<>();

  /** Stays where the reading began: what travels is only added to another. */
  private final transient Optional<DateForm> preferred;

  private final boolean only;
  private long values;
  private long others;
  private Shown firstOther = Shown.NONE;

  /** What a column is in one form. */
  static final class Reading extends FormReading {
    @Serial private static final long serialVersionUID = 1L;

    final DateForm form;
    boolean times;

    private Reading(DateForm form) {
      this.form = form;
    }

    private void see(String text, TableRow row, int i) {
      double seconds = form.seconds(text);
      if (Double.isNaN(seconds)) {
        fail(row, i);
        return;
      }
      example = read == 0 ? row.seen(i) : example;
      add(seconds);
      times |= seconds % DateForm.DAY != 0;
    }

    /** Adds the same form of later rows; false if they gave it up. */
    private boolean merged(List<Reading> later) {
      for (Reading other : later) {
        if (other.form.pattern().equals(form.pattern())) {
          example = read == 0 ? other.example : example;
          add(other);
          times |= other.times;
          return true;
        }
      }
      return false;
    }

    /** Returns what of the dates differs enough for a model to use. */
    List<Part> parts() {
      List<Part> parts = new ArrayList<>();
      if (form.dated()) {
        parts.add(Part.YEAR);
        if (most - least > 2 * MONTH) {
          parts.add(Part.SEASON);
        }
        if (most - least > MONTH && !form.pattern().equals("uuuu-MM")) {
          parts.add(Part.WEEKDAY);
        }
      }
      if (times) {
        parts.add(Part.HOUR);
      }
      return parts;
    }
  }

  /** Of all forms the preferred one comes first, or it is the only one. */
  DateReadings(Optional<DateForm> preferred, boolean only) {
    this.preferred = preferred;
    this.only = only;
    if (only) {
      forms.add(new Reading(preferred.orElseThrow()));
    }
  }

  void see(TableRow row, int i) {
    values++;
    if (forms == null) {
      return;
    }
    String text = row.field(i);
    boolean number = row.digits(i) != 8 && !Double.isNaN(row.plain(i));
    if (!only && !preferred(text) && (number || !DateForm.likely(text))) {
      firstOther = others++ == 0 ? row.seen(i) : firstOther;
      giveUp();
      return;
    }
    if (forms.isEmpty()) {
      preferred.ifPresent(form -> forms.add(new Reading(form)));
      DateForm.known().forEach(form -> forms.add(new Reading(form)));
    }
    forms.forEach(form -> form.see(text, row, i));
    drop();
  }

  private void giveUp() {
    boolean none = forms.isEmpty() || forms.stream().allMatch(f -> others > f.read / 5);
    forms = others > FAILURES && none ? null : forms;
  }

  private void drop() {
    if (!only) {
      forms.removeIf(f -> f.failures > FAILURES && 5 * f.failures > f.read);
      forms = forms.isEmpty() ? null : forms;
    }
  }

  /** Adds what was seen of later rows; where no form was left of them, none of them is a date. */
  void add(DateReadings later) {
    values += later.values;
    if (forms == null || later.values == 0) {
      return;
    }
    firstOther = others == 0 ? later.firstOther : firstOther;
    others += later.forms == null ? later.values : later.others;
    if (later.forms != null && !later.forms.isEmpty()) {
      if (forms.isEmpty()) {
        forms = later.forms;
      } else {
        forms.removeIf(form -> !form.merged(later.forms));
        drop();
      }
    }
    if (forms != null && !only && others > 0) {
      giveUp();
    }
  }

  private boolean preferred(String text) {
    return preferred.isPresent() && !Double.isNaN(preferred.get().seconds(text));
  }

  /** Whether a form is the one that was asked for. */
  boolean preferred(Reading reading) {
    return preferred.isPresent() && preferred.get().pattern().equals(reading.form.pattern());
  }

  /** Returns the forms that read every value. */
  List<Reading> complete() {
    return forms == null || others > 0
        ? List.of()
        : forms.stream().filter(f -> f.failures == 0 && f.read > 0).toList();
  }

  /** Returns the form that reads all but a few values, with the first that it does not read. */
  Optional<Reading> nearly() {
    if (forms == null || !complete().isEmpty()) {
      return Optional.empty();
    }
    Optional<Reading> nearly =
        forms.stream().filter(f -> 10 * (f.failures + others) < f.read).findFirst();
    nearly.filter(f -> f.failures == 0).ifPresent(f -> f.failure = firstOther);
    return nearly;
  }

  /** Returns the form that was asked for. */
  Reading asked() {
    return forms.getFirst();
  }
}
