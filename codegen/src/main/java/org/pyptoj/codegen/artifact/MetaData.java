package org.pyptoj.codegen.artifact;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;

/**
 * What a loader must know of an artifact to call it without compiling again: the entry's
 * parameters, how many results it has, the target, and for distributed programs the devices.
 */
final class MetaData {

  private static final int DISTRIBUTED_SCHEMA = 2;
  private static final int COMPILED_SCHEMA = 1;
  private static final String RUNTIME = "tensormap_and_ringbuffer";

  private MetaData() {}

  /** The contents of {@code distributed_meta.json}. */
  static String distributed(Function host, CompileSettings settings) {
    return JsonText.of(
        json -> {
          json.writeStartObject();
          common(json, DISTRIBUTED_SCHEMA, host, settings);
          json.writeObjectFieldStart("distributed_config");
          json.writeArrayFieldStart("device_ids");
          for (int id : settings.deviceIds()) {
            json.writeNumber(id);
          }
          json.writeEndArray();
          json.writeNumberField("num_sub_workers", settings.subWorkers());
          json.writeStringField("runtime", RUNTIME);
          json.writeNumberField("aicpu_thread_num", settings.aicpuThreads());
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  /** The contents of {@code compiled_meta.json}. */
  static String compiled(Function chip, CompileSettings settings) {
    return JsonText.of(
        json -> {
          json.writeStartObject();
          common(json, COMPILED_SCHEMA, chip, settings);
          json.writeEndObject();
        });
  }

  private static void common(
      JsonGenerator json, int schema, Function entry, CompileSettings settings) throws IOException {
    json.writeNumberField("schema", schema);
    json.writeArrayFieldStart("params");
    for (Param param : entry.params()) {
      if (!(param.var().type() instanceof CommCtxType)) {
        param(json, param);
      }
    }
    json.writeEndArray();
    json.writeNumberField("num_return_types", entry.results().size());
    json.writeStringField("platform", settings.platform().id());
    json.writeStringField(
        "backend_type", settings.platform().isAscend910B() ? "Ascend910B" : "Ascend950");
  }

  private static void param(JsonGenerator json, Param param) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", param.var().name());
    json.writeStringField(
        "direction",
        switch (param.direction()) {
          case IN -> "In";
          case OUT -> "Out";
          case INOUT -> "InOut";
        });
    switch (param.var().type()) {
      case TensorLike t -> {
        json.writeArrayFieldStart("shape");
        for (Expr extent : t.shape()) {
          Long value = Scalars.constant(extent);
          // -1 is an extent that the caller's tensor decides.
          json.writeNumber(value == null ? -1 : value);
        }
        json.writeEndArray();
        json.writeStringField("dtype", dtype(t.dtype()));
      }
      case ScalarType s -> {
        json.writeNullField("shape");
        json.writeStringField("dtype", dtype(s.dtype()));
      }
      default ->
          throw new IllegalStateException(
              "parameter " + param.var().name() + " is a " + param.var().type().kind());
    }
    json.writeEndObject();
  }

  private static String dtype(DataType dtype) {
    return dtype == DataType.BF16 ? "bfloat16" : dtype.dslName().toLowerCase(Locale.ROOT);
  }
}
