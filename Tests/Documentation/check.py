#!/usr/bin/env python3
"""Fails when a public symbol is not documented by example, and when an example is wrong.

    check.py [BUILD]    BUILD is .build unless it is given: a debug build, after `convert` has put its symbol graphs there

Types, protocols, functions, operators and subscripts have a block of Swift; of overloads one is enough. All others have at
least code between backticks that says more than their name.

The blocks of doc comments, of the articles and of the README are compiled, each as the body of a function that may throw.
The names of Prelude.swift are there without being made. A block that is not to be compiled is fenced without `swift`.

So is code between backticks that starts with one of these names, as `event.start`.

A value behind an expression is true: in a block as `expression  // value`, between backticks as `expression // value`.
Both sides are Swift, and what has such a value is run.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The libraries whose public symbols are looked at; those of the package are linked, too.
LIBRARIES = ("ICalendar", "ICalendarLibical", "ICalendarStore", "ICalendarRecords")
SOURCES = ROOT / "Sources"
# The modules that `import ICalendar` hands on.
BEHIND = re.findall(r"^@_exported public import (\w+)", (SOURCES / "ICalendar/ICalendar.swift").read_text(), re.MULTILINE)
# What the libraries are built upon; all of it is linked.
OTHERS = ("HeapModule", "InternalCollectionsUtilities", "SystemIO", "GRDB")

# What has a block, by the kinds of symbol graphs.
KINDS_WITH_BLOCK = {
    "struct", "enum", "class", "actor", "protocol", "typealias", "init", "method", "type.method", "func", "func.op",
    "subscript", "type.subscript", "macro",
}
# What protocols of the standard library ask for, and nobody calls by name.
CALLED_BY_NOBODY = {"hash(into:)", "encode(to:)", "init(from:)", "init(integerLiteral:)", "init(stringLiteral:)"}

SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
# A line that begins like this is no expression, and what stands behind it is a remark.
STATEMENT = re.compile(r"(let|var|if|else|for|while|switch|case|default|guard|return|func|defer|do|print)\b|[}@#/.]")
ASSIGNMENT = re.compile(r" [-+*/]?= ")
VALUE = re.compile(
    r"""".*"|\[.*\]|-?[0-9][0-9_.]*|true|false|nil|([A-Z][\w.]*)?\.\w+(\(.*\))?|[A-Z][\w.]*\(.*\)"""
)


class Symbol:
    """One public symbol: its place, its kind, and the numbered lines of its doc comment."""

    def __init__(self, record):
        place = record["location"]
        self.path = local(place["uri"])
        self.line = place["position"]["line"] + 1
        self.kind = record["kind"]["identifier"].removeprefix("swift.")
        self.names = record["pathComponents"]
        comment = record.get("docComment", {})
        # What a symbol inherits from the standard library says nothing of calendars.
        lines = comment.get("lines", []) if comment.get("module", LIBRARIES[0]) in (*LIBRARIES, *BEHIND) else []
        self.commented = local(comment["uri"]) if "uri" in comment else self.path
        self.lines = [(line["range"]["start"]["line"] + 1 if "range" in line else self.line, line["text"]) for line in lines]

    @property
    def name(self):
        return ".".join(self.names)

    @property
    def family(self):
        """What overloads have in common: the type, and the name before the parenthesis."""
        return (*self.names[:-1], self.names[-1].split("(")[0])

    def blocks(self):
        return blocks(self.commented, self.lines)

    def spans(self):
        return SPAN.findall(prose(self.lines))

    def complaint(self, families_with_block):
        """What its documentation lacks, or nothing."""
        if not any(text.strip() for _, text in self.lines):
            return "has no doc comment"
        has_block = bool(self.blocks())
        needs_block = self.kind in KINDS_WITH_BLOCK and self.names[-1] not in CALLED_BY_NOBODY
        if needs_block and self.family not in families_with_block:
            return "has no example in a block ```swift"
        own_name = self.names[-1].lower()
        if not has_block and all(span.lower() == own_name for span in self.spans()):
            return "has no example between backticks"
        return None


class Example:
    """Code of a document: its file, its first line, and its lines."""

    def __init__(self, path, line, lines):
        self.path, self.line, self.lines = path, line, lines
        self.has_values = any(parted(text)[1] is not None for text in lines)

    @property
    def place(self):
        return f"{shown(self.path)}:{self.line}"

    def function(self, name, known):
        """The Swift function that does what the example says, and holds its values to be true."""
        code = "\n".join(self.lines)
        used = [word for word in known if re.search(rf"(?<![.\w]){word}\b(?!:)", code)]
        made = ["let prelude = try Prelude()"] if used else []
        made += [f"var {word} = prelude.{word}" for word in used]
        body = [self.statement(text, self.line + offset) for offset, text in enumerate(self.lines)]
        return "\n".join([
            f"func {name}(_ wrong: inout Wrong) async throws {{", *made, "do {",
            f'#sourceLocation(file: "{shown(self.path)}", line: {self.line})', *body, "#sourceLocation()", "}", "}",
        ])

    def statement(self, text, line):
        expression, value = parted(text)
        if value is not None:
            return f'wrong.compare({expression.strip()}, {value}, at: "{shown(self.path)}:{line}")'
        return "" if text.startswith("import ") else text


def parted(line):
    """An expression and the value behind it, or the line and nothing."""
    expression, mark, value = line.rpartition(" // ")
    if not mark or not VALUE.fullmatch(value.strip()):
        return line, None
    if STATEMENT.match(line.lstrip()) or ASSIGNMENT.search(expression):
        return line, None
    return expression, value.strip()


def local(uri):
    return pathlib.Path(uri.removeprefix("file://")).resolve()


def shown(path):
    """A path as people know it."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def blocks(path, lines):
    """The Swift blocks of numbered lines."""
    found, block = [], None
    for number, text in lines:
        if block is None and text.strip() == "```swift":
            block = (number + 1, [])
        elif block is not None and text.strip() == "```":
            found.append(Example(path, *block))
            block = None
        elif block is not None:
            block[1].append(text)
    return found


