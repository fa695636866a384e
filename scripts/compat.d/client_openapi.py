"""openapi-python-client: makes a client of the server's own document, which logs in, asks, confirms and reads."""

import importlib
import json
import pathlib
import subprocess
import sys
import tempfile
import uuid

from harness import PASSWORD, check, finish, studio


def generate(server, folder):
    """The client's package, and what its maker had to say."""
    status, document = server.request("GET", "/openapi.json")
    assert status == 200, document
    path = pathlib.Path(folder) / "openapi.json"
    path.write_text(json.dumps(document))
    maker = pathlib.Path(sys.executable).with_name("openapi-python-client")
    done = subprocess.run([maker, "generate", "--path", path, "--output-path", pathlib.Path(folder) / "made_client",
                           "--meta", "none"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, folder)
    return importlib.import_module("made_client"), done.stdout + done.stderr


with studio() as server, tempfile.TemporaryDirectory(prefix="spotter-openapi-") as folder:
    made, words = generate(server, folder)

    def module(path):
        return importlib.import_module(f"made_client.{path}")

    models = module("models")
    opened = made.Client(base_url=server.url, raise_on_unexpected_status=True)
    grant = module("api.accounts.login").sync(
        client=opened, body=models.LoginRequest(email="alex@example.com", password=PASSWORD))
    client = made.AuthenticatedClient(base_url=server.url, token=grant.access_token, raise_on_unexpected_status=True)

    def ask(words):
        return module("api.assistant.ask").sync(client=client, body=models.AssistantQuery(message=words))

    @check("every type can be made")
    def _():
        assert "Unable to" not in words and "duplicate" not in words, words[:2000]

    @check("a question is answered")
    def _():
        assert ask("hello").text

    @check("a proposal has its tool's own type, and is confirmed")
    def _():
        proposal = ask("remind me tomorrow at 9 to check the bands").proposals[0]
        assert isinstance(proposal, models.ProposalSetReminder), type(proposal)
        assert isinstance(proposal.arguments, models.ToolArgumentsSetReminder), type(proposal.arguments)
        assert "bands" in proposal.arguments.text, proposal.arguments
        done = module("api.assistant.confirm_proposal").sync(
            proposal.id, client=client, body=models.ConfirmProposalRequest(version=proposal.version))
        assert done.proposal.state == models.ProposalState.EXECUTED, done
        known = module("api.calendar.list_reminders").sync(client=client).reminders
        assert any(one.id == done.result.reminder_id and "bands" in one.text for one in known), known

    @check("a message is sent and read")
    def _():
        chat = module("api.chats.list_chats").sync(client=client).chats[0]
        sent = module("api.messages.send_message").sync(chat.id, client=client, body=models.SendMessageRequest(
            client_message_id=str(uuid.uuid4()), text="from a program"))
        page = module("api.messages.list_messages").sync(chat.id, client=client, limit=1)
        assert page.messages[0].id == sent.message.id and page.messages[0].text == "from a program", page

    @check("what is asked back has a type of its own")
    def _():
        needs = ask("book a session with Mike on Friday at 9").needs
        assert isinstance(needs, models.NeedsSelection) and len(needs.options) > 1, needs

finish()
