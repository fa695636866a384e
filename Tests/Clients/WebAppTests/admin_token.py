"""The operator's token of a test's server. It's made in the folder, so the server stops for it once."""

import os
import subprocess

tokens = {}


def admin_token(server):
    if server.root not in tokens:
        server.kill()
        command = [os.environ["SPOTTER_BINARY"], "admin", "token", "--data", server.root / "data"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        tokens[server.root] = done.stdout.strip().split()[-1]
        server.start()
    return tokens[server.root]
