package org.pyptoj.passes.collective;

import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.passes.IrBuilder;

/**
 * Moves chunks of one row of a window to and from tiles of one physical width. A chunk's valid
 * extent may be smaller and known only at run time; tiles that outlive the loads are padded to the
 * full width, so that their type is the same in every iteration and branch.
 *
 * @param source the window, or a view of it
 * @param row which row
 * @param width physical columns of every tile
 * @param remoteUnit elements that a remote load rounds its span up to, or 1: what it then reads too
 *     much lies in the window's own padding, and the valid extent is restored before anything looks
 *     at it
 */
record Chunks(Expr source, Expr row, Expr width, long remoteUnit) {

  private static final Attrs PADDED_TAIL = Attrs.of(OpAttrs.ALLOW_PHYSICAL_TAIL_PADDING, true);

  /** This rank's chunk, padded. */
  Var own(IrBuilder b, String hint, Expr column, Expr valid) {
    Var loaded =
        b.bind(
            hint + "_loaded",
            TileOp.LOAD,
            source,
            b.tuple(row, column),
            b.tuple(IntConst.index(1), width),
            b.tuple(IntConst.index(1), valid));
    return pad(b, hint, loaded);
  }

  /** A peer's chunk, padded. */
  Var peers(IrBuilder b, String hint, Expr peer, Expr column, Expr valid) {
    Expr span = remoteUnit == 1 ? valid : Shapes.roundUp(valid, remoteUnit);
    Var loaded =
        b.bind(
            hint + "_loaded",
            b.call(
                DistributedOp.REMOTE_LOAD,
                remoteUnit == 1 ? Attrs.NONE : PADDED_TAIL,
                source,
                peer,
                b.tuple(row, column),
                b.tuple(IntConst.index(1), width),
                b.tuple(IntConst.index(1), span)));
    if (remoteUnit != 1) {
      loaded = b.bind(hint + "_tail", TileOp.SET_VALIDSHAPE, loaded, IntConst.index(1), valid);
    }
    return pad(b, hint, loaded);
  }

  /** Writes a padded tile's valid part back. */
  void store(IrBuilder b, String hint, Expr tile, Expr column, Expr valid) {
    Var narrowed = b.bind(hint, TileOp.SET_VALIDSHAPE, tile, IntConst.index(1), valid);
    b.run(TileOp.STORE, Attrs.NONE, narrowed, b.tuple(row, column), source);
  }

  private static Var pad(IrBuilder b, String hint, Var tile) {
    return b.bind(hint, TileOp.FILLPAD, tile);
  }
}
