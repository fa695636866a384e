#!/usr/bin/env python3
"""Writes the manual pages from what the program says of itself.

  scripts/lib/manual.py PROGRAM FOLDER      one page for each command: spotter.1.gz, spotter-send.1.gz, …
"""
import gzip
import json
import pathlib
import re
import subprocess
import sys


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def paragraphs(text):
    """Prose is filled; commands, which are indented, and what stands with them keep their lines."""
    lines = []
    for block in text.split("\n\n"):
        fills = not any(line.startswith(" ") for line in block.split("\n"))
        lines += [".PP", escaped(block)] if fills else [".PP", ".nf", escaped(block), ".fi"]
    return lines


def name_of(argument):
    names = []
    for name in argument.get("names") or []:
        names.append(("--" if name["kind"] == "long" else "-") + name["name"])
    value = "" if argument["kind"] == "flag" else f" {argument.get('valueName', 'value')}"
    return ", ".join(names) + value if names else argument.get("valueName", "value")


def short(argument):
    name = argument.get("preferredName")
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        text = value
    else:
        text = ("--" if name["kind"] == "long" else "-") + name["name"]
        text += "" if argument["kind"] == "flag" else f" {value}"
    text += " …" if argument.get("isRepeating") else ""
    return f"[{text}]" if argument.get("isOptional") else text


def page(command, path, version):
    title = "-".join(path)
    arguments = [one for one in command.get("arguments", []) if one.get("shouldDisplay", True)]
    lines = [
        f'.TH "{title.upper()}" 1 "" "{escaped(version)}" "Spotter"',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', ''))}",
        ".SH SYNOPSIS",
        f".B {escaped(' '.join(path))}",
        escaped(" ".join(short(one) for one in arguments if one.get("preferredName", {}).get("name") != "help")),
    ]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION"] + paragraphs(command["discussion"])
    if arguments:
        lines.append(".SH OPTIONS")
    for one in arguments:
        lines += [".TP", f".B {escaped(name_of(one))}", escaped(one.get("abstract", "") or "")]
        if one.get("discussion"):
            lines.append(escaped(one["discussion"]))
    children = [one for one in command.get("subcommands", []) if one.get("shouldDisplay", True)]
    children = [one for one in children if one["commandName"] != "help"]
    if children:
        lines.append(".SH COMMANDS")
    for one in children:
        lines += [".TP", f".BR {escaped(title + '-' + one['commandName'])} (1)", escaped(one.get("abstract", ""))]
    if len(path) > 1:
        lines += [".SH SEE ALSO", f".BR {escaped('-'.join(path[:-1]))} (1)"]
    return "\n".join(lines) + "\n", children


def write(command, path, version, folder):
    text, children = page(command, path, version)
    with open(folder / ("-".join(path) + ".1.gz"), "wb") as file:
        # Without a date, so that the same program gives the same bytes.
        file.write(gzip.compress(text.encode(), mtime=0))
    return 1 + sum(write(one, path + [one["commandName"]], version, folder) for one in children)


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    run = lambda *words: subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout
    tool = json.loads(run("--experimental-dump-help"))
    print(write(tool["command"], ["spotter"], run("--version").strip(), folder), "manual pages")


main()
