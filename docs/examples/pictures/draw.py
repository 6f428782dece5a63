"""Draws the pictures of the examples: `./pypto-j run docs/examples/pictures/draw.py` writes the SVG files beside it."""

import os

INK, SOFT, LINE, PAPER = "#1f2430", "#5a6272", "#b8bfcc", "#fbfbfd"
BLUE, GREEN, AMBER, RED, GREY = "#cfe0fb", "#cdeccf", "#fde3b0", "#f6c9c6", "#e7e9ef"
STRONG = {BLUE: "#2f62b8", GREEN: "#2c7a3a", AMBER: "#a2660a", RED: "#b3382f", GREY: "#6b7280"}
RANKS = [BLUE, GREEN, AMBER, RED]


class Picture:
    """An SVG of a size, on a sheet of its own colour, so that it reads on light and dark pages."""

    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.items = []

    def text(self, x, y, words, size=13, anchor="start", colour=INK, weight="normal", mono=False):
        family = "ui-monospace, Menlo, Consolas, monospace" if mono else "system-ui, Helvetica, Arial, sans-serif"
        words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        self.items.append(
            f'<text x="{x}" y="{y}" font-size="{size}" font-family="{family}" text-anchor="{anchor}" '
            f'font-weight="{weight}" fill="{colour}">{words}</text>'
        )

    def box(self, x, y, width, height, words="", fill=GREY, size=12, mono=False, dashed=False):
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        stroke = STRONG.get(fill, LINE)
        self.items.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{fill}" stroke="{stroke}"{dash}/>'
        )
        lines = words.split("\n") if words else []
        for i, line in enumerate(lines):
            at = y + height / 2 + size * 0.35 + (i - (len(lines) - 1) / 2) * (size + 3)
            self.text(x + width / 2, round(at, 1), line, size, "middle", mono=mono)

    def line(self, points, colour=SOFT, arrow=False, dashed=False, width=1.6):
        path = "M" + " L".join(f"{x},{y}" for x, y in points)
        self._path(path, colour, arrow, dashed, width)

    def curve(self, start, control, end, colour=SOFT, dashed=False):
        path = f"M{start[0]},{start[1]} Q{control[0]},{control[1]} {end[0]},{end[1]}"
        self._path(path, colour, True, dashed, 1.6)

    def _path(self, path, colour, arrow, dashed, width):
        marker = f' marker-end="url(#tip{colour[1:]})"' if arrow else ""
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.items.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}{marker}/>')

    def write(self, name):
        colours = sorted({c for c in [SOFT, INK, *STRONG.values()]})
        tips = "".join(
            f'<marker id="tip{c[1:]}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            f'orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{c}"/></marker>'
            for c in colours
        )
        body = "\n".join(self.items)
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), "w") as f:
            f.write(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}" role="img">\n<title>{self.title}</title>\n'
                f"<defs>{tips}</defs>\n"
                f'<rect width="{self.width}" height="{self.height}" rx="10" fill="{PAPER}"/>\n{body}\n</svg>\n'
            )


def table(p, x, y, widths, rows, height=26, fills=None, mono=True):
    """Rows of cells; the first row is a heading without boxes."""
    for i, row in enumerate(rows):
        at = x
        for j, words in enumerate(row):
            if i == 0:
                p.text(at + widths[j] / 2, y + 17, words, 12, "middle", SOFT)
            elif j == 0:
                p.text(at + widths[j] - 10, y + i * height + 17, words, 12, "end", INK, mono=mono)
            else:
                fill = fills(i, j) if fills else GREY
                p.box(at + 1, y + i * height + 2, widths[j] - 2, height - 4, words, fill, 12, mono)
            at += widths[j]


