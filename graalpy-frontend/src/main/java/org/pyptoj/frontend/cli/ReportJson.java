package org.pyptoj.frontend.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.pyptoj.frontend.Outcome;
import org.pyptoj.frontend.ProgramReport;
import org.pyptoj.frontend.PythonError;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;

/**
 * Prints what became of a script, for tools: one object with {@code exitCode} and the arrays {@code
 * diagnostics} and {@code programs}, and with {@code unfinished}, a sentence, where the script
 * stopped behind a dispatch that was not executed.
 *
 * <p>A diagnostic has {@code code}, {@code message}, {@code file}, {@code line}, {@code column},
 * {@code endLine}, {@code endColumn} (1-based; left out where unknown), {@code help} and {@code
 * notes}. The code of a Python exception is its type.
 *
 * <p>A program that was verified has {@code name}, {@code kernels}, {@code functions} and {@code
 * verdict}; where artifacts were written, {@code folder} and {@code files}, their number.
 */
final class ReportJson {

  private ReportJson() {}

  static void print(Outcome outcome, List<ProgramReport> programs, PrintStream out) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("exitCode", outcome.exitCode());
      json.writeArrayFieldStart("diagnostics");
      for (Diagnostic diagnostic : diagnostics(outcome)) {
        write(diagnostic, json);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("programs");
      for (ProgramReport program : programs) {
        write(program, json);
      }
      json.writeEndArray();
      if (outcome instanceof Outcome.Unfinished unfinished) {
        json.writeStringField("unfinished", unfinished.message());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println(text);
  }

  private static List<Diagnostic> diagnostics(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Rejected rejected -> rejected.diagnostics();
      case Outcome.Raised raised -> List.of(diagnostic(raised.error()));
      case Outcome.TimedOut timedOut ->
          List.of(new Diagnostic("Timeout", timedOut.message(), Span.NONE, null));
      case Outcome.Exit exit -> List.of();
      case Outcome.Unfinished unfinished -> List.of();
      case Outcome.Interrupted interrupted -> List.of();
      case Outcome.Defect defect -> List.of();
    };
  }

  private static Diagnostic diagnostic(PythonError error) {
    return new Diagnostic(
        error.type(),
        error.message(),
        error.span(),
        error.help().orElse(null),
        error.notes().stream().map(note -> new Diagnostic.Note(note, Span.NONE)).toList());
  }

  private static void write(ProgramReport program, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", program.name());
    json.writeNumberField("kernels", program.kernels());
    json.writeNumberField("functions", program.functions());
    json.writeStringField("verdict", "verified");
    if (program.folder().isPresent()) {
      json.writeStringField("folder", program.folder().get().toString());
      json.writeNumberField("files", program.files());
    }
    json.writeEndObject();
  }

  private static void write(Diagnostic diagnostic, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("code", diagnostic.code());
    json.writeStringField("message", diagnostic.message());
    write(diagnostic.span(), json);
    if (diagnostic.help() != null) {
      json.writeStringField("help", diagnostic.help());
    }
    json.writeArrayFieldStart("notes");
    for (Diagnostic.Note note : diagnostic.notes()) {
      json.writeStartObject();
      json.writeStringField("message", note.message());
      write(note.span(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(Span span, JsonGenerator json) throws IOException {
    if (!span.isKnown()) {
      return;
    }
    json.writeStringField("file", span.file());
    json.writeNumberField("line", span.line());
    json.writeNumberField("column", Math.max(1, span.column()));
    json.writeNumberField("endLine", span.endLine());
    json.writeNumberField("endColumn", Math.max(1, span.endColumn()));
  }
}
