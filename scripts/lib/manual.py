#!/usr/bin/env python3
"""Writes the manual pages from what the program says of itself.

  scripts/lib/manual.py PROGRAM FOLDER      one page for each command: spotter.1.gz, spotter-send.1.gz, …
"""
import datetime
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def paragraphs(text):
    """Prose is filled; commands, which are indented, and what stands with them keep their lines."""
    lines, begins = [".SH DESCRIPTION"], True
    for block in text.strip("\n").split("\n\n"):
        heading, _, rest = block.partition("\n")
        if re.fullmatch("[A-Z ]+", heading):
            lines, begins, block = lines[:-1] if lines[-1] == ".SH DESCRIPTION" else lines, True, rest
            lines.append(f".SH {heading}")
        fills = not any(line.startswith(" ") for line in block.split("\n"))
        lines += [] if begins else [".PP"]
        lines += [escaped(block)] if fills else [".nf", escaped(block), ".fi"]
        begins = False
    return lines


def date():
    """Of the commit, so that the same program gives the same bytes."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
        seconds = told.stdout.strip() or "0"
    return datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).strftime("%Y-%m-%d")


def exit_statuses():
    """The table of docs/scripting.md, which is the one place where they are written down."""
    page = (ROOT / "docs/scripting.md").read_text()
    rows = re.findall(r"^\| (\d+) \| (.+?) \|$", page, flags=re.M)
    assert len(rows) > 3, "docs/scripting.md has no table of exit statuses"
    lines = [".SH EXIT STATUS"]
    for status, meaning in rows:
        lines += [".TP", f".B {status}", escaped(re.sub("[`*]", "", meaning))]
    return lines


def environment():
    """The variables of docs/configuration.md that aren't a server's settings, nor of a script."""
    page = (ROOT / "docs/configuration.md").read_text()
    table = page.partition("## Variables of other commands\n")[2]
    rows = [row for row in re.findall(r"^\| `(\w+)` \| (.+?) \|$", table, flags=re.M) if "scripts/" not in row[1]]
    assert len(rows) > 3, "docs/configuration.md has no table of variables of other commands"
    lines = [".SH ENVIRONMENT", "Settings of a server are variables, too: see", ".BR spotter\\-serve (1)."]
    for name, meaning in rows:
        lines += [".TP", f".B {escaped(name)}", escaped(meaning.replace("`", ""))]
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
        f'.TH "{title.upper()}" 1 "{date()}" "{escaped(version)}" "Spotter"',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', ''))}",
        ".SH SYNOPSIS",
        f".B {escaped(' '.join(path))}",
        escaped(" ".join(short(one) for one in arguments if one.get("preferredName", {}).get("name") != "help")),
    ]
    if command.get("discussion"):
        lines += paragraphs(command["discussion"])
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
    if len(path) == 1:
        lines += exit_statuses() + environment()
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