def halo():
    p = Picture(760, 480, "Ring halo exchange")
    p.text(24, 34, "One step: every rank pushes its row to both neighbours", 15, weight="600")
    xs = [40, 220, 400, 580]
    for r, x in enumerate(xs):
        p.text(x + 70, 66, f"rank {r}", 13, "middle", weight="600")
        p.box(x, 76, 140, 30, "mine", RANKS[r])
        p.box(x, 186, 66, 38, "halo[0]", RANKS[(r - 1) % 4], 12, True)
        p.box(x + 74, 186, 66, 38, "halo[1]", RANKS[(r + 1) % 4], 12, True)
        p.text(x + 33, 240, "from left", 11, "middle", SOFT)
        p.text(x + 107, 240, "from right", 11, "middle", SOFT)
    for r, x in enumerate(xs):
        strong = STRONG[RANKS[r]]
        if r < 3:
            p.line([(x + 110, 106), (xs[r + 1] + 33, 184)], strong, True)
        else:
            p.line([(x + 110, 106), (x + 165, 140)], strong, False, True)
        if r > 0:
            p.line([(x + 30, 106), (xs[r - 1] + 107, 184)], strong, True)
        else:
            p.line([(x + 30, 106), (x - 25, 140)], strong, False, True)
    p.line([(xs[0] - 25, 152), (xs[0] + 33, 184)], STRONG[RANKS[3]], True, True)
    p.line([(xs[3] + 165, 152), (xs[3] + 107, 184)], STRONG[RANKS[0]], True, True)
    p.text(24, 284, "The signal cells of rank 1 over time", 15, weight="600")
    table(
        p,
        24,
        294,
        [150, 92, 92, 92, 92, 92, 92],
        [
            ["", "start", "filled", "read", "filled", "read", "…"],
            ["full[0] from rank 0", "0", "1", "1", "2", "2", "3"],
            ["full[1] from rank 2", "0", "1", "1", "2", "2", "3"],
            ["free[0] from rank 0", "0", "0", "1", "1", "2", "2"],
            ["free[1] from rank 2", "0", "0", "1", "1", "2", "2"],
        ],
        28,
        lambda i, j: GREEN if i < 3 and j in (2, 4, 6) else AMBER if i > 2 and j in (3, 5) else GREY,
        mono=False,
    )
    p.text(24, 456, "Before step k a rank waits for free >= k, after its pushes for full >= k + 1. The counts only grow.", 12, colour=SOFT)
    p.write("halo.svg")


def credits():
    p = Picture(760, 390, "The credit barrier")
    p.text(24, 34, "A cell of rank 0: the credits that rank 1 gives it", 15, weight="600")
    left, base, unit, step = 74, 280, 46, 100
    for v in range(5):
        y = base - v * unit
        p.line([(left, y), (700, y)], LINE, width=1)
        p.text(left - 12, y + 4, str(v), 12, "end", SOFT)
    events = [("start", 0), ("+1", 1), ("+1", 2), ("+1", 3), ("+1", 4), ("-4", 0)]
    points = []
    for i, (_, v) in enumerate(events):
        x = left + 10 + i * step
        points += [(x, base - v * unit), (x + step, base - v * unit)]
    p.line(points, STRONG[BLUE], width=3)
    for i, (words, v) in enumerate(events[1:], 1):
        x = left + 10 + i * step
        p.text(x + 8, base - v * unit - 12 if words != "-4" else base - 10, words, 13, "start", STRONG[BLUE], "600", True)
    for at, v, words, below in [
        (1.3, 1, "wait >= 1", 20),
        (3.3, 3, "wait >= 2", 20),
        (3.7, 3, "wait >= 3", 36),
        (4.3, 4, "wait >= 4", 20),
    ]:
        x, y = left + 10 + at * step, base - v * unit
        p.items.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{GREEN}" stroke="{STRONG[GREEN]}" stroke-width="2"/>')
        p.text(left + 18 + int(at) * step, y + below, words, 12, "start", STRONG[GREEN], mono=True)
    for i, words in enumerate(["", "generation 1", "generation 2", "generation 3", "generation 4", "epilogue"]):
        p.text(left + 10 + (i + 0.5) * step, 310, words, 12, "middle", SOFT)
    p.text(24, 346, "Rank 0 is slow in generation 2: when it looks, rank 1 has given its third credit, and the cell is 3.", 12)
    p.text(24, 368, "Ge lets rank 0 go on; Eq would wait for ever. The epilogue takes the call's four credits back out.", 12)
    p.write("credit_barrier.svg")


