package org.pyptoj.ir.op;

import java.util.List;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;

/**
 * The attributes of ops. A row says which ones an op has and what they are where they are not
 * given; {@link org.pyptoj.ir.expr.Call#attr} asks it.
 */
public final class OpAttrs {

  /** The element type of what an op makes. */
  public static final AttrKey<DataType> DTYPE = AttrKey.of("dtype", DataType.class);

  /** What a cast converts to. */
  public static final AttrKey<DataType> TARGET_TYPE = AttrKey.of("target_type", DataType.class);

  /** What a gather by mask reads the bits as. */
  public static final AttrKey<DataType> OUTPUT_DTYPE = AttrKey.of("output_dtype", DataType.class);

  /** The element type of a product. */
  public static final AttrKey<DataType> OUT_DTYPE = AttrKey.of("out_dtype", DataType.class);

  /** How a cast rounds: one of {@code none, rint, round, floor, ceil, trunc, odd}. */
  public static final AttrKey<String> ROUNDING = AttrKey.text("mode", "round");

  /** Whether digits matter more than speed. */
  public static final AttrKey<Boolean> HIGH_PRECISION = AttrKey.flag("high_precision");

  /** Which comparison: the place in {@code eq, ne, lt, le, gt, ge}. */
  public static final AttrKey<Long> CMP_TYPE = AttrKey.integer("cmp_type", 0);

  /** The memory that a tile comes to lie in. */
  public static final AttrKey<MemorySpace> TARGET_MEMORY =
      AttrKey.of("target_memory", MemorySpace.class);

  /** How blocks of a tile lie. */
  public static final AttrKey<TileLayout.Order> BLOCK_LAYOUT =
      AttrKey.of("blayout", TileLayout.Order.class);

  /** How elements lie in a block of a tile. */
  public static final AttrKey<TileLayout.Order> INNER_LAYOUT =
      AttrKey.of("slayout", TileLayout.Order.class);

  /** What stands behind the valid part of a tile. */
  public static final AttrKey<TileLayout.Pad> PAD_VALUE =
      AttrKey.of("pad_value", TileLayout.Pad.class);

  /** Whether what is loaded, or what lies in a tile beside the cube, is transposed. */
  public static final AttrKey<Boolean> TRANSPOSE = AttrKey.flag("transpose");

  /** Whether a load stays inside its tensor. */
  public static final AttrKey<Boolean> CLAMP = AttrKey.flag("clamp");

  /** The dimensions of extent 1 that a slice loses. */
  public static final AttrKey<List<Long>> DROP_DIMS = AttrKey.list("drop_dims", Long.class);

  /** The dimension whose extent is asked for. */
  public static final AttrKey<Long> AXIS = AttrKey.integer("axis");

  /** One of two dimensions that change places. */
  public static final AttrKey<Long> AXIS1 = AttrKey.integer("axis1", 0);

  /** The other of two dimensions that change places. */
  public static final AttrKey<Long> AXIS2 = AttrKey.integer("axis2", 1);

  /** The dimension along which elements are gathered. */
  public static final AttrKey<Long> DIM = AttrKey.integer("dim");

  /** Which of a row's elements are gathered. */
  public static final AttrKey<MaskPattern> MASK_PATTERN =
      AttrKey.of("mask_pattern", MaskPattern.class);

  /** Whether a merge stops when one list is used up. */
  public static final AttrKey<Boolean> EXHAUSTED = AttrKey.flag("exhausted");

  /** Whether numbers count down. */
  public static final AttrKey<Boolean> DESCENDING = AttrKey.flag("descending");

  /** Whether a triangle is the upper one. */
  public static final AttrKey<Boolean> UPPER = AttrKey.flag("upper");

  /** Whether the left factor of a product is transposed. */
  public static final AttrKey<Boolean> A_TRANS = AttrKey.flag("a_trans");

  /** Whether the right factor of a product is transposed. */
  public static final AttrKey<Boolean> B_TRANS = AttrKey.flag("b_trans");

  /** Whether a product is laid out in fractals. */
  public static final AttrKey<Boolean> C_MATRIX_NZ = AttrKey.flag("c_matrix_nz");

  /** Which step of an accumulation a product is. */
  public static final AttrKey<String> ACC_PHASE = AttrKey.text("acc_phase", "unspecified");

  /** How many elements an array has. */
  public static final AttrKey<Long> EXTENT = AttrKey.integer("extent");

  /** Whether a store overwrites or adds. */
  public static final AttrKey<AtomicType> ATOMIC = AttrKey.of("atomic", AtomicType.class);

  /** What a window allocation is called. */
  public static final AttrKey<String> NAME = AttrKey.text("name", "");

  /** How many rows one step of a transfer moves; 0 for all. */
  public static final AttrKey<Long> CHUNK_ROWS = AttrKey.integer("chunk_rows", 0);

  /** How many columns one step of a transfer moves; 0 for all. */
  public static final AttrKey<Long> CHUNK_COLS = AttrKey.integer("chunk_cols", 0);

  /** Whether a transfer's steps overlap. */
  public static final AttrKey<Boolean> PIPELINE = AttrKey.flag("pipeline");

  /** Whether a remote load may read what pads the last row. */
  public static final AttrKey<Boolean> ALLOW_PHYSICAL_TAIL_PADDING =
      AttrKey.flag("allow_physical_tail_padding");

  /** What a notification does to its cell. */
  public static final AttrKey<NotifyOp> NOTIFY = AttrKey.of("op", NotifyOp.class);

  /** What a wait compares its cell for. */
  public static final AttrKey<WaitCmp> WAIT = AttrKey.of("cmp", WaitCmp.class);

  /** What a collective reduces with. */
  public static final AttrKey<ReduceOp> REDUCE = AttrKey.of("op", ReduceOp.class);

  /** How an all-reduce goes about it: {@code mesh} or {@code ring}. */
  public static final AttrKey<String> ALGORITHM = AttrKey.text("mode", "mesh");

  /** How many cores share a collective. */
  public static final AttrKey<Long> CORE_NUM = AttrKey.integer("core_num", 1);

  /** The rank whose data a broadcast spreads; no other collective has one. */
  public static final AttrKey<Long> ROOT = AttrKey.integer("root", 0);

  private OpAttrs() {}
}
