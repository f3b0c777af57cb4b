"""Markdown tables and readable numbers."""


def seconds(value):
    """Formats seconds: 12.3 s, 4.56 ms."""
    if value >= 1:
        return f"{value:.2f} s"
    return f"{value * 1000:.3g} ms" if value < 0.1 else f"{value * 1000:.0f} ms"


def memory(value):
    """Formats bytes as megabytes."""
    return f"{value / 1e6:.0f} MB"


def nanoseconds(value):
    """Formats nanoseconds: 8.1 ns, 2.3 µs."""
    if value < 1000:
        return f"{value:.1f} ns"
    return f"{value / 1000:.2f} µs" if value < 1e6 else f"{value / 1e6:.2f} ms"


def times(value):
    """Formats a factor: 42.1 ×."""
    return f"{value:.1f} ×" if value < 100 else f"{value:.0f} ×"


def table(head, rows):
    """Returns a table. The first column is text, and the others are numbers."""
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def comparison(figures, note=None):
    """Returns a table that compares figures with the last one; a ratio is the last value divided by that of the row."""
    base = figures[-1]
    rows = [
        [
            figure.name, seconds(figure.wall), seconds(figure.cpu), memory(figure.memory),
            f"{figure.spread * 100:.0f} %",
            times(base.wall / figure.wall), times(base.cpu / max(figure.cpu, 1e-6)),
        ]
        for figure in figures
    ]
    head = ["", "wall", "CPU", "peak memory", "spread", "wall ratio", "CPU ratio"]
    text = table(head, rows)
    return f"{text}\n\n{note}" if note else text