def mesh():
    p = Picture(760, 330, "Mesh allreduce in chunks")
    p.text(24, 34, "mesh: 9000 FP32 as one stream, in chunks of 16 KiB (4096 elements)", 15, weight="600")
    scale = 700 / 9000
    at = 30
    for n, words, fill in [(4096, "chunk 0: [0, 4096)", BLUE), (4096, "chunk 1: [4096, 8192)", GREEN), (808, "808", AMBER)]:
        w = round(n * scale, 1)
        p.box(at, 52, w, 34, words, fill)
        at = round(at + w, 1)
    p.text(730, 104, "last tile: 4096 wide, valid_shape [1, 808]", 11, "end", SOFT)
    p.text(24, 138, "What rank r does", 15, weight="600")
    stages = [
        ("barrier 1", GREY, "all data is there"),
        ("load + add\npeers, chunk 0", BLUE, ""),
        ("barrier 2", GREY, "all have read it"),
        ("store\nchunk 0", BLUE, ""),
        ("load + add\npeers, chunk 1", GREEN, ""),
        ("barrier 3", GREY, ""),
        ("store\nchunk 1", GREEN, ""),
        ("…", AMBER, ""),
        ("cells\n-= 4", RED, "epilogue"),
    ]
    widths = [70, 98, 70, 64, 98, 70, 64, 30, 56]
    x = 30
    for (words, fill, note), w in zip(stages, widths):
        p.box(x, 152, w, 48, words, fill, 11)
        if note:
            p.text(x + w / 2, 218, note, 11, "middle", SOFT)
        x += w + 10
    p.text(24, 254, "The barrier between reading and storing keeps a rank from overwriting a chunk that a peer still reads.", 12)
    p.text(24, 276, "Three chunks and the first barrier make 4 generations: each cell gets 4 credits, and the epilogue takes 4.", 12)
    p.text(24, 298, "signal: [ranks, 1], one cell for each peer.", 12)
    p.write("allreduce_mesh.svg")


def ring():
    p = Picture(760, 452, "Ring allreduce in segments")
    p.text(24, 34, "ring: one segment a rank; in each round it takes one from its left neighbour", 15, weight="600")
    for s in range(4):
        p.box(30 + s * 175, 50, 175, 30, f"segment {s}: [{s * 9000 // 4}, {(s + 1) * 9000 // 4})", RANKS[s])
    p.text(112, 112, "reduce-scatter: add it to the own one", 13, colour=INK, weight="600")
    p.text(440, 112, "allgather: copy it", 13, colour=INK, weight="600")
    for k in range(3):
        p.text(112 + k * 104 + 47, 134, f"row {k}", 12, "middle", SOFT)
        p.text(440 + k * 104 + 47, 134, f"row {k + 3}", 12, "middle", SOFT)
    for r in range(4):
        y = 144 + r * 46
        p.text(96, y + 24, f"rank {r}", 13, "end", weight="600")
        for k in range(3):
            s = (r - k - 2) % 4
            p.box(112 + k * 104, y, 94, 36, f"segment {s}", RANKS[s])
            s = (r - k - 1) % 4
            p.box(440 + k * 104, y, 94, 36, f"segment {s}", RANKS[s])
    p.text(24, 356, "After the third round rank r holds the whole sum of segment r; three more rounds carry the sums round the ring.", 12)
    p.text(24, 378, "Each round has its own row of the signal [2 * (ranks - 1), ranks] and two generations: ready, and read.", 12)
    p.text(24, 400, "A segment above 16 KiB is worked on in parts, each with its own two generations.", 12)
    p.text(24, 422, "FP16 rounds the borders between segments up to 16 elements, so that each starts at a multiple of 32 bytes.", 12)
    p.write("allreduce_ring.svg")


