#!/usr/bin/env python3
"""Checks that every public symbol is documented with an example, and that all examples are correct.

    check.py [BUILD]    BUILD defaults to .build: a debug build with the symbol graphs from `convert`

Types, protocols, functions, operators and subscripts need a Swift code block; one is enough for a group of overloads.
All other symbols need at least inline code with more than their own name.

The code blocks in doc comments, articles and the README are compiled, each as the body of a throwing function.
They can use the names in Prelude.swift. To exclude a block from compilation, fence it without `swift`.

Inline code that starts with one of these names, such as `event.start`, is compiled as well.

The value after an expression is checked: in a block as `expression  // value`, inline as `expression // value`.
Both sides are Swift, and examples with such values are run.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The libraries whose public symbols are checked. The package's libraries are also linked.
LIBRARIES = (
    "ICalendar", "ICalendarLibical", "ICalendarStore", "ICalendarRecords", "CalDAV", "ICalendarNetwork", "ICalendarSync",
    "ICalendarUI",
    *(["EventKit"] if sys.platform == "linux" else []),
)
# The types whose properties examples can use by name, and their files.
PRELUDES = {"Prelude": "Prelude.swift", **({"ApplePrelude": "Prelude+EventKit.swift"} if "EventKit" in LIBRARIES else {})}
SOURCES = ROOT / "Sources"
# The modules that `import ICalendar` re-exports.
BEHIND = re.findall(r"^@_exported public import (\w+)", (SOURCES / "ICalendar/ICalendar.swift").read_text(), re.MULTILINE)
# The libraries' dependencies, all of which are linked.
OTHERS = ("HeapModule", "InternalCollectionsUtilities", "SystemIO", "GRDB", "LibicalLoader", "CCurl")

# The symbol graph kinds that need a code block.
KINDS_WITH_BLOCK = {
    "struct", "enum", "class", "actor", "protocol", "typealias", "init", "method", "type.method", "func", "func.op",
    "subscript", "type.subscript", "macro",
}
# Requirements of standard library protocols that are never called by name.
CALLED_BY_NOBODY = {"hash(into:)", "encode(to:)", "init(from:)", "init(integerLiteral:)", "init(stringLiteral:)"}

SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
# A line that starts with one of these is not an expression, so its trailing comment is only a remark.
STATEMENT = re.compile(r"(let|var|if|else|for|while|switch|case|default|guard|return|func|defer|do|print)\b|[}@#/.]")
ASSIGNMENT = re.compile(r" [-+*/]?= ")
VALUE = re.compile(
    r"""".*"|\[.*\]|-?[0-9][0-9_.]*|true|false|nil|([A-Z][\w.]*)?\.\w+(\(.*\))?|[A-Z][\w.]*\(.*\)"""
)


class Symbol:
    """A public symbol with its location, its kind, and the numbered lines of its doc comment."""

    def __init__(self, record):
        place = record["location"]
        self.path = local(place["uri"])
        self.line = place["position"]["line"] + 1
        self.kind = record["kind"]["identifier"].removeprefix("swift.")
        self.names = record["pathComponents"]
        comment = record.get("docComment", {})
        # Symbols inherited from the standard library need no examples with calendars.
        lines = comment.get("lines", []) if comment.get("module", LIBRARIES[0]) in (*LIBRARIES, *BEHIND) else []
        self.commented = local(comment["uri"]) if "uri" in comment else self.path
        self.lines = [(line["range"]["start"]["line"] + 1 if "range" in line else self.line, line["text"]) for line in lines]

    @property
    def name(self):
        return ".".join(self.names)

    @property
    def family(self):
        """The key shared by overloads: the type, and the name before the parenthesis."""
        return (*self.names[:-1], self.names[-1].split("(")[0])

    def blocks(self):
        return blocks(self.commented, self.lines)

    def spans(self):
        return SPAN.findall(prose(self.lines))

    def complaint(self, families_with_block):
        """Returns what is missing from the documentation, or nothing."""
        if not any(text.strip() for _, text in self.lines):
            return "has no doc comment"
        has_block = bool(self.blocks())
        needs_block = self.kind in KINDS_WITH_BLOCK and self.names[-1] not in CALLED_BY_NOBODY
        if needs_block and self.family not in families_with_block:
            return "has no example in a block ```swift"
        own_name = self.names[-1].lower()
        if not has_block and all(span.lower() == own_name for span in self.spans()):
            return "has no inline code example"
        return None


class Example:
    """Code in a document: the file, the first line number, and the lines."""

    def __init__(self, path, line, lines):
        self.path, self.line, self.lines = path, line, lines
        self.has_values = any(parted(text)[1] is not None for text in lines)

    @property
    def place(self):
        return f"{shown(self.path)}:{self.line}"

    def function(self, name, known):
        """Returns a Swift function that runs the example and checks its values."""
        code = "\n".join(self.lines)
        used = [word for word in known if re.search(rf"(?<![.\w]){word}\b(?!:)", code)]
        made = [f"let of{type} = try {type}()" for type in sorted({known[word] for word in used})]
        made += [f"var {word} = of{known[word]}.{word}" for word in used]
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
    """Returns an expression and the value after it, or the line and nothing."""
    expression, mark, value = line.rpartition(" // ")
    if not mark or not VALUE.fullmatch(value.strip()):
        return line, None
    if STATEMENT.match(line.lstrip()) or ASSIGNMENT.search(expression):
        return line, None
    return expression, value.strip()


def local(uri):
    return pathlib.Path(uri.removeprefix("file://")).resolve()


def shown(path):
    """Returns a path relative to the repository."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def blocks(path, lines):
    """Returns the Swift code blocks in numbered lines."""
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
    """Returns the text outside code blocks in any language."""
    kept, is_code = [], False
    for _, text in lines:
        if text.strip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            kept.append(text.strip())
    return " ".join(kept)


