#!/usr/bin/env python3
"""Writes Sources/ICalendarCore/Zones/WindowsZoneTable.swift from CLDR's windowsZones.xml.

Usage, from the root of the package:

    Corpus/zones/renew-windows-zones.py RELEASE [windowsZones.xml]

RELEASE is the CLDR release that the file is of, such as 41. The file defaults to that of Debian's package
unicode-cldr-core, whose version is the release. Only the rows of territory 001 are taken, and the text that Windows
shows for a zone, which CLDR keeps in the comment above its rows.
"""

import re
import sys

DEFAULT = "/usr/share/unicode/cldr/common/supplemental/windowsZones.xml"
TARGET = "Sources/ICalendarCore/Zones/WindowsZoneTable.swift"


def rows(text):
    shown = ""
    for line in text.splitlines():
        comment = re.search(r"<!--\s*\((?:UTC|GMT)[^)]*\)\s*(.*?)\s*-->", line)
        if comment:
            shown = comment.group(1).replace("&amp;", "&")
        zone = re.search(r'<mapZone other="([^"]+)" territory="001" type="([^" ]+)"', line)
        if zone:
            yield zone.group(1), zone.group(2), shown
            shown = ""


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    release = sys.argv[1]
    with open(sys.argv[2] if len(sys.argv) > 2 else DEFAULT, encoding="utf-8") as file:
        text = file.read()
    versions = re.search(r'otherVersion="([^"]+)" typeVersion="([^"]+)"', text)
    lines = [
        "// Made by Corpus/zones/renew-windows-zones.py; change that, not this.",
        f"// The data is windowsZones.xml of CLDR {release} (Windows {versions.group(1)}, tz {versions.group(2)}),",
        "// territory 001: https://cldr.unicode.org, Unicode License.",
        "",
        "extension WindowsZones {",
        "    /// Windows' name of a zone, its IANA name, and the text that Windows shows for it, sorted by the first.",
        "    static let table: [(name: String, target: String, shown: String)] = [",
    ]
    for name, target, shown in sorted(rows(text)):
        row = f'        ("{name}", "{target}", "{shown}"),'
        if len(row) > 110:
            row = f'        (\n            "{name}", "{target}",\n            "{shown}"\n        ),'
        lines.append(row)
    lines += ["    ]", "}", ""]
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


main()
