package org.pyptoj.stubs.generate;

/** What an enum is for, in one sentence. */
final class EnumDocumentation {
  private EnumDocumentation() {}

  static String of(String path) {
    return switch (path) {
      case "pl.MemorySpace" -> "Where a tile lies.";
      case "pl.TensorLayout" -> "How a tensor's elements lie in memory.";
      case "pl.PadValue" -> "What fills a tile outside its valid box.";
      case "pl.TileLayout" -> "The order of a tile's elements.";
      case "pl.Level" -> "Where in the machine a function or region runs.";
      case "pl.Role" -> "What a function does at its level.";
      case "pl.FunctionType" -> "What a function is.";
      case "pld.NotifyOp" ->
          "How ``notify`` changes the peer's cell. Released numbers; append-only.";
      case "pld.WaitCmp" ->
          "What ``wait`` and ``defer_wait`` wait for. Released numbers; append-only.";
      case "pld.AtomicType" -> "How data lands in the target. Released numbers; append-only.";
      case "pld.ReduceOp" -> "How ranks' data is combined. Released numbers; append-only.";
      default -> throw new IllegalStateException("no sentence for " + path);
    };
  }
}
