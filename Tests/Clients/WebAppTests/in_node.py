"""Parts of the web app that need no browser are played in node."""

import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def play(script, *arguments):
    """Checks the types of a script's folder, and runs it with all that it imports. Fails unless it ends well. @returns what it says."""
    path = HERE / script
    assert subprocess.run(["tsc", "-p", path.parent]).returncode == 0
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "played.mjs"
        subprocess.run(["esbuild", "--bundle", "--platform=node", "--target=node18", "--format=esm", "--log-level=warning",
                        path, f"--outfile={output}"], check=True)
        played = subprocess.run(["node", output, *arguments], capture_output=True, text=True)
        assert played.returncode == 0, played.stdout + played.stderr
    return played.stdout
