"""A plot as SVG, with two logarithmic axes."""

import math

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 80, 40, 150, 50
COLOURS = ["#0b6e99", "#c0392b", "#2e7d32", "#8e5aa8"]


def decades(low, high):
    """Returns the powers of ten that enclose a range."""
    return range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)


def growth(title, unit, series):
    """Returns the text of the plot; `series` maps names to lists of (events, value)."""
    points = [point for line in series.values() for point in line]
    across = decades(min(x for x, _ in points), max(x for x, _ in points))
    up = decades(min(y for _, y in points), max(y for _, y in points))
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x_of(value):
        return LEFT + width * (math.log10(value) - across[0]) / max(across[-1] - across[0], 1)

    def y_of(value):
        return TOP + height * (1 - (math.log10(value) - up[0]) / max(up[-1] - up[0], 1))

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12" fill="#333">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{title}</text>',
        f'<text x="{LEFT + width / 2}" y="{HEIGHT - 12}" text-anchor="middle">events</text>',
    ]
    for power in across:
        x = x_of(10**power)
        parts.append(f'<path d="M{x:.1f} {TOP}V{TOP + height}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{TOP + height + 18}" text-anchor="middle">{10**power:,}</text>')
    for power in up:
        y = y_of(10.0**power)
        label = f"{10**power:,}" if power >= 0 else f"{10.0**power:.{-power}f}"
        parts.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + width}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label} {unit}</text>')
    for index, (name, line) in enumerate(series.items()):
        colour = COLOURS[index % len(COLOURS)]
        path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in line:
            parts.append(f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3" fill="{colour}"/>')
        x, y = line[-1]
        parts.append(f'<text x="{x_of(x) + 8:.1f}" y="{y_of(y) + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])