def routing():
    p = Picture(760, 470, "Token routing with capacity slots")
    p.text(24, 34, "all_to_all_v: 3 ranks, 2 slots for each pair", 15, weight="600")
    counts = [[1, 2, 0], [2, 0, 1], [-1, 1, 5]]
    x0 = [30, 280, 530]
    for r in range(3):
        p.text(x0[r] + 100, 66, f"rank {r} sends", 13, "middle", weight="600")
        for d in range(3):
            rows = max(0, min(2, counts[r][d]))
            for k in range(2):
                there = k < rows
                p.box(x0[r] + d * 68 + k * 32, 92, 30, 28, f"{100 * (r + 1) + 10 * d + k}" if there else "", RANKS[r] if there else PAPER, 11, True, not there)
            p.text(x0[r] + d * 68 + 31, 86, f"to {d}: {counts[r][d]}", 11, "middle", STRONG[RED] if counts[r][d] != rows else SOFT)
    for r in range(3):
        p.text(x0[r] + 100, 286, f"rank {r}'s window", 13, "middle", weight="600")
        for s in range(3):
            rows = max(0, min(2, counts[s][r]))
            for k in range(2):
                there = k < rows
                p.box(x0[r] + s * 68 + k * 32, 300, 30, 28, f"{100 * (s + 1) + 10 * r + k}" if there else "?", RANKS[s] if there else GREY, 11, True, not there)
            p.box(x0[r] + s * 68 + 8, 350, 46, 26, str(rows), RANKS[s], 12, True)
        p.text(x0[r] + 99, 394, "recv_counts", 11, "middle", SOFT, mono=True)
    for r in range(3):
        for d in range(3):
            rows = max(0, min(2, counts[r][d]))
            if rows:
                p.line([(x0[r] + d * 68 + 31, 122), (x0[d] + r * 68 + 31, 264)], STRONG[RANKS[r]], True)
    p.text(24, 424, "A negative count sends nothing, one above the capacity sends the capacity; recv_counts has what was sent.", 12)
    p.text(24, 446, "Slots with ? are never written. They may hold NaN: trim to recv_counts first, compute afterwards.", 12)
    p.write("all_to_all_v.svg")


def compiler():
    p = Picture(760, 420, "From a script to a folder")
    p.text(24, 34, "From a script to a folder", 15, weight="600")
    p.box(30, 56, 150, 60, "script.py\nruns in Python", AMBER)
    p.box(230, 56, 150, 60, "kernel functions\nare read as text", BLUE)
    p.box(430, 56, 130, 60, "program (IR)", BLUE)
    p.box(600, 56, 130, 60, "verifier\nrules, codes", RED)
    p.line([(180, 86), (228, 86)], arrow=True)
    p.line([(380, 86), (428, 86)], arrow=True)
    p.line([(560, 86), (598, 86)], arrow=True)
    p.line([(665, 116), (665, 142), (380, 142), (380, 160)], arrow=True)
    names = ["ConvertToSSA", "OutlineIncoreScopes", "LowerCompositeOps", "InferTileMemorySpace", "AllocateMemoryAddr", "MaterializeDistTensorCtx"]
    p.box(30, 162, 700, 84, "", GREEN)
    p.text(44, 182, "passes, one after the other; each takes a program and returns one", 12)
    for i, name in enumerate(names):
        p.box(44 + (i % 3) * 228, 190 + (i // 3) * 26, 218, 22, name, PAPER, 11, True)
    p.line([(130, 246), (130, 288)], arrow=True)
    p.line([(310, 246), (310, 288)], arrow=True)
    p.line([(480, 246), (480, 288)], arrow=True)
    p.line([(650, 246), (650, 288)], arrow=True)
    p.box(60, 290, 140, 44, "passes_dump/", GREY, 12, True)
    p.box(240, 290, 140, 44, "kernels/aiv/*.pto", GREY, 11, True)
    p.box(410, 290, 140, 44, "orchestration/", GREY, 12, True)
    p.box(580, 290, 140, 44, "simulator", BLUE)
    for x, a, b in [
        (130, "the program after", "every pass, as Python"),
        (310, "one module", "per kernel"),
        (480, "host: Python,", "chip: C++ task graph"),
        (650, "the same program,", "on N ranks"),
    ]:
        p.text(x, 354, a, 11, "middle", SOFT)
        p.text(x, 369, b, 11, "middle", SOFT)
    p.text(24, 400, "compile writes the folder; run executes what the passes made; check stops after the verifier.", 12)
    p.write("compiler.svg")


halo()
credits()
mesh()
ring()
routing()
compiler()
