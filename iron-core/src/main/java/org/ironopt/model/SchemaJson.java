package org.ironopt.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.data.MalformedData;
import org.ironopt.data.TableSchema;

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
        case TableSchema.Numeric n -> item.put("mean", n.mean());
        case TableSchema.Categorical c -> {
          item.put("categories", c.categories());
          item.put("usual", c.usual());
        }
      }
      item.put("indicator", column.indicator());
      columns.add(item);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("header", schema.header());
    json.put("width", (long) schema.width());
    json.put("missing", schema.missing().name().toLowerCase(Locale.ROOT));
    json.put("target", schema.target().name());
    json.put("targetPosition", 1L + schema.target().position());
    json.put("columns", columns);
    return json;
  }

  static TableSchema read(Fields fields, List<String> classes) throws MalformedData {
    List<TableSchema.Column> columns = new ArrayList<>();
    for (Object item : fields.list("columns")) {
      columns.add(column(fields.inside(item, "a column of \"table\"")));
    }
    TableSchema.Target target =
        new TableSchema.Target(fields.text("target"), position(fields, "targetPosition"), classes);
    boolean header = fields.truth("header");
    int width = (int) Math.min(Integer.MAX_VALUE, fields.whole("width"));
    TableSchema.Missing missing = missing(fields);
    fields.requireNoOther();
    try {
      return new TableSchema(header, width, target, columns, missing);
    } catch (IllegalArgumentException e) {
      throw fields.error(e.getMessage());
    }
  }

  private static TableSchema.Column column(Fields f) throws MalformedData {
    String name = f.text("name");
    int position = position(f, "position");
    boolean indicator = f.truth("indicator");
    try {
      TableSchema.Column column =
          f.has("mean")
              ? new TableSchema.Numeric(name, position, f.number("mean"), indicator)
              : new TableSchema.Categorical(
                  name, position, f.texts("categories"), f.text("usual"), indicator);
      f.requireNoOther();
      return column;
    } catch (IllegalArgumentException e) {
      throw f.error(e.getMessage());
    }
  }

  private static int position(Fields fields, String name) throws MalformedData {
    long position = fields.whole(name);
    if (position < 1 || position > Integer.MAX_VALUE) {
      throw fields.error("\"" + name + "\" is " + position + ", expected at least 1");
    }
    return (int) (position - 1);
  }

  private static TableSchema.Missing missing(Fields fields) throws MalformedData {
    String word = fields.text("missing");
    for (TableSchema.Missing missing : TableSchema.Missing.values()) {
      if (missing.name().toLowerCase(Locale.ROOT).equals(word)) {
        return missing;
      }
    }
    throw fields.error(
        "\"missing\" is '" + JsonReader.shown(word) + "', expected fill, indicator, drop or error");
  }
}
