"""What a command gets when its last word is completed by the tab key.

A program of the same name stands before the real one. It passes questions of the shell on, and writes down the words of
everything else. So a case is: these keys, then these words, whatever the shell does in between.
"""
import os
import pathlib
import resource
import shutil
import subprocess
import time

from world import Failure, Terminal, expect

EVIL = """Run $(touch {0}) `touch {0}` "x" it's"""
# Signs with a combining mark are other characters, and the same signs to a shell.
MARKED = "Marked `\u0301touch pwned`\u0301 $\u0301(touch pwned) :\u0301 x"
YOGA = "Yoga 🧘‍♀️ & Tea: late; night"
GLOB = r"Zumba *? [x] {y} \back #1 ~z (new)"

WRAPPER = """#!/bin/sh
[ "$1" = ---completion ] && exec '{binary}' "$@"
printf '%s\\0' "$@" >'{out}.part' && mv '{out}.part' '{out}'
"""

# Keys before the tab, and the words that the command gets. {EVIL} stands for a name that tries to run something.
EVERYWHERE = [
    ("chat Early", ["chat", "Early Birds NYC"]),
    ("send José", ["send", "José Hernández"]),
    ("files Yog", ["files", YOGA]),
    ("tail Run", ["tail", "{EVIL}"]),
    ("summary Zum", ["summary", GLOB]),
    ("summary Mark", ["summary", MARKED]),
    (r"chat Early\ B", ["chat", "Early Birds NYC"]),
    ("chat 'Early B", ["chat", "Early Birds NYC"]),
    ('chat "Early B', ["chat", "Early Birds NYC"]),
    ("search --from Pri", ["search", "--from", "Priya Raman"]),
    ("group leave Nutr", ["group", "leave", "Nutrition Circle"]),
    ("logo", ["logout"]),
    ("chat --profile wo", ["chat", "--profile", "work"]),
]
# bash doesn't choose by itself, so how the program chooses is seen there.
BASH = [
    ("chat early", ["chat", "Early Birds NYC"]),
    ("chat zoe", ["chat", "Zoë Lambert"]),
    ("chat Lindq", ["chat", "Sara Lindqvist"]),
    ("send priya@ex", ["send", "priya@example.com"]),
    (r"chat Yoga\ 🧘‍♀️\ \&\ Tea:\ la", ["chat", YOGA]),
    ('tail "Run', ["tail", "{EVIL}"]),
    ("tail 'Run", ["tail", "{EVIL}"]),
    ("group leave Sara", ["group", "leave", "Sara"]),  # a person is no group
]


def play(world):
    missing = [shell for shell in ("bash", "zsh", "fish") if not shutil.which(shell)]
    expect(not missing, f"these are needed first: apt-get install {' '.join(missing)}")
    evil = prepare(world)
    # From here on there is no server: completions are of this machine alone.
    world.stop()
    measure(world)
    for shell in (Bash, Zsh, Fish):
        cases = EVERYWHERE + (BASH if shell is Bash else [])
        for keys, words in cases:
            wanted = [evil.name if word == "{EVIL}" else word for word in words]
            got = shell(world).words_after(keys)
            expect(got == wanted, f"{shell.__name__}: spotter {keys}<tab> gave {got}, not {wanted}")
        expect(not evil.mark.exists(), f"{shell.__name__} has run a group's name")
        print(f"  {shell.__name__.lower()}: {len(cases)} completions")


class Evil:
    def __init__(self, world):
        self.mark = world.folder / "pwned"
        self.name = EVIL.format(self.mark.name)


def prepare(world):
    evil = Evil(world)
    for options in ([], ["--profile", "work"]):
        world.run("alex", "login", "--server", world.url, "--email", "alex@example.com", "--password-stdin", *options,
                  stdin="spotter-demo\n")
    for name in (evil.name, YOGA, GLOB, MARKED):
        world.run("alex", "group", "new", name, "sara", "tom")
    world.run("alex", "chats")
    world.run("alex", "contacts")
    for shell in ("bash", "zsh", "fish"):
        script = world.run("operator", "--generate-completion-script", shell)
        path = world.folder / {"bash": "completion.bash", "zsh": "_spotter", "fish": "completion.fish"}[shell]
        path.write_text(script)
    return evil


def measure(world):
    """The time of the program, the best of twenty. Of a busy machine only the processor's time says anything."""
    took, used = [], []
    environment = world.environment("alex", SAP_SHELL="bash", SPOTTER_COMPLETION_LINE="spotter chat ")
    for _ in range(20):
        start, before = time.monotonic(), processor_time()
        subprocess.run([world.binary, "---completion", "chat", "--", "positional@0", "2", "0", "spotter", "chat", ""],
                       env=environment, check=True, stdout=subprocess.DEVNULL)
        took.append(1000 * (time.monotonic() - start))
        used.append(1000 * (processor_time() - before))
    print(f"  names after {min(took):.0f} ms, {min(used):.0f} ms of the processor")
    expect(min(used) < 100, f"names take {min(used):.0f} ms of the processor")


def processor_time():
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return of_children.ru_utime + of_children.ru_stime


class Shell:
    setup = ""

    def __init__(self, world):
        self.folder = world.folder
        self.out = world.folder / "words"
        self.out.unlink(missing_ok=True)
        bin_folder = world.folder / "bin"
        bin_folder.mkdir(exist_ok=True)
        wrapper = bin_folder / "spotter"
        wrapper.write_text(WRAPPER.format(binary=world.binary, out=self.out))
        wrapper.chmod(0o755)
        environment = world.environment("alex", PS1="ready> ")
        environment["PATH"] = f"{bin_folder}:{environment['PATH']}"
        self.terminal = Terminal(self.command, environment, world.folder)

    def words_after(self, keys):
        terminal = self.terminal
        try:
            terminal.type(self.setup + "\n")
            terminal.wait_for("set" + " up")
            # The quotes that a completed word leaves open are closed by the shell itself.
            terminal.type(f"spotter {keys}\t\r")
            terminal.drain_until(self.out)
        finally:
            terminal.kill()
        return self.out.read_bytes().decode().split("\0")[:-1]


class Bash(Shell):
    command = ["bash", "--norc", "--noprofile", "-i"]
    setup = "source ./completion.bash; echo set' 'up"


class Zsh(Shell):
    command = ["zsh", "-f", "-i"]
    setup = "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; echo set' 'up"


class Fish(Shell):
    command = ["fish", "--no-config", "-i"]
    setup = "source ./completion.fish; echo set' 'up"
