"""What scripts that run Python programs against a built server share."""

import hashlib
import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# With this a debug build hashes a password as fast as a release build does without.
CHEAP_HASHES = {"SPOTTER_PASSWORD_LOG_ROUNDS": "11"}


def installed(folder, requirements):
    """The Python of a virtual environment that has the packages; made anew when their list changes."""
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
    stamp, python = folder / "requirements.sha256", folder / "bin" / "python"
    if not stamp.exists() or stamp.read_text() != digest:
        print(f"installing {requirements.relative_to(ROOT)} into {folder}", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements],
                       check=True)
        stamp.write_text(digest)
    return python


def load_studio(binary, folder):
    """A data folder with the example studio, from which each server gets a copy."""
    done = subprocess.run([binary, "import", ROOT / "fixtures" / "studio.jsonl", "--data", folder],
                          capture_output=True, text=True, env={**os.environ, **CHEAP_HASHES})
    if done.returncode != 0:
        sys.exit(f"the studio can't be imported: {done.stderr.strip()}")
    return folder
