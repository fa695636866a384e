"""The virtual environment with Playwright, in the version of Tests/Clients/WebAppTests/requirements.txt."""

import hashlib
import pathlib
import subprocess
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "Tests" / "Clients" / "WebAppTests"


def installed(folder):
    """The Python of an environment that has Playwright; it's made if it isn't there."""
    wanted = (TESTS / "requirements.txt").read_bytes()
    digest, stamp, python = hashlib.sha256(wanted).hexdigest(), folder / "requirements.sha256", folder / "bin" / "python"
    if not stamp.exists() or stamp.read_text() != digest:
        print(f"installing Playwright into {folder}", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        "-r", TESTS / "requirements.txt"], check=True)
        stamp.write_text(digest)
    return python