def graphs(build, library):
    """Returns a library's symbol graph, and those of its extensions to other modules' types."""
    found = sorted((build / "documentation/graphs" / library).glob("*.symbols.json"))
    if not found:
        sys.exit(f"{shown(build)} has no symbol graph for {library}; run Tests/Documentation/convert")
    return found


def symbols(build):
    """Returns the libraries' public symbols from the newest symbol graphs in a build."""
    found = {}
    for graph in (graph for library in LIBRARIES for graph in graphs(build, library)):
        for record in json.loads(graph.read_text())["symbols"]:
            if record["accessLevel"] not in ("public", "open") or "location" not in record:
                continue
            # Members inherited from a dependency's protocol are documented in the dependency.
            if "checkouts" in local(record["location"]["uri"]).parts:
                continue
            symbol = Symbol(record)
            if symbol.kind != "extension":
                # A member that a protocol provides to several types has one location.
                found.setdefault((symbol.path, symbol.line, symbol.names[-1]), symbol)
    return [found[key] for key in sorted(found)]


def prelude_names():
    """Returns the types of the names that examples can use without declaring them."""
    texts = {type: (HERE / file).read_text() for type, file in PRELUDES.items()}
    return {name: type for type, text in texts.items() for name in re.findall(r"^    let (\w+):", text, re.MULTILINE)}


def examples(found):
    """Returns all examples: code blocks, and inline code that starts with a prelude name or has a value."""
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
    """Returns the Swift files of a program with one function per example. It calls those that have values."""
    known = prelude_names()
    header = "\n".join(f"import {module}" for module in ("CLibical", "Foundation", "GRDB", *LIBRARIES)) + "\n"
    functions = [example.function(f"example{number}", known) for number, example in enumerate(found)]
    calls = [
        f'do {{ try await example{number}(&wrong) }} catch {{ wrong.add(error, at: "{example.place}") }}'
        for number, example in enumerate(found) if example.has_values
    ]
    # The compiler's time and memory for a function grow with the square of its calls, or faster.
    parts = [calls[start:start + 40] for start in range(0, len(calls), 40)]
    runs = [
        "\n".join([f"func run{number}(_ wrong: inout Wrong) async {{", *part, "}"]) for number, part in enumerate(parts)
    ]
    return {
        "main.swift": "\n".join([
            header, *runs, "func runAll() async -> Wrong {", "var wrong = Wrong()",
            *[f"await run{number}(&wrong)" for number in range(len(parts))], "return wrong", "}",
            "exit(await runAll().report())",
        ]),
        # Each file is compiled in its own process.
        "Odd.swift": header + "\n".join(functions[1::2]),
        "Even.swift": header + "\n".join(functions[::2]),
    }


def objects(build):
    """Returns the libraries' object files, without stale ones from deleted sources."""
    names = {
        library: {path.name for path in (SOURCES / library).glob("**/*.swift")} for library in (*LIBRARIES, *BEHIND)
    }
    for path in sorted((build / "debug").glob("*.build/*.o")):
        module = path.parent.stem
        if module in OTHERS or path.stem in names.get(module, ()):
            yield path


def sqlite(build):
    """Returns the folder with GRDB's module map for SQLite."""
    found = sorted(build.glob("checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"))
    if not found:
        sys.exit(f"{shown(build)} was built without the Records trait")
    return found[0].parent


def are_true(build, found):
    """Returns whether all examples compile and produce their values."""
    flags = ["-swift-version", "6", "-suppress-warnings", "-j", "2", "-I", build / "debug" / "Modules",
             "-I", ROOT / "Sources" / "CLibical", "-I", ROOT / "Sources/LibicalLoader/include",
             "-I", ROOT / "Sources/CCurl/include", "-I", sqlite(build)]
    for home in (pathlib.Path("/usr/local"), pathlib.Path("/opt/homebrew")):
        if home.exists():
            flags += ["-Xcc", f"-I{home}/include", f"-L{home}/lib"]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for name, text in sources(found).items():
            (scratch / name).write_text(text)
        shared = [path for path in sorted(HERE.glob("*.swift")) if "EventKit" in LIBRARIES or "EventKit" not in path.name]
        files = [*sorted(scratch.glob("*.swift")), *shared]
        program = scratch / "examples"
        compiler = ["swiftc", *flags, *files, *objects(build), "-lsqlite3", "-o", program]
        if subprocess.run(compiler, cwd=ROOT).returncode != 0:
            return False
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        # The examples leave their stores in the temporary folder.
        environment = os.environ | {"TMPDIR": str(scratch)}
        return subprocess.run([program], cwd=ROOT, env=environment, **quiet).returncode == 0


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
