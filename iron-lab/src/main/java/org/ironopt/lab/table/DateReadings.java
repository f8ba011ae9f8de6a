package org.ironopt.lab.table;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.TableSchema.Part;

/**
 * All forms in which a column may hold dates. A form is kept while it reads nearly every value, or
 * values that no form before it reads: a column may have several.
 */
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

  /** Values that may be dates and that no form reads. */
  private long unread;

  private Shown firstUnread = Shown.NONE;

  /** Whether a form was given up that values needed. */
  private boolean lost;

  /** What values are that no form before reads. */
  private static final class Share extends FormReading {
    @Serial private static final long serialVersionUID = 1L;
  }

  /** What a column is in one form. */
  static final class Reading extends FormReading {
    @Serial private static final long serialVersionUID = 1L;

    final DateForm form;
    boolean times;
    private final Share share = new Share();

    private Reading(DateForm form) {
      this.form = form;
    }

    /** Reads a value, which forms before may have read; returns whether it can. */
    private boolean see(String text, TableRow row, int i, boolean before) {
      double seconds = form.seconds(text);
      if (Double.isNaN(seconds)) {
        fail(row, i);
        return false;
      }
      example = read == 0 ? row.seen(i) : example;
      add(seconds);
      times |= seconds % DateForm.DAY != 0;
      if (!before) {
        share.add(seconds);
      }
      return true;
    }

    /** Adds the same form of later rows; false if they gave it up. */
    private boolean merged(List<Reading> later) {
      for (Reading other : later) {
        if (other.form.pattern().equals(form.pattern())) {
          example = read == 0 ? other.example : example;
          add(other);
          share.add(other.share);
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
    boolean read = false;
    for (Reading form : forms) {
      read |= form.see(text, row, i, read);
    }
    if (!read && !only && !revive(text, row, i) && unread++ == 0) {
      firstUnread = row.seen(i);
    }
    drop();
  }

  /** Takes up forms again that read a value which no other form does; false if there are none. */
  private boolean revive(String text, TableRow row, int i) {
    boolean read = false;
    for (DateForm form : DateForm.known()) {
      boolean tried = forms.stream().anyMatch(f -> f.form.pattern().equals(form.pattern()));
      if (!tried && !Double.isNaN(form.seconds(text))) {
        Reading revived = new Reading(form);
        revived.failures = values - others - 1;
        read |= revived.see(text, row, i, read);
        forms.add(revived);
      }
    }
    return read;
  }

  private void giveUp() {
    boolean none = forms.isEmpty() || forms.stream().allMatch(f -> others > f.read / 5);
    forms = others > FAILURES && none ? null : forms;
  }

  private void drop() {
    if (only || forms.stream().noneMatch(DateReadings::fails)) {
      return;
    }
    boolean few = unread <= FAILURES || 5 * unread <= values;
    List<Reading> all = List.copyOf(forms);
    forms.removeIf(f -> fails(f) && !(few && needed(f, all)));
    lost |= all.stream().anyMatch(f -> f.share.read > 0 && !forms.contains(f));
    forms = forms.isEmpty() ? null : forms;
  }

  private static boolean fails(Reading form) {
    return form.failures > FAILURES && 5 * form.failures > form.read;
  }

  /** Whether values need a form, or may need it instead of the one they have. */
  private static boolean needed(Reading form, List<Reading> all) {
    return form.share.read > 0
        || form.read > 0
            && all.stream().anyMatch(f -> f.read == form.read && f.form.mirrors(form.form));
  }

  /** Adds what was seen of later rows; where no form was left of them, none of them is a date. */
  void add(DateReadings later) {
    values += later.values;
    if (forms == null || later.values == 0) {
      return;
    }
    long dates = values - later.values - others;
    firstOther = others == 0 ? later.firstOther : firstOther;
    others += later.forms == null ? later.values : later.others;
    firstUnread = unread == 0 ? later.firstUnread : firstUnread;
    unread += later.unread;
    lost |= later.lost;
    if (later.forms != null && !later.forms.isEmpty()) {
      if (forms.isEmpty()) {
        forms = later.forms;
      } else {
        merge(later, dates);
        drop();
      }
    }
    if (forms != null && !only && others > 0) {
      giveUp();
    }
  }

  /** Adds forms of later rows, to those of so many values that may be dates. */
  private void merge(DateReadings later, long dates) {
    List<Reading> before = List.copyOf(forms);
    long laterDates = later.values - later.others;
    for (Reading form : before) {
      if (!form.merged(later.forms)) {
        form.failures += laterDates;
        if (!needed(form, before)) {
          forms.remove(form);
        }
      }
    }
    for (Reading form : later.forms) {
      boolean here = before.stream().anyMatch(f -> f.form.pattern().equals(form.form.pattern()));
      if (!here && needed(form, later.forms)) {
        form.failures += dates;
        forms.add(form);
      }
    }
  }

  private boolean preferred(String text) {
    return preferred.isPresent() && !Double.isNaN(preferred.get().seconds(text));
  }

  /** Whether a form is the one that was asked for. */
  boolean preferred(Reading reading) {
    return preferred.isPresent() && preferred.get().pattern().equals(reading.form.pattern());
  }

  /** Returns the forms that read every value; several are one if none alone does. */
  List<Reading> complete() {
    if (forms == null || others > 0) {
      return List.of();
    }
    List<Reading> single = forms.stream().filter(f -> f.failures == 0 && f.read > 0).toList();
    return single.isEmpty() && unread == 0 ? several() : single;
  }

  /**
   * Returns the forms that read all but a few values, with the first that they do not read; empty
   * if there are none, or one reads all.
   */
  List<Reading> nearly() {
    if (forms == null || !complete().isEmpty()) {
      return List.of();
    }
    List<Reading> single =
        forms.stream().filter(f -> 10 * (f.failures + others) < f.read).toList();
    List<Reading> nearly = single.isEmpty() || unread < single.getFirst().failures ? several() : List.of();
    nearly = nearly.isEmpty() ? single : nearly;
    nearly.stream().filter(f -> f.failures == 0).forEach(f -> f.failure = firstOther);
    return nearly.stream().filter(f -> 10 * (f.failures + others) < f.read).toList();
  }

  /**
   * Returns the forms of a column that has several as one, and others if day and month may be the
   * other way round; empty if values may be read in two ways, as in one where both ways are needed.
   */
  private List<Reading> several() {
    List<Reading> chosen = forms.stream().filter(f -> f.share.read > 0).toList();
    boolean both = chosen.stream().anyMatch(f -> chosen.stream().anyMatch(g -> g.form.mirrors(f.form)));
    boolean times = chosen.stream().map(f -> f.form.dated()).distinct().count() > 1;
    if (lost || only || chosen.size() < 2 || both || times) {
      return List.of();
    }
    List<Reading> all = new ArrayList<>(List.of(joined(chosen)));
    for (Reading form : chosen) {
      for (Reading other : forms) {
        if (other.form.mirrors(form.form) && other.read == form.read) {
          List<Reading> mirrored = new ArrayList<>(chosen);
          mirrored.replaceAll(f -> f == form ? other : f);
          all.add(joined(mirrored));
        }
      }
    }
    return all;
  }

  private Reading joined(List<Reading> parts) {
    Reading all = new Reading(DateForm.of(parts.stream().map(f -> f.form).toList()));
    all.example = parts.getFirst().example;
    for (Reading part : parts) {
      all.add(part.share);
      all.times |= part.times;
    }
    all.failures = unread;
    all.failure = firstUnread;
    return all;
  }

  /** Returns the form that was asked for. */
  Reading asked() {
    return forms.getFirst();
  }
}
