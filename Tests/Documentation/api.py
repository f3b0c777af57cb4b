#!/usr/bin/env python3
"""Compares the public API with the recorded API of the last release.

    api.py check|record [BUILD]    BUILD defaults to .build, with the symbol graphs from `convert`

`check` fails if a public symbol or a conformance was removed or changed, or if an existing protocol or enum has a new
requirement or case: programs that use the last release might no longer compile. `record` writes the current API to
api.txt, sorted, with one line for each symbol and one for each type's conformances. Internal parameter names are
omitted.
"""

import json
import pathlib
import re
import sys

RECORD = pathlib.Path(__file__).resolve().parent / "api.txt"
# The compiler adds these conformances.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype"}
CONFORMS = "conforms to "


def declaration(symbol):
    """Returns the declaration as a client sees it."""
    fragments = [f for f in symbol["declarationFragments"] if f["kind"] != "internalParam"]
    text = re.sub(r"\s+", " ", "".join(f["spelling"] for f in fragments)).replace(" :", ":").strip()
    constraints = symbol.get("swiftExtension", {}).get("constraints", [])
    signs = {"conformance": ":", "superclass": ":", "sameType": " =="}
    where = [f"{c['lhs']}{signs[c['kind']]} {c['rhs']}" for c in constraints]
    return f"{text} where {', '.join(where)}" if where and " where " not in text else text


def facts(graph, library):
    """Yields the contents of one symbol graph: pairs of an owner and a declaration or conformance."""
    required = {r["source"] for r in graph["relationships"] if r["kind"] == "requirementOf"}
    names = {}
    for symbol in graph["symbols"]:
        path = [library, *symbol["pathComponents"]]
        names[symbol["identifier"]["precise"]] = ".".join(path)
        word = "requirement " if symbol["identifier"]["precise"] in required else ""
        yield ".".join(path[:-1]), word + declaration(symbol)
    for relation in graph["relationships"]:
        if relation["kind"] in ("conformsTo", "inheritsFrom"):
            source = names.get(relation["source"], relation["source"])
            target = names.get(relation["target"], relation.get("targetFallback", relation["target"])).split(".")[-1]
            if target not in IMPLIED:
                yield source, CONFORMS + target


def current(build):
    """Returns the public API of all libraries."""
    graphs = sorted(pathlib.Path(build).glob("documentation/graphs/*/*.symbols.json"))
    if not graphs:
        sys.exit(f"{build} has no symbol graphs; run make docs")
    return {fact for path in graphs for fact in facts(json.loads(path.read_text()), path.parent.name)}


def written(promised):
    """Returns the lines of api.txt."""
    lines = [f"{owner}: {text}" for owner, text in promised if not text.startswith(CONFORMS)]
    conformances = {}
    for owner, text in promised:
        if text.startswith(CONFORMS):
            conformances.setdefault(owner, []).append(text.removeprefix(CONFORMS))
    lines += [f"{owner}: {CONFORMS}{', '.join(sorted(names))}" for owner, names in conformances.items()]
    return "".join(line + "\n" for line in sorted(lines))


def recorded():
    """Returns the API recorded in api.txt."""
    promised = set()
    for line in RECORD.read_text().splitlines():
        owner, text = line.split(": ", 1)
        if text.startswith(CONFORMS):
            promised.update((owner, CONFORMS + name) for name in text.removeprefix(CONFORMS).split(", "))
        else:
            promised.add((owner, text))
    return promised


def main():
    if sys.argv[1:2] not in (["check"], ["record"]):
        sys.exit(__doc__)
    new = current(sys.argv[2] if len(sys.argv) > 2 else ".build")
    if sys.argv[1] == "record":
        RECORD.write_text(written(new))
        return
    old = recorded()
    owners = {owner for owner, _ in old}
    binding = {(o, text) for o, text in new - old if o in owners and re.match(r"(requirement|(indirect )?case) ", text)}
    for word, found in (("removed or changed", old - new), ("added", binding)):
        for owner, text in sorted(found):
            print(f"{word}: {owner}: {text}")
    print(f"API: {len(old - new)} removed or changed, {len(new - old)} added since the last recorded release")
    if old - new or binding:
        sys.exit("These changes can break programs. If they are intended, run: make api-record")


main()
