#!/usr/bin/env python3
"""Writes a program's manual page from its own description of its options.

Usage: manual.py PROGRAM > PAGE.1

The page is checked in with the program's sources; a test compares its options with the help.
"""
import json
import subprocess
import sys


def roff(text):
    """Returns text with roff requests and escapes escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def names(argument):
    shown = [("--" if n["kind"] == "long" else "-") + n["name"] for n in argument.get("names", [])]
    text = ", ".join(shown)
    if argument["kind"] == "option":
        text += f" <{argument.get('valueName', 'value')}>"
    return text or f"<{argument.get('valueName', 'argument')}>"


def arguments(command):
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True) and argument.get("valueName") != "help":
            yield argument


def describe(command, out):
    for argument in arguments(command):
        text = argument.get("abstract", "")
        if "discussion" in argument:
            text += "\n" + argument["discussion"]
        value = argument.get("defaultValue")
        if value and argument["kind"] != "flag":
            text += f" (default: {value})"
        out += [".TP", f"\\fB{roff(names(argument))}\\fR", roff(text.strip())]


def main():
    program = sys.argv[1]
    dump = json.loads(subprocess.run([program, "--experimental-dump-help"], capture_output=True, check=True).stdout)
    version = subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout.strip()
    command = dump["command"]
    name = command["commandName"]
    children = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    synopsis = "[\\fIoptions\\fR] " + ("\\fIcommand\\fR [\\fIarguments\\fR]" if children else "[\\fIfiles\\fR ...]")
    out = [f'.TH {name.upper()} 1 "" "swift\\-icalendar {version}"', ".SH NAME"]
    out += [f"{roff(name)} \\- {roff(command['abstract'].rstrip('.'))}", ".SH SYNOPSIS", f"\\fB{roff(name)}\\fR {synopsis}"]
    if command.get("discussion"):
        out += [".SH DESCRIPTION", roff(command["discussion"])]
    out.append(".SH OPTIONS")
    describe(command, out)
    if children:
        out.append(".SH COMMANDS")
    for child in children:
        out += [f".SS {roff(child['commandName'])}", roff(child.get("abstract", ""))]
        if child.get("discussion"):
            out += [".PP", roff(child["discussion"])]
        describe(child, out)
        for grandchild in child.get("subcommands", []):
            if grandchild["commandName"] == "help":
                continue
            title = f"{child['commandName']} {grandchild['commandName']}"
            out += [f".SS {roff(title)}", roff(grandchild.get("abstract", ""))]
            if grandchild.get("discussion"):
                out += [".PP", roff(grandchild["discussion"])]
            describe(grandchild, out)
    status = "0 on success, 1 if something failed, 64 for a usage error."
    out += [".SH EXIT STATUS", status]
    print("\n".join(out))


main()
