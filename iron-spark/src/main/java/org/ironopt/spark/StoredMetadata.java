package org.ironopt.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;
import org.ironopt.data.MalformedDataException;
import org.ironopt.linalg.internal.Require;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;

/**
 * What a folder of an estimator or model holds: {@code metadata}, the fields that Spark's pipelines
 * look for and the version of this format, and {@code model}, the model file of the library.
 *
 * @param session reads the folder
 * @param path the folder
 * @param metadata its fields
 */
record StoredMetadata(SparkSession session, String path, JsonNode metadata) {
  /** Raised with every change after which an older reader would misread a folder. */
  static final int VERSION = 1;

  private static final String FORMAT = "ironFormat";
  private static final ObjectMapper JSON = new ObjectMapper();

  String uid() {
    return metadata.get("uid").asText();
  }

  /** Returns the model of the folder. */
  Model model(ModelKind kind) {
    Model read;
    try {
      read = ModelFile.parse(path + "/model", text(session, path + "/model"));
    } catch (MalformedDataException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    boolean classes = kind.classes() && read.kind().classes();
    if (read.kind() != kind && !classes) {
      throw new IllegalArgumentException(
          path + "/model: the model is " + read.kind().word() + ", expected " + kind.word());
    }
    return read;
  }

  /** Returns a model of a kind that has one column and predicts zero. */
  static Model empty(ModelKind kind) {
    List<String> classes = kind.classes() ? List.of("0", "1") : List.of();
    double[][] none = {{0}};
    return new Model(kind, List.of("1"), classes, none, new double[] {0}, new LinkedHashMap<>());
  }

  private static String text(SparkSession session, String path) {
    return String.join(
        "\n", new JavaSparkContext(session.sparkContext()).textFile(path, 1).collect());
  }

  private static StoredMetadata read(SparkSession session, String path, Class<?> type) {
    JsonNode metadata;
    try {
      metadata = JSON.readTree(text(session, path + "/metadata"));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(path + "/metadata is no JSON: " + e.getMessage(), e);
    }
    String name = metadata.path("class").asText();
    String wanted = type.getName();
    Require.that(name.equals(wanted), "%s holds a %s, expected a %s", path, name, wanted);
    JsonNode format = metadata.path(FORMAT);
    Require.that(
        format.asInt() == VERSION,
        "%s has the format %s, this version reads %s",
        path,
        format.asText("of another program"),
        VERSION);
    return new StoredMetadata(session, path, metadata);
  }

  private void setParams(Params instance) {
    for (Map.Entry<String, JsonNode> entry : metadata.path("paramMap").properties()) {
      String name = entry.getKey();
      Require.that(instance.hasParam(name), "%s sets an unknown param %s", path, name);
      set(instance, instance.getParam(name), entry.getValue().toString());
    }
  }

  private static <T> void set(Params instance, Param<T> param, String json) {
    instance.set(param, param.jsonDecode(json));
  }

  /** Returns what reads folders of a type. */
  static <T extends Params> MLReader<T> reader(Class<T> type, Function<StoredMetadata, T> maker) {
    return new MLReader<>() {
      @Override
      public T load(String path) {
        StoredMetadata stored = StoredMetadata.read(sparkSession(), path, type);
        T instance = maker.apply(stored);
        stored.setParams(instance);
        return instance;
      }
    };
  }

  /** Writes a folder. */
  static final class Writer extends MLWriter {
    private final Params instance;
    private final Model model;

    /** Takes a model, or null for an estimator. */
    Writer(Params instance, Model model) {
      this.instance = instance;
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      save(path + "/metadata", metadata().toString());
      if (model != null) {
        save(path + "/model", ModelFile.text(model).stripTrailing());
      }
    }

    private void save(String folder, String text) {
      new JavaSparkContext(sparkSession().sparkContext())
          .parallelize(text.lines().toList(), 1)
          .saveAsTextFile(folder);
    }

    private ObjectNode metadata() {
      ObjectNode set = JSON.createObjectNode();
      ObjectNode defaults = JSON.createObjectNode();
      for (Param<?> param : instance.params()) {
        if (instance.isSet(param)) {
          put(set, param, instance.get(param).get());
        }
        if (instance.hasDefault(param)) {
          put(defaults, param, instance.getDefault(param).get());
        }
      }
      ObjectNode fields = JSON.createObjectNode();
      fields.put("class", instance.getClass().getName());
      fields.put(FORMAT, VERSION);
      fields.put("timestamp", System.currentTimeMillis());
      fields.put("sparkVersion", sparkSession().version());
      fields.put("uid", instance.uid());
      fields.set("paramMap", set);
      fields.set("defaultParamMap", defaults);
      return fields;
    }

    @SuppressWarnings("unchecked")
    private static <T> void put(ObjectNode to, Param<T> param, Object value) {
      try {
        to.set(param.name(), JSON.readTree(param.jsonEncode((T) value)));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("param " + param.name() + " cannot be written", e);
      }
    }
  }
}
