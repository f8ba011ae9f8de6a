package org.ironopt.table.internal;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.TableSchema.Part;
import org.ironopt.table.internal.TableRow.FieldExcerpt;

/**
 * All forms in which a column may hold dates. A form is kept while it reads nearly every value, or
 * values that no form before it reads: a column may have several.
 */
final class DateCandidates implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private static final int FAILURES = 10;
  private static final double MONTH = 31.0 * DatePattern.DAY;

  /** The forms, once a value looked like a date; null when it is clear that there are none. */
  private ArrayList<Reading> forms = new ArrayList<>();

  /** Stays where the reading began: what travels is only added to another. */
  private final transient Optional<DatePattern> preferred;

  private final boolean only;
  private long values;
  private long others;
  private FieldExcerpt firstOther = FieldExcerpt.NONE;

  /** Values that may be dates and that no form reads. */
  private long unread;

  private FieldExcerpt firstUnread = FieldExcerpt.NONE;

  /** Whether a form was given up that values needed. */
  private boolean lost;

  /** What some values of a form are. */
  private static final class Share extends PatternCandidate {
    @Serial private static final long serialVersionUID = 1L;
  }

  /** What a column is in one form. */
  static final class Reading extends PatternCandidate {
    @Serial private static final long serialVersionUID = 1L;

    final DatePattern form;
    boolean times;
    private double last;

    /** Values that no form before reads, and not with day and month the other way round. */
    private final Share sole = new Share();

    /** Values that may also have day and month the other way round. */
    private final Share ambiguous = new Share();

    private Reading(DatePattern form) {
      this.form = form;
    }

    /** Reads a value; returns whether it can. */
    private boolean see(String text, TableRow row, int i) {
      last = form.seconds(text);
      if (Double.isNaN(last)) {
        fail(row, i);
        return false;
      }
      example = read == 0 ? row.seen(i) : example;
      add(last);
      times |= last % DatePattern.DAY != 0;
      return true;
    }

    private Optional<Reading> mirror(List<Reading> all) {
      return all.stream().filter(f -> f.form.mirrors(form)).findFirst();
    }

    /** Adds the same form of later rows; false if they gave it up. */
    private boolean merged(List<Reading> later) {
      for (Reading other : later) {
        if (other.form.pattern().equals(form.pattern())) {
          example = read == 0 ? other.example : example;
          add(other);
          sole.add(other.sole);
          ambiguous.add(other.ambiguous);
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
  DateCandidates(Optional<DatePattern> preferred, boolean only) {
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
    if (!only && !preferred(text) && (number || !DatePattern.likely(text))) {
      firstOther = others++ == 0 ? row.seen(i) : firstOther;
      giveUp();
      return;
    }
    if (forms.isEmpty()) {
      preferred.ifPresent(form -> forms.add(new Reading(form)));
      DatePattern.known().forEach(form -> forms.add(new Reading(form)));
    }
    Reading first = forms.getFirst();
    boolean read = first.see(text, row, i);
    if (read && forms.size() == 1) {
      first.sole.add(first.last);
      return;
    }
    List<Reading> readers = new ArrayList<>(read ? List.of(first) : List.of());
    for (Reading form : forms.subList(1, forms.size())) {
      if (form.see(text, row, i)) {
        readers.add(form);
      }
    }
    if (readers.isEmpty() && !only) {
      readers = revived(text, row, i);
    }
    if (!readers.isEmpty()) {
      share(readers);
    } else if (unread++ == 0) {
      firstUnread = row.seen(i);
    }
    drop();
  }

  /** Counts a value for the first of those that read it, and for its mirror image. */
  private static void share(List<Reading> readers) {
    Reading first = readers.getFirst();
    Optional<Reading> mirror = first.mirror(readers);
    (mirror.isEmpty() ? first.sole : first.ambiguous).add(first.last);
    mirror.ifPresent(other -> other.ambiguous.add(other.last));
  }

  /** Takes up forms again that read a value which no other form does. */
  private List<Reading> revived(String text, TableRow row, int i) {
    List<Reading> revived = new ArrayList<>();
    for (DatePattern form : DatePattern.known()) {
      boolean tried = forms.stream().anyMatch(f -> f.form.pattern().equals(form.pattern()));
      if (!tried && !Double.isNaN(form.seconds(text))) {
        Reading reading = new Reading(form);
        reading.failures = values - others - 1;
        reading.see(text, row, i);
        revived.add(reading);
      }
    }
    forms.addAll(revived);
    return revived;
  }

  private void giveUp() {
    boolean none = forms.isEmpty() || forms.stream().allMatch(f -> others > f.read / 5);
    forms = others > FAILURES && none ? null : forms;
  }

  private void drop() {
    if (only || forms.stream().noneMatch(DateCandidates::fails)) {
      return;
    }
    boolean few = unread <= FAILURES || 5 * unread <= values;
    List<Reading> all = List.copyOf(forms);
    forms.removeIf(f -> fails(f) && !(few && needed(f, all)));
    lost |= all.stream().anyMatch(f -> !forms.contains(f) && needed(f, all));
    forms = forms.isEmpty() ? null : forms;
  }

  private static boolean fails(Reading form) {
    return form.failures > FAILURES && 5 * form.failures > form.read;
  }

  /** Whether values need a form, or may need it instead of its mirror image. */
  private static boolean needed(Reading form, List<Reading> all) {
    return form.sole.read > 0
        || form.ambiguous.read > 0 && form.mirror(all).filter(m -> m.sole.read > 0).isEmpty();
  }

  /** Adds what was seen of later rows; where no form was left of them, none of them is a date. */
  void add(DateCandidates later) {
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
  private void merge(DateCandidates later, long dates) {
    List<Reading> before = List.copyOf(forms);
    List<Reading> here = new ArrayList<>();
    for (Reading form : before) {
      if (!form.merged(later.forms)) {
        form.failures += later.values - later.others;
        here.add(form);
      }
    }
    for (Reading form : later.forms) {
      if (before.stream().noneMatch(f -> f.form.pattern().equals(form.form.pattern()))) {
        form.failures += dates;
        forms.add(form);
        here.add(form);
      }
    }
    List<Reading> all = List.copyOf(forms);
    forms.removeIf(form -> here.contains(form) && !needed(form, all));
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
    List<Reading> single = forms.stream().filter(f -> 10 * (f.failures + others) < f.read).toList();
    List<Reading> nearly =
        single.isEmpty() || unread < single.getFirst().failures ? several() : List.of();
    nearly = nearly.isEmpty() ? single : nearly;
    nearly.stream().filter(f -> f.failures == 0).forEach(f -> f.failure = firstOther);
    return nearly.stream().filter(f -> 10 * (f.failures + others) < f.read).toList();
  }

  /**
   * Returns the forms of a column that has several as one, and others if day and month may be the
   * other way round; empty if values may be read in two ways, as in one where both ways are needed.
   */
  private List<Reading> several() {
    List<Reading> chosen = new ArrayList<>();
    for (Reading form : forms) {
      boolean mirrored = form.sole.read == 0 && form.mirror(chosen).isPresent();
      if (needed(form, forms) && !mirrored) {
        chosen.add(form);
      }
    }
    // In an order that does not depend on who read which rows.
    List<String> known = DatePattern.known().stream().map(DatePattern::pattern).toList();
    chosen.sort(Comparator.comparingInt(f -> known.indexOf(f.form.pattern())));
    boolean both = chosen.stream().anyMatch(f -> f.mirror(chosen).isPresent());
    boolean times = chosen.stream().map(f -> f.form.dated()).distinct().count() > 1;
    if (lost || only || chosen.size() < 2 || both || times) {
      return List.of();
    }
    List<Reading> all = new ArrayList<>(List.of(joined(chosen)));
    for (Reading form : chosen) {
      form.mirror(forms)
          .filter(mirror -> form.sole.read == 0)
          .ifPresent(
              mirror -> all.add(joined(chosen.stream().map(f -> f == form ? mirror : f).toList())));
    }
    return all;
  }

  private Reading joined(List<Reading> parts) {
    Reading all = new Reading(DatePattern.of(parts.stream().map(f -> f.form).toList()));
    all.example = parts.getFirst().example;
    for (Reading part : parts) {
      all.add(part.sole);
      all.add(part.ambiguous);
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
