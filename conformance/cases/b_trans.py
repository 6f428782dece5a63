"""Products with transposed operands in a pl.at scope: parameters, slices and windows, one product or a sum of them."""
import sys
import pypto.language as pl
import pypto.language.distributed as pld
import torch
from harness import dispatch, expect

CASE = sys.argv[1]
N, R, W = 2, 16, 32


@pl.jit
def chip(x: pl.Tensor[[R, W], pl.FP32], y: pl.Out[pl.Tensor[[R, R], pl.FP32]],
         z: pl.Out[pl.Tensor[[W, W], pl.FP32]],
         win: pl.InOut[pld.DistributedTensor[[R, W], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="fill"):
        win[:, :] = x[:, :]
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="mm"):
        if CASE == "param":
            y[:, :] = pl.matmul(x, x, b_trans=True, out_dtype=pl.FP32)
        if CASE == "slice":
            y[:, :] = pl.matmul(x[:, 0:16], x[:, 0:16], b_trans=True, out_dtype=pl.FP32)
        if CASE == "atrans":
            y[:, :] = pl.matmul(x[:, 0:16], x[:, 0:16], a_trans=True, out_dtype=pl.FP32)
        if CASE == "both":
            y[:, :] = pl.matmul(x[:, 0:16], x[:, 16:32], a_trans=True, b_trans=True)
        if CASE == "window":
            y[:, :] = pl.matmul(win, win, b_trans=True, out_dtype=pl.FP32)
        if CASE == "winslice":
            y[:, :] = pl.matmul(win[:, 0:16], win[:, 0:16], b_trans=True, out_dtype=pl.FP32)
        if CASE == "winatrans":
            y[:, :] = pl.matmul(win[:, 0:16], win[:, 0:16], a_trans=True, out_dtype=pl.FP32)
        if CASE == "acc":
            s = pl.matmul(x[:, 0:16], x[:, 0:16], b_trans=True, out_dtype=pl.FP32)
            s = pl.matmul_acc(s, x[:, 16:32], win[:, 16:32], b_trans=True)
            y[:, :] = s
        if CASE == "accloop":
            s = pl.matmul(x[:, 0:8], x[:, 0:8], b_trans=True, out_dtype=pl.FP32)
            for k in pl.range(8, W, 8):
                s = pl.matmul_acc(s, x[:, k:k + 8], x[:, k:k + 8], b_trans=True)
            y[:, :] = s
        if CASE == "oblong":
            z[:, :] = pl.matmul(x, win, a_trans=True, out_dtype=pl.FP32)
    return y, z


@pl.jit.host
def host(x: pl.Tensor[[N, R, W], pl.FP32], y: pl.Out[pl.Tensor[[N, R, R], pl.FP32]],
         z: pl.Out[pl.Tensor[[N, W, W], pl.FP32]]):
    wb = pld.alloc_window_buffer([R, W], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        win = pld.window(wb, [R, W], dtype=pl.FP32)
        chip(x[r], y[r], z[r], win, device=r)


x = torch.randint(-9, 9, (N, R, W)).float()
y = torch.zeros(N, R, R)
z = torch.zeros(N, W, W)
dispatch(host, x, y, z, n=N)
left, right = x[:, :, :16], x[:, :, 16:]
if CASE in ("slice", "winslice"):
    expect(y, torch.bmm(left, left.transpose(1, 2)))
elif CASE in ("atrans", "winatrans"):
    expect(y, torch.bmm(left.transpose(1, 2), left))
elif CASE == "both":
    expect(y, torch.bmm(left.transpose(1, 2), right.transpose(1, 2)))
elif CASE == "oblong":
    expect(z, torch.bmm(x.transpose(1, 2), x))
else:
    expect(y, torch.bmm(x, x.transpose(1, 2)))
