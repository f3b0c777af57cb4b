#!/usr/bin/env python3
"""Fails when a public symbol is not documented by example, or when an example is wrong.

    check.py [BUILD]    BUILD is the folder of a build with its symbol graph: .build-docs (as `make docs` leaves it) unless
                        it is given; .build after `swift package dump-symbol-graph --minimum-access-level public`

Types, protocols, functions, operators and subscripts need a block of Swift; of overloads one is enough. All others need at
least code between backticks that says more than their name.

Blocks are found in the doc comments of public symbols, in the articles and in the README. Each is compiled as the body of
a function that may throw; names of Prelude.swift are there without being made. A block that is not to be compiled is
fenced without `swift`.

A value behind an expression is true: in a block as `expression  // value`, between backticks as `expression // value`.
Both sides are Swift, and the examples that have such a value are run.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = ROOT / "Sources" / "ICalendar"

# What needs a block, by the kinds of symbol graphs.
NEED_BLOCK = {"struct", "enum", "class", "protocol", "actor", "typealias", "init", "method", "type.method", "func",
              "func.op", "subscript", "type.subscript", "macro"}
# What a protocol of the standard library asks for, and nobody calls.
NEVER_CALLED = {"hash(into:)", "encode(to:)", "init(from:)", "init(integerLiteral:)", "init(stringLiteral:)"}

SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
# A line that begins like this is no expression, and what stands behind it is a remark.
STATEMENT = re.compile(r"(let|var|if|else|for|while|switch|case|default|guard|return|func|defer|do|print)\b|[}@#/.]")
VALUE = re.compile(r"""".*"|\[.*\]|-?[0-9][0-9_.]*|true|false|nil|([A-Z][\w.]*)?\.\w+(\(.*\))?|[A-Z][\w.]*\(.*\)""")


class Symbol:
    """One public symbol: where it stands, what kind it is, and the lines of its doc comment."""

    def __init__(self, record):
        place = record["location"]
        self.path = pathlib.Path(place["uri"].removeprefix("file://")).resolve()
        self.line = place["position"]["line"] + 1
        self.kind = record["kind"]["identifier"].removeprefix("swift.")
        self.names = record["pathComponents"]
        comment = record.get("docComment", {}).get("lines", [])
        first = comment[0]["range"]["start"]["line"] + 1 if comment and "range" in comment[0] else self.line
        self.lines = [(first + number, line["text"]) for number, line in enumerate(comment)]

    @property
    def name(self):
        return ".".join(self.names)

    @property
    def family(self):
        """What overloads have in common: the type and the name before the parenthesis."""
        return (*self.names[:-1], self.names[-1].split("(")[0])


class Example:
    """Code of a document, from its first line on."""

    def __init__(self, path, line, lines):
        self.path, self.line, self.lines = path, line, lines
        self.has_values = False

    def swift(self, number, names):
        """The function of this example."""
        body = []
        for offset, text in enumerate(self.lines):
            expression, value = parted(text)
            if value is not None:
                self.has_values = True
                indent = text[: len(text) - len(text.lstrip())]
                place = f"{shown(self.path)}:{self.line + offset}"
                text = f'{indent}wrong.compare({expression.strip()}, {value}, at: "{place}")'
            body.append("" if text.startswith("import ") else text)
        code = "\n".join(self.lines)
        used = [name for name in names if re.search(rf"(?<![.\w]){name}\b(?!:)", code)]
        made = ["let prelude = try Prelude()"] if used else []
        made += [f"var {name} = prelude.{name}" for name in used]
        return "\n".join(
            [f"func example{number}(_ wrong: inout Wrong) async throws {{", *made, "do {",
             f'#sourceLocation(file: "{shown(self.path)}", line: {self.line})', *body, "#sourceLocation()", "}", "}"]
        )


def parted(line):
    """An expression and the value behind it, or the line and nothing."""
    expression, mark, value = line.rpartition(" // ")
    if not mark or not VALUE.fullmatch(value.strip()) or STATEMENT.match(line.lstrip()) or re.search(r" [-+*]?= ", expression):
        return line, None
    return expression, value.strip()


def shown(path):
    """A path as people know it."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def blocks(path, lines):
    """The Swift blocks of numbered lines."""
    found, block = [], None
    for number, text in lines:
        if block is None and text.strip() == "```swift":
            block = Example(path, number + 1, [])
        elif block is not None and text.strip() == "```":
            found.append(block)
            block = None
        elif block is not None:
            block.lines.append(text)
    return found


def prose(lines):
    """The text outside of blocks."""
    kept, is_code = [], False
    for _, text in lines:
        if text.strip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            kept.append(text.strip())
    return " ".join(kept)


