package org.ironopt.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema;
import org.ironopt.model.internal.Fields;

/** A {@link TableSchema} as a JSON object; positions are counted from 1. */
final class SchemaJson {
  private SchemaJson() {}

  static Map<String, Object> write(TableSchema schema) {
    List<Object> columns = new ArrayList<>();
    for (TableSchema.Column column : schema.columns()) {
      Map<String, Object> item = new LinkedHashMap<>();
      item.put("name", column.name());
      item.put("position", 1L + column.position());
      switch (column) {
        case TableSchema.Numeric n -> {
          item.put("mean", n.mean());
          form(n.form(), item);
        }
        case TableSchema.Categorical c -> {
          item.put("categories", c.categories());
          item.put("usual", c.usual());
          c.rest().ifPresent(rest -> item.put("rest", rest));
        }
        case TableSchema.Date d -> {
          item.put("format", d.format());
          item.put("parts", d.parts().stream().map(SchemaJson::word).toList());
          item.put("mean", d.mean());
          if (d.coerce()) {
            item.put("coerce", true);
          }
        }
      }
      item.put("indicator", column.indicator());
      columns.add(item);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("header", schema.header());
    json.put("width", (long) schema.width());
    json.put("missing", word(schema.missing()));
    json.put("target", schema.target().name());
    json.put("targetPosition", 1L + schema.target().position());
    form(schema.target().form(), json);
    json.put("columns", columns);
    if (!schema.notes().isEmpty()) {
      json.put("notes", schema.notes());
    }
    return json;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Plain numbers need no words. */
  private static void form(TableSchema.Form form, Map<String, Object> item) {
    if (!form.equals(TableSchema.Form.PLAIN)) {
      item.put("decimal", String.valueOf(form.decimal()));
      item.put("thousands", form.thousands() == 0 ? "" : String.valueOf(form.thousands()));
      item.put("mark", form.mark());
    }
  }

  private static TableSchema.Form form(Fields f) throws MalformedDataException {
    if (!f.has("decimal")) {
      return TableSchema.Form.PLAIN;
    }
    String decimal = f.text("decimal");
    String thousands = f.text("thousands");
    if (decimal.length() != 1 || thousands.length() > 1) {
      throw f.error("\"decimal\" or \"thousands\" is a longer text, expected one character");
    }
    try {
      return new TableSchema.Form(
          decimal.charAt(0), thousands.isEmpty() ? (char) 0 : thousands.charAt(0), f.text("mark"));
    } catch (IllegalArgumentException e) {
      throw f.error("%s", e.getMessage());
    }
  }

  static TableSchema read(Fields fields, List<String> classes) throws MalformedDataException {
    List<TableSchema.Column> columns = new ArrayList<>();
    for (Object item : fields.list("columns")) {
      columns.add(column(fields.inside(item, "a column of \"table\"")));
    }
    TableSchema.Target target =
        new TableSchema.Target(
            fields.text("target"), position(fields, "targetPosition"), classes, form(fields));
    boolean header = fields.truth("header");
    int width = (int) Math.min(Integer.MAX_VALUE, fields.whole("width"));
    TableSchema.Missing missing =
        fields.one("missing", fields.text("missing"), TableSchema.Missing.class);
    List<String> notes = fields.has("notes") ? fields.texts("notes") : List.of();
    fields.requireNoOther();
    try {
      return new TableSchema(header, width, target, columns, missing, notes);
    } catch (IllegalArgumentException e) {
      throw fields.error("%s", e.getMessage());
    }
  }

  private static TableSchema.Column column(Fields f) throws MalformedDataException {
    String name = f.text("name");
    int position = position(f, "position");
    boolean indicator = f.truth("indicator");
    try {
      TableSchema.Column column;
      if (f.has("format")) {
        List<TableSchema.Part> parts = new ArrayList<>();
        for (String part : f.texts("parts")) {
          parts.add(f.one("part", part, TableSchema.Part.class));
        }
        boolean coerce = f.has("coerce") && f.truth("coerce");
        column =
            new TableSchema.Date(
                name, position, f.text("format"), parts, f.number("mean"), indicator, coerce);
      } else if (f.has("mean")) {
        column = new TableSchema.Numeric(name, position, f.number("mean"), form(f), indicator);
      } else {
        Optional<String> rest = f.has("rest") ? Optional.of(f.text("rest")) : Optional.empty();
        column =
            new TableSchema.Categorical(
                name, position, f.texts("categories"), f.text("usual"), rest, indicator);
      }
      f.requireNoOther();
      return column;
    } catch (IllegalArgumentException e) {
      throw f.error("%s", e.getMessage());
    }
  }

  private static int position(Fields fields, String name) throws MalformedDataException {
    long position = fields.whole(name);
    if (position < 1 || position > Integer.MAX_VALUE) {
      throw fields.error("\"%s\" is %d, expected at least 1", name, position);
    }
    return (int) (position - 1);
  }
}
