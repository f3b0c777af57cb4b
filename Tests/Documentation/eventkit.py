#!/usr/bin/env python3
"""Compares the module EventKit with the list of Apple's declarations, Tests/EventKitTests/surface.txt.

    eventkit.py check [BUILD]    BUILD defaults to .build, with the symbol graphs from `convert`
    eventkit.py uses             writes Tests/EventKitTests/Surface: one use of each declaration, with its exact types

`check` fails if a declaration is missing, or if its labels, types or optionality differ from Apple's.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURFACE = ROOT / "Tests/EventKitTests/surface.txt"
USES = ROOT / "Tests/EventKitTests/Surface"
# Parts that do not affect callers. Completion handlers are implicitly Sendable on Apple's systems.
WORDS = r"@(NSCopying|escaping|Sendable|preconcurrency|MainActor|discardableResult|frozen)|convenience|required|override|final"


def surface():
    """Returns the declarations by name, and the reasons for omissions by name."""
    wanted, omitted = {}, {}
    for line in SURFACE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, text = line.removeprefix("-").partition("\t")
            (omitted if line.startswith("-") else wanted)[name] = text
    return wanted, omitted


def plain(declaration):
    """Returns a declaration without parts that do not affect callers, such as inner parameter names."""
    text = re.sub(rf"(?<!\w)({WORDS})\s+", "", declaration)
    text = re.sub(r"([(,] ?)(\w+) \w+: ", r"\1\2: ", text)
    text = re.sub(r" = [^,)]+(?=[,)])", "", text)
    text = re.sub(r"\bEKEventStoreRequestAccessCompletionHandler\b(?! =)", "(Bool, (any Error)?) -> Void", text)
    text = text.replace("class func", "static func").replace("static let", "static var")
    text = re.sub(r"^let ", "var ", text)
    text = re.sub(r"^(class|struct|enum) ([\w.]+).*", r"\1 \2", text)
    return re.sub(r"\s+", " ", text).removesuffix(" { get }").strip()


def declared(build):
    """Returns the module's declarations by name. A name can have several."""
    found = {}
    for path in sorted((build / "documentation/graphs/EventKit").glob("*.symbols.json")):
        for symbol in json.loads(path.read_text())["symbols"]:
            name = ".".join(symbol["pathComponents"])
            text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
            found.setdefault(name, set()).add(text)
    return found


def check(build):
    wanted, omitted = surface()
    found = declared(build)
    if not found:
        sys.exit(f"{build} has no symbol graph for EventKit; run Tests/Documentation/convert")
    failures = 0
    for name, text in wanted.items():
        have = found.get(name, set())
        if not have:
            print(f"missing: {name}")
        elif text and plain(text) not in {plain(other) for other in have}:
            print(f"different: {name}\n  Apple: {text}\n  here:  {' | '.join(sorted(have))}")
        else:
            continue
        failures += 1
    for name in sorted(set(omitted) & set(found)):
        print(f"implemented, but listed as omitted: {name}")
        failures += 1
    print(f"EventKit: {len(wanted) - failures} of {len(wanted) + len(omitted)} declarations, {len(omitted)} omitted")
    sys.exit(1 if failures else 0)


def parameters(text):
    """Returns the types in a parameter list, and the text after it."""
    depth, parts, part = 0, [], ""
    for place, sign in enumerate(text):
        if sign in "([":
            depth += 1
        if sign in ")]":
            depth -= 1
            if depth == 0:
                parts.append(part)
                types = [one.split(":", 1)[1].strip() for one in parts if one.strip()]
                return types, text[place + 1:].strip()
        if sign == "," and depth == 1:
            parts.append(part)
            part = ""
        elif depth > 1 or sign not in "(":
            part += sign
    return [], ""


def use(name, text):
    """Returns statements that use a declaration, and whether they need the main actor."""
    owner, _, member = name.rpartition(".")
    if not text:
        return f"let _: {owner} = .{member}"
    # Completion handlers are Sendable here. On Apple's systems, the importer makes them Sendable.
    text = re.sub(r"completion(Handler)?: @escaping", r"completion\1: @escaping @Sendable", text)
    kind = re.sub(rf"(?<!\w)({WORDS.replace('escaping|Sendable|', '')})\s+", "", text)
    if re.match(r"(class|struct|enum) \w", kind) and "func" not in kind:
        return f"_ = {name}.self"
    if kind.startswith("typealias"):
        return f"_ = {name}.self" if "->" not in kind else f"_ = Optional<{name}>.none"
    if kind.startswith("let "):
        return f"let _: {kind.split(': ')[1]} = {name}"
    if kind.startswith("static") and "func" not in kind:
        kind = kind.removeprefix("static ").removeprefix("var ").removeprefix("let ")
        shown = "NotificationCenter.BaseMessageIdentifier<EKEventStore.EventStoreChanged>" if "MessageIdentifier" in owner else owner
        return f"let _: {kind.split(': ', 1)[1].split(' {')[0]} = {shown}.{member}"
    if kind.startswith("var"):
        type = kind.split(": ", 1)[1].split(" {")[0]
        path = "ReferenceWritableKeyPath" if "set }" in kind else "KeyPath"
        exact = f"let _: {path}<{owner}, {type.replace('!', '?')}> = \\.{member}"
        # An implicitly unwrapped value can be used like a non-optional value.
        return exact + (f"\nfunc {member}(_ value: {owner}) {{ let _: {type[:-1]} = value.{member} }}" if "!" in type else "")
    isolated = "@MainActor " if "@MainActor" in text else ""
    if kind.startswith("init"):
        types, _ = parameters(kind[kind.index("("):])
        result = owner + ("?" if kind.startswith("init?") else "")
        return f"let _: ({', '.join(types)}) -> {result} = {owner}.{member.replace('init()', 'init')}"
    shared = kind.startswith(("class func", "static func"))
    types, rest = parameters(kind[kind.index("("):])
    effects, _, result = rest.partition("->")
    effects = f"{effects.strip()} " if effects.strip() else ""
    function = f"({', '.join(types)}) {effects}-> {result.strip() or 'Void'}"
    member = member.removesuffix("()")
    if shared:
        return f"let _: {isolated}{function} = {owner}.{member}"
    return f"let _: ({owner}) -> {function} = {owner}.{member}"


def write_uses():
    wanted, _ = surface()
    USES.mkdir(exist_ok=True)
    values = re.compile(r"EKError|EK\w+(Mask|Type|Status|Role|Proximity|Availability|Frequency|Priority|Span|Weekday)\b(?!.*Identifier)|EKSpan|EKWeekday")
    for title, select in (("Classes", lambda name: not values.match(name)), ("Values", values.match)):
        lines = [
            "// Written by Tests/Documentation/eventkit.py from surface.txt: one use of each declaration.", "",
            "import EventKit", "import Foundation", "", f"enum {title}Surface {{",
        ]
        groups = {}
        for name, text in wanted.items():
            if select(name):
                groups.setdefault(name.split(".")[0], []).append((name, text))
        for group, members in groups.items():
            actor = "@MainActor " if any("@MainActor" in text for _, text in members) else ""
            lines.append(f"    {actor}static func use{group}() {{")
            for name, text in members:
                lines += ["        " + line for line in use(name, text).split("\n")]
            lines.append("    }")
        (USES / f"{title}Surface.swift").write_text("\n".join(lines) + "\n}\n")
    subprocess.run(["swift", "format", "--in-place", "--recursive", str(USES)], check=True)


if sys.argv[1:2] == ["uses"]:
    write_uses()
elif sys.argv[1:2] == ["check"]:
    check(pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / ".build"))
else:
    sys.exit(__doc__)
