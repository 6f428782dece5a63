package org.pyptoj.verifier.rule;

/** The rules of the local tile and tensor ops, one row each. */
public enum TileRule implements Rule {
  OPERAND_COUNT(
      "PLT0001",
      null,
      "A call gives every operand that has no default, and no more operands than the " + "op has."),
  OPERAND_KIND("PLT0002", null, "An operand is of the kind that the op names."),
  ATTRIBUTE(
      "PLT0003",
      null,
      "An attribute is of the kind that the op names, and a required one is given."),
  SAME_DTYPE("PLT0004", null, "The operands of an elementwise op have the same element type."),
  BROADCAST(
      "PLT0005",
      null,
      "The operands of an elementwise op have the same shape, or differ where one "
          + "extent is 1."),
  INTEGER_DTYPE("PLT0006", null, "Bitwise ops and shifts take integers."),
  SUPPORTED_DTYPE("PLT0007", null, "The op exists for the element type of its operand."),
  TUPLE_RANK(
      "PLT0008",
      null,
      "offsets, shapes and valid_shape of one access have the same number of entries."),
  POSITIVE_SHAPE(
      "PLT0009", null, "A shape has at least one entry, and its static extents are positive."),
  STATIC_SHAPE("PLT0010", null, "A tile that is allocated has extents known when it is compiled."),
  READ_OFFSET("PLT0011", null, "A read starts inside its source."),
  READ_VALID(
      "PLT0012", null, "The valid extent of a read lies between zero and the extent of the tile."),
  READ_BOUNDS("PLT0013", null, "A read ends inside its source."),
  WRITE_BOUNDS("PLT0014", null, "A write starts and ends inside its destination."),
  WRITE_UNION(
      "PLT0015", null, "What is valid after a write is again one box that starts at the origin."),
  ATOMIC_DTYPE("PLT0016", null, "An atomic store adds FP32, BF16, FP16, INT32, INT16 or INT8."),
  INDICES("PLT0017", null, "An element is named by one integer per dimension."),
  WRITE_DTYPE("PLT0018", null, "A value that is written has the element type of the destination."),
  STORE_DTYPE(
      "PLT0019",
      null,
      "A tile is stored into a tensor of its element type; an accumulator may be " + "narrowed."),
  REDUCE_OPERAND("PLT0020", null, "A reduction takes at least two dimensions that are not empty."),
  SCRATCH("PLT0021", null, "A scratch tile has the element type of the operand and is no smaller."),
  EXPAND_VECTOR(
      "PLT0022",
      null,
      "An expansion takes one column with as many rows as the tile, or one row with "
          + "as many columns."),
  MATMUL_OPERANDS(
      "PLT0023",
      null,
      "A matrix product takes operands of one element type whose inner extents agree."),
  MATMUL_ACCUMULATOR(
      "PLT0024",
      null,
      "The accumulator of a matrix product is FP32 or INT32 and has the shape of the "
          + "product."),
  RESHAPE_COUNT("PLT0025", null, "A reshape keeps the number of elements."),
  RESHAPE_VALID("PLT0026", null, "The valid box of a reshaped value is again a box."),
  AXES("PLT0027", null, "Two different axes of the operand are exchanged."),
  DROP_DIMS(
      "PLT0028",
      null,
      "Only dimensions of extent 1 are dropped, each once, and not all of a tensor."),
  VALID_BOX(
      "PLT0029", null, "The valid rows and columns of a tile lie between zero and its shape."),
  CONCAT(
      "PLT0030",
      null,
      "What is set side by side has two dimensions, one element type and as many " + "rows."),
  CAST_SAME("PLT0031", null, "A cast changes the element type."),
  CAST_MODE("PLT0032", null, "The mode of a cast is none, rint, round, floor, ceil, trunc or odd."),
  FILL_PAD("PLT0033", null, "A pad value is zero, max or min."),
  CONSECUTIVE(
      "PLT0034",
      null,
      "Consecutive integers fill one row of more than one column, and start has their " + "type."),
  AXIS("PLT0035", null, "A dimension's number is less than the rank."),
  ARRAY(
      "PLT0036",
      null,
      "An array has a positive extent and elements of an integer type, BOOL or " + "TASK_ID."),
  ASSEMBLE_DTYPE("PLT0037", null, "What is placed into a tile or tensor has its element type."),
  FILL_VALUE("PLT0038", null, "A tile or tensor is filled with a constant."),
  COMPARISON("PLT0039", null, "A comparison is one of the six that cmp_type numbers."),
  PART_VALID(
      "PLT0040",
      null,
      "A partial op's second value is valid nowhere beyond its first, and prelu's slope where "
          + "its tile is."),
  PRELU_SCRATCH(
      "PLT0041",
      null,
      "prelu's scratch tile is UINT8, with a row more than are valid and a column for each "
          + "eight."),
  SELECT_MASK("PLT0042", null, "A mask is of integers and has a bit for each valid element."),
  LARGER_SHAPE("PLT0043", null, "What is padded to a larger shape fits into it."),
  POSITIONS("PLT0044", null, "Positions are integers as wide as the op wants beside its elements."),
  MASKED_COLUMNS(
      "PLT0045",
      null,
      "A mask pattern is one of seven, its groups fill the columns, and bits are read as a type "
          + "as wide."),
  GATHER_DIM(
      "PLT0046",
      null,
      "Elements are gathered and scattered along the last dimension, and whole rows by their "
          + "numbers, no more than there are."),
  SORTED_BLOCKS("PLT0047", null, "Values are sorted in blocks of 32 beside as many indices."),
  SORTED_RUNS(
      "PLT0048", null, "Sorted runs stand in one row, four of one length or two to four lists."),
  STORE_SHAPES("PLT0049", null, "The shapes of a store count the elements that its tile holds."),
  GATHERED_ROWS(
      "PLT0050",
      null,
      "Rows are gathered into a tile that lies as they come: as columns, by constants, into a "
          + "transposed tile beside the cube, and as rows into any other.");

  private final String code;
  private final String section;
  private final String title;

  TileRule(String code, String section, String title) {
    this.code = code;
    this.section = section;
    this.title = title;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String section() {
    return section;
  }

  @Override
  public String title() {
    return title;
  }
}
