"""What an attack costs the others: how long their requests take while it runs."""

import multiprocessing
import threading
import time

from registry import expect

# Below this many seconds nobody notices, and a busy machine has it by itself.
UNNOTICED = 0.05


def times(world, who, seconds, path="/v1/chats", goes_on=lambda: False):
    """How long each of one person's requests took, for some seconds, and for as long as `goes_on()`."""
    client, took = world.client(who), []
    end = time.monotonic() + seconds
    while time.monotonic() < end or goes_on():
        start = time.monotonic()
        answer = client.get(path)
        took.append(time.monotonic() - start)
        expect(answer.status == 200, f"{answer!r}"[:200])
        time.sleep(0.01)
    return took


def p99(took):
    return sorted(took)[min(len(took) - 1, int(len(took) * 0.99))]


def repeat(attack, threads, pause):
    def loop(number):
        while True:
            try:
                attack(number)
            except (OSError, ValueError):
                pass
            time.sleep(pause)
    for number in range(threads):
        threading.Thread(target=loop, args=(number,), daemon=True).start()
    time.sleep(3600)


def expect_fair(world, attack, who="mike", threads=24, pause=0.1, seconds=6, memory=300):
    """Others' p99 during an attack is at most three times that of a quiet server, and memory is bounded.

    `attack(number)` sends one request, from a process of its own, so that the tester isn't what is measured. It is paced: what
    the server is asked is that the requests are cheap or wait, not that it takes any number of them."""
    quiet = p99(times(world, who, seconds))
    before, most = world.server.memory(), 0
    process = multiprocessing.get_context("fork").Process(target=repeat, args=(attack, threads, pause), daemon=True)
    process.start()
    try:
        time.sleep(1)
        took = []
        for _ in range(3):
            took += times(world, who, seconds / 2)
            most = max(most, world.server.memory())
    finally:
        process.kill()
        process.join()
    busy = p99(took)
    expect(busy <= max(3 * quiet, UNNOTICED), f"p99 {quiet * 1000:.0f} ms, {busy * 1000:.0f} ms during it")
    expect(most - before <= memory, f"{most - before:.0f} MB more")