def prose(lines):
    """The text outside of blocks, of any language."""
    kept, is_code = [], False
    for _, text in lines:
        if text.strip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            kept.append(text.strip())
    return " ".join(kept)


def graphs(build, library):
    """The symbol graph of a library, and those beside it of what the library adds to others' types."""
    found = sorted((build / "documentation/graphs" / library).glob("*.symbols.json"))
    if not found:
        sys.exit(f"{shown(build)} holds no symbol graph of {library}; Tests/Documentation/convert makes it")
    return found


def symbols(build):
    """The public symbols of the libraries, from the newest symbol graphs of a build."""
    found = {}
    for graph in (graph for library in LIBRARIES for graph in graphs(build, library)):
        for record in json.loads(graph.read_text())["symbols"]:
            if record["accessLevel"] not in ("public", "open") or "location" not in record:
                continue
            # What a protocol of a dependency gives is documented there.
            if "checkouts" in local(record["location"]["uri"]).parts:
                continue
            symbol = Symbol(record)
            if symbol.kind != "extension":
                # What a protocol gives to several types stands in one place.
                found.setdefault((symbol.path, symbol.line, symbol.names[-1]), symbol)
    return [found[key] for key in sorted(found)]


def prelude_names():
    """The names that examples may use without making them."""
    return re.findall(r"^    let (\w+):", (HERE / "Prelude.swift").read_text(), re.MULTILINE)


def examples(found):
    """All examples: the blocks, and between backticks what starts with a name of the prelude or has a value."""
    known = re.compile(rf"({'|'.join(prelude_names())})[.\[](?!ics$)")
    result = []
    for symbol in found:
        result += symbol.blocks()
        for span in symbol.spans():
            example = Example(symbol.commented, symbol.lines[0][0], [span])
            if example.has_values or known.match(span):
                result.append(example)
    for path in [ROOT / "README.md", *sorted(SOURCES.glob("*/*.docc/**/*.md"))]:
        result += blocks(path, list(enumerate(path.read_text().split("\n"), start=1)))
    return result


def sources(found):
    """The Swift files of a program that has each example as a function, and calls those that have values."""
    known = prelude_names()
    header = "\n".join(f"import {module}" for module in ("CLibical", "Foundation", "GRDB", *LIBRARIES)) + "\n"
    functions = [example.function(f"example{number}", known) for number, example in enumerate(found)]
    calls = [
        f'do {{ try await example{number}(&wrong) }} catch {{ wrong.add(error, at: "{example.place}") }}'
        for number, example in enumerate(found) if example.has_values
    ]
    return {
        "main.swift": "\n".join([
            header, "func runAll() async -> Wrong {", "var wrong = Wrong()", *calls, "return wrong", "}",
            "exit(await runAll().report())",
        ]),
        # Each file is compiled by a process of its own.
        "Odd.swift": header + "\n".join(functions[1::2]),
        "Even.swift": header + "\n".join(functions[::2]),
    }


def objects(build):
    """What the libraries were compiled to, without what is left of sources that are gone."""
    names = {
        library: {path.name for path in (SOURCES / library).glob("**/*.swift")} for library in (*LIBRARIES, *BEHIND)
    }
    for path in sorted((build / "debug").glob("*.build/*.o")):
        module = path.parent.stem
        if module in OTHERS or path.stem in names.get(module, ()):
            yield path


def sqlite(build):
    """The folder of GRDB's map of SQLite's header."""
    found = sorted(build.glob("checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"))
    if not found:
        sys.exit(f"{shown(build)} was built without the trait Records")
    return found[0].parent


def are_true(build, found):
    """Whether all examples compile, and all their values are what they say."""
    flags = ["-swift-version", "6", "-suppress-warnings", "-j", "2", "-I", build / "debug" / "Modules",
             "-I", ROOT / "Sources" / "CLibical", "-I", sqlite(build)]
    for home in (pathlib.Path("/usr/local"), pathlib.Path("/opt/homebrew")):
        if home.exists():
            flags += ["-Xcc", f"-I{home}/include", f"-L{home}/lib"]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for name, text in sources(found).items():
            (scratch / name).write_text(text)
        files = [*sorted(scratch.glob("*.swift")), *sorted(HERE.glob("*.swift"))]
        program = scratch / "examples"
        compiler = ["swiftc", *flags, *files, *objects(build), "-lical", "-lsqlite3", "-o", program]
        if subprocess.run(compiler, cwd=ROOT).returncode != 0:
            return False
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        return subprocess.run([program], cwd=ROOT, **quiet).returncode == 0


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build").resolve()
    found = symbols(build)
    families_with_block = {symbol.family for symbol in found if symbol.blocks()}
    lacking = 0
    for symbol in found:
        complaint = symbol.complaint(families_with_block)
        if complaint:
            lacking += 1
            print(f"{shown(symbol.path)}:{symbol.line}: error: {symbol.name} {complaint}", file=sys.stderr)
    shown_code = examples(found)
    is_true = are_true(build, shown_code)
    with_values = sum(example.has_values for example in shown_code)
    print(f"{len(found)} public symbols, {lacking} of them without an example")
    print(f"{len(shown_code)} examples, {with_values} of them with values:", "true" if is_true else "see above")
    sys.exit(0 if is_true and not lacking else 1)


if __name__ == "__main__":
    main()
