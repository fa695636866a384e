"""apiwright: makes a TypeScript client of the server's own document, which compiles strictly, logs in, asks, confirms and reads."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from harness import PASSWORD, check, finish, studio

PROGRAM = pathlib.Path(__file__).with_name("openapi_program.ts")
OPTIONS = {"target": "es2022", "lib": ["es2022", "dom", "dom.iterable"], "module": "node16",
           "moduleResolution": "node16", "strict": True, "outDir": "made"}


def generate(server, folder):
    """Makes the client in `folder`, with the program beside them."""
    status, document = server.request("GET", "/openapi.json")
    assert status == 200, document
    # It makes no sockets, and stops at an operation that answers 101 only.
    del document["paths"]["/v1/socket"]
    # It can't read escaped pairs of surrogates.
    (folder / "openapi.json").write_text(json.dumps(document, ensure_ascii=False))
    client = folder / "client"
    run(pathlib.Path(sys.executable).with_name("apiwright"), "typescript", "-i", folder / "openapi.json", "-o", client)
    # It writes for TypeScript 5.7, where an import may end in .ts; Debian's is older.
    for source in (client / "src").rglob("*.ts"):
        source.write_text(re.sub(r'(from "\.[^"]*)\.ts"', r'\1.js"', source.read_text()))
    (client / "src" / "program.ts").write_text(PROGRAM.read_text())
    (client / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS, "include": ["src"]}))


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    return done.stdout


with studio() as server, tempfile.TemporaryDirectory(prefix="spotter-openapi-") as name:
    folder = pathlib.Path(name)

    @check("every type can be made, and all are those of a strict program")
    def _():
        generate(server, folder)
        run("tsc", "-p", folder / "client")

    @check("the program asks, confirms, writes and reads")
    def _():
        told = run("node", folder / "client" / "made" / "program.js", server.url, "alex@example.com", PASSWORD)
        assert told.count("ok ") == 4, told

finish()
