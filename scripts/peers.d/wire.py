"""What the load says to each kind of server: XMPP and NATS, as plain bytes over TCP."""

import base64
import json
import re

WORDS = ("the lift felt heavy today but my knee held and the last set was clean so tell me what to do next week "
         "and how far to run")
TEXT = WORDS[:99]


class Xmpp:
    """RFC 6120/6121 without TLS, SASL PLAIN, one resource; acks by stream management (XEP-0198)."""

    end = b"</message>"  # of what a receiver counts
    ack_every = 8  # a sender asks for an ack after so many messages

    open_stream = (b"<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xmlns='jabber:client' "
                   b"xmlns:stream='http://etherx.jabber.org/streams'>")

    @classmethod
    def log_in(cls, user, register=False, acks=False):
        """A script: sends bytes, waits for a pattern, and so on. In-band registration (XEP-0077) where it's asked for."""
        features = rb"</stream:features>"
        yield cls.open_stream, features
        if register:
            yield (f"<iq type='set' id='r' to='localhost'><query xmlns='jabber:iq:register'><username>{user}</username>"
                   "<password>secret</password></query></iq>").encode(), rb"type=.result."
        plain = base64.b64encode(f"\0{user}\0secret".encode()).decode()
        yield (f"<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>{plain}</auth>".encode(),
               rb"<success[^>]*>")
        yield cls.open_stream, features
        yield b"<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>", rb"</iq>"
        yield b"<presence/><iq type='get' id='p' to='localhost'><ping xmlns='urn:xmpp:ping'/></iq>", rb"id=.p.[^>]*>"
        if acks:
            yield b"<enable xmlns='urn:xmpp:sm:3'/>", rb"<enabled[^>]*>"

    failed = re.compile(rb"<failure|<stream:error|type=.error.")

    @staticmethod
    def message(to, acked):
        """A chat message to a user's bare address."""
        return f"<message type='chat' to='{to}@localhost' id='m'><body>{TEXT}~</body></message>".encode()

    ask = b"<r xmlns='urn:xmpp:sm:3'/>"
    handled = re.compile(rb"<a [^>]*h=.(\d+)[^>]*>")

    @classmethod
    def acked(cls, link):
        """How many more messages the server says it has handled; leaves in `link.read` what isn't whole."""
        last = None
        for last in cls.handled.finditer(link.read):
            pass
        if last is None:
            return 0
        link.read = link.read[last.end():]
        handled, link.handled = int(last[1]) - link.handled, int(last[1])
        return handled


class Nats:
    """NATS core publish and subscribe; acks are those of JetStream."""

    end = b"~\r\n"
    ack_every = 1

    @staticmethod
    def log_in(user, register=False, acks=False):
        yield b"", rb"INFO [^\n]*\n"
        options = json.dumps({"verbose": False, "pedantic": False, "user": "peers", "pass": "secret"})
        inbox = f"SUB ack.{user} 2\r\n" if acks else ""
        yield f"CONNECT {options}\r\nSUB to.{user} 1\r\n{inbox}PING\r\n".encode(), rb"PONG\r\n"

    failed = re.compile(rb"-ERR|\"error\"")

    @staticmethod
    def create_stream():
        """A script that makes a JetStream stream of all `to.*`, in files."""
        body = json.dumps({"name": "peers", "subjects": ["to.>"], "storage": "file", "retention": "limits"})
        yield (f"SUB made 9\r\nPUB $JS.API.STREAM.CREATE.peers made {len(body)}\r\n{body}\r\n".encode(),
               rb"stream_create_response.*\r\n")

    @staticmethod
    def message(to, acked):
        inbox = f" ack.{acked}" if acked else ""
        return f"PUB to.{to}{inbox} 100\r\n{TEXT}~\r\n".encode()

    ask = b""

    @classmethod
    def acked(cls, link):
        """One for each publish ack, a JSON object that ends its line."""
        if b'"error"' in link.read:
            raise RuntimeError(link.read.decode(errors="replace")[:300])
        count = link.read.count(b"}\r\n")
        if count:
            link.read = link.read[link.read.rfind(b"}\r\n") + 3:]
        return count
