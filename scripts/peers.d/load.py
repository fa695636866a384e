"""The load: processes with one epoll loop each, over raw sockets. Both ends of a pair are in the same process."""

import gc
import multiprocessing
import re
import select
import socket
import time

now = time.perf_counter


class Link:
    """A connection: first it follows a script of (send, wait for), then it takes part in a scenario."""

    def __init__(self, port, script, role=None):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.script, self.role = script, role
        self.read, self.unsent, self.pattern = b"", b"", None
        self.peer = self.message = None
        self.sent_at = self.sent = self.received = self.in_flight = self.handled = 0

    def send(self, data):
        if self.unsent:
            self.unsent += data
            return
        try:
            count = self.socket.send(data)
        except BlockingIOError:
            count = 0
        if count < len(data):
            self.unsent = data[count:]  # tried again at the next turn of the loop


class Loop:
    def __init__(self, wire):
        self.wire, self.poll, self.links, self.scripted = wire, select.epoll(), {}, 0
        self.delivered, self.latencies, self.is_sending, self.window = 0, [], False, 0

    def add(self, link):
        self.links[link.socket.fileno()] = link
        self.poll.register(link.socket, select.EPOLLIN)
        self.scripted += 1
        self.advance(link)

    def run(self, links, at_once=100):
        """Takes each link through its script, some at a time."""
        added = []
        for link in links:
            added.append(link)
            self.add(link)
            while self.scripted >= at_once:
                self.turn()
        while self.scripted:
            self.turn()
        return added

    def advance(self, link):
        step = next(link.script, None)
        if step is None:
            link.script, self.scripted = None, self.scripted - 1
            return
        data, link.pattern = step
        link.send(data)

    def turn(self, timeout=0.2):
        for fd, _ in self.poll.poll(timeout):
            link = self.links[fd]
            try:
                data = link.socket.recv(65536)
            except BlockingIOError:
                continue
            if not data:
                raise RuntimeError(f"the server closed a connection: {link.read[-300:]!r}")
            link.read += data
            if link.script is not None:
                self.follow(link)
            elif link.role == "sender":
                self.refill(link)
            else:
                self.deliver(link)
        for link in [link for link in self.links.values() if link.unsent] if self.window else ():
            data, link.unsent = link.unsent, b""
            link.send(data)

    def follow(self, link):
        if self.wire.failed.search(link.read):
            raise RuntimeError(f"the server refuses: {link.read[-300:]!r}")
        if found := re.search(link.pattern, link.read):
            link.read = link.read[found.end():]
            self.advance(link)

    def deliver(self, link):
        """Counts the messages that have come; who plays ping-pong answers."""
        count = link.read.count(self.wire.end)
        if not count:
            return
        link.read = link.read[link.read.rfind(self.wire.end) + len(self.wire.end):]
        link.received += count
        self.delivered += count
        if link.role == "player":
            self.latencies.append(now() - link.peer.sent_at)
            if self.is_sending:
                self.play(link)

    def play(self, link):
        link.sent += 1
        link.sent_at = now()
        link.send(link.message)

    def refill(self, link):
        link.in_flight -= self.wire.acked(link)
        if not self.is_sending:
            return
        step = self.wire.ack_every
        while link.in_flight + step <= self.window:
            link.send(link.message * step + self.wire.ask)
            link.sent, link.in_flight = link.sent + step, link.in_flight + step

    def turn_until(self, moment):
        while now() < moment:
            self.turn()


def pairs(loop, port, scenario, numbers, register):
    """The links of some pairs, ready to talk."""
    wire, roles = loop.wire, ("player", "player") if scenario == "s1" else ("sender", "receiver")
    users = [f"u{number}" for pair in numbers for number in (2 * pair, 2 * pair + 1)]
    links = loop.run(
        Link(port, wire.log_in(user, register, acks=roles[index % 2] == "sender"), roles[index % 2])
        for index, user in enumerate(users))
    for index, link in enumerate(links):
        link.peer = links[index ^ 1]
        link.message = wire.message(users[index ^ 1], users[index] if link.role == "sender" else None)
    return links


def talk(channel, wire, port, scenario, numbers, seconds, window, register):
    """One process of S1 or S2: logs in, then sends for a second and the seconds that count, then waits for the rest."""
    loop = Loop(wire)
    links = pairs(loop, port, scenario, numbers, register)
    gc.disable()
    channel.send("ready")
    channel.recv()
    loop.is_sending, loop.window = True, window
    for link in links[::2]:
        loop.play(link) if scenario == "s1" else loop.refill(link)
    loop.turn_until(now() + 1)
    channel.send("measuring")
    loop.delivered, loop.latencies, begin, busy = 0, [], now(), time.process_time()
    loop.turn_until(begin + seconds)
    took, busy = now() - begin, time.process_time() - busy
    result = {"delivered": loop.delivered, "seconds": took, "busy": busy / took, "latencies": loop.latencies}
    channel.send("measured")
    loop.is_sending, quiet_since = False, now()
    missing = lambda: sum(link.sent for link in links) - sum(link.received for link in links)
    while missing() and now() - quiet_since < 15:
        before = loop.delivered
        loop.turn()
        if loop.delivered != before:
            quiet_since = now()
    channel.send(result | {"missing": missing()})


def arrive(channel, wire, port, numbers, register):
    """One process of S4: all of its users log in, some at a time, and stay until they're told to go."""
    loop = Loop(wire)
    channel.send("ready")
    channel.recv()
    begin, busy = now(), time.process_time()
    loop.run(Link(port, wire.log_in(f"u{number}", register)) for number in numbers)
    took = now() - begin
    channel.send({"seconds": took, "busy": (time.process_time() - busy) / took})
    channel.recv()


class Fleet:
    """The processes of a load, each with its share; they go from step to step together."""

    def __init__(self, body, count, processes, arguments):
        context = multiprocessing.get_context("fork")
        self.channels, self.processes = [], []
        for index in range(processes):
            ours, theirs = context.Pipe()
            share = range(count * index // processes, count * (index + 1) // processes)
            process = context.Process(target=body, args=(theirs, *arguments(share)), daemon=True)
            process.start()
            theirs.close()
            self.channels.append(ours)
            self.processes.append(process)

    def take(self, patience=90):
        """What each says next."""
        said = []
        for channel in self.channels:
            if not channel.poll(patience):
                raise RuntimeError("the load has nothing to say")
            said.append(channel.recv())
        return said

    def go_on(self):
        for channel in self.channels:
            channel.send("go on")

    def stop(self):
        for process in self.processes:
            process.kill()
            process.join()
