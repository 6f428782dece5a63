package org.pyptoj.stubs.generate;

import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.WaitCmp;

/** What an enum is for, in one sentence. */
final class EnumDocumentation {
  private EnumDocumentation() {}

  static String of(String path) {
    return switch (path) {
      case "pl.MemorySpace" -> "Where a tile lies.";
      case "pl.TensorLayout" -> "How a tensor's elements lie in memory.";
      case "pl.PadValue" -> "What fills a tile outside its valid box.";
      case "pl.TileLayout" -> "The order of a tile's elements.";
      case "pl.tile.MaskPattern" ->
          "Which columns are meant: the digits of a name are read from the last one on.";
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

  /** What a released number stands for, in one phrase. */
  static String of(AbiEnum variant) {
    return switch (variant) {
      case NotifyOp.ATOMIC_ADD -> "the value is added to the cell in one step";
      case NotifyOp.SET -> "the value replaces what the cell holds; never together with adds";
      case WaitCmp.EQ -> "until the cell equals the expected value";
      case WaitCmp.GE -> "until the cell is the expected value or more";
      case AtomicType.NONE -> "the data replaces what is there";
      case AtomicType.ADD -> "the data is added to what is there, element by element";
      case ReduceOp.SUM -> "the sum over all ranks";
      case ReduceOp.MAX -> "the largest of all ranks";
      case ReduceOp.MIN -> "the smallest of all ranks";
      case ReduceOp.PROD -> "the product over all ranks";
      case MaskPattern.P0101 -> "the first of every two columns";
      case MaskPattern.P1010 -> "the second of every two columns";
      case MaskPattern.P0001 -> "the first of every four columns";
      case MaskPattern.P0010 -> "the second of every four columns";
      case MaskPattern.P0100 -> "the third of every four columns";
      case MaskPattern.P1000 -> "the fourth of every four columns";
      case MaskPattern.P1111 -> "every column";
      default -> throw new IllegalStateException("no phrase for " + variant);
    };
  }
}