def symbols(build):
    """The public symbols of the library, from the newest symbol graph of a build."""
    graphs = [path for path in build.glob("*/**/ICalendar*.symbols.json") if "checkouts" not in path.parts]
    if not graphs:
        sys.exit(f"{build} holds no symbol graph of ICalendar")
    folder = max(graphs, key=lambda path: path.stat().st_mtime).parent
    found = {}
    for graph in sorted(folder.glob("ICalendar*.symbols.json")):
        for record in json.loads(graph.read_text())["symbols"]:
            if record["accessLevel"] in ("public", "open") and "location" in record:
                symbol = Symbol(record)
                found.setdefault((symbol.path, symbol.line, symbol.name), symbol)
    return sorted(found.values(), key=lambda symbol: (symbol.path, symbol.line))


def complaints(found):
    """What the documentation of symbols lacks."""
    with_block = {symbol.family for symbol in found if blocks(symbol.path, symbol.lines)}
    for symbol in found:
        spans = [span for span in SPAN.findall(prose(symbol.lines)) if span.lower() != symbol.names[-1].lower()]
        has_block = bool(blocks(symbol.path, symbol.lines))
        needs_block = symbol.kind in NEED_BLOCK and symbol.names[-1] not in NEVER_CALLED
        place = f"{shown(symbol.path)}:{symbol.line}: error: {symbol.name}"
        if not any(text.strip() for _, text in symbol.lines):
            yield f"{place} has no doc comment"
        elif needs_block and symbol.family not in with_block:
            yield f"{place} has no example in a block ```swift"
        elif not has_block and not spans:
            yield f"{place} has no example between backticks"


def examples(found):
    """All examples: the blocks, and the values between backticks."""
    result = []
    for symbol in found:
        result += blocks(symbol.path, symbol.lines)
        for span in SPAN.findall(prose(symbol.lines)):
            if parted(span)[1] is not None:
                result.append(Example(symbol.path, symbol.lines[0][0], [span]))
    for path in [ROOT / "README.md", *sorted(SOURCES.glob("ICalendar.docc/**/*.md"))]:
        result += blocks(path, list(enumerate(path.read_text().split("\n"), start=1)))
    return result


def compile_and_run(build, found):
    """Compiles all examples, runs those that have values, and gives the exit status."""
    prelude = (HERE / "Prelude.swift").read_text()
    names = re.findall(r"^    let (\w+):", prelude, re.MULTILINE)
    functions = [example.swift(number, names) for number, example in enumerate(found)]
    calls = [
        f'do {{ try await example{number}(&wrong) }} catch {{ wrong.add(error, at: "{shown(example.path)}:{example.line}") }}'
        for number, example in enumerate(found) if example.has_values
    ]
    header = "import Foundation\nimport ICalendar\n"
    sources = {path.name for path in SOURCES.glob("**/*.swift")}
    objects = [
        path for path in sorted((build / "debug").glob("*.build/*.o"))
        if path.parent.stem in ("HeapModule", "InternalCollectionsUtilities")
        or path.parent.stem == "ICalendar" and path.stem in sources
    ]
    homes = [home for home in (pathlib.Path("/usr/local"), pathlib.Path("/opt/homebrew")) if home.exists()]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        # Two files, as each is compiled by a process of its own.
        (scratch / "First.swift").write_text(header + "\n".join(functions[::2]))
        (scratch / "Second.swift").write_text(header + "\n".join(functions[1::2]))
        (scratch / "main.swift").write_text(
            "\n".join([header, "func runAll() async -> Wrong {", "var wrong = Wrong()", *calls, "return wrong", "}",
                       "exit(await runAll().report())"])
        )
        flags = ["-swift-version", "6", "-suppress-warnings", "-j", "2", "-I", build / "debug" / "Modules",
                 "-I", ROOT / "Sources" / "CLibical"]
        for home in homes:
            flags += ["-Xcc", f"-I{home}/include", f"-L{home}/lib"]
        program = scratch / "examples"
        files = [scratch / "main.swift", scratch / "First.swift", scratch / "Second.swift", HERE / "Prelude.swift"]
        compiled = subprocess.run(["swiftc", *flags, *files, *objects, "-lical", "-o", program], cwd=ROOT)
        if compiled.returncode != 0:
            return 1
        return subprocess.run([program], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build-docs").resolve()
    found = symbols(build)
    lacking = list(complaints(found))
    for line in lacking:
        print(line, file=sys.stderr)
    shown_examples = examples(found)
    if compile_and_run(build, shown_examples) != 0 or lacking:
        sys.exit(f"{len(lacking)} public symbols are not documented by example; examples that are wrong are above")
    run = sum(example.has_values for example in shown_examples)
    print(f"{len(found)} public symbols are documented, {len(shown_examples)} examples compile, {run} with values are true")


if __name__ == "__main__":
    main()
