"""Runs the registered cases, area by area, and prints what came of them."""

import collections
import concurrent.futures
import importlib
import pathlib
import random
import sys
import threading
import time
import traceback

import registry
from registry import Skipped
from server import Binary, Server
from world import Template

SUPPORT = {"registry", "server", "rest", "websocket", "world", "runner", "pictures", "fake_model", "load"}


class Attempt:
    """What a case gets: the binary, an area's shared world, and servers of its own."""

    def __init__(self, area, case):
        self.area, self.case = area, case
        self.binary, self.short = area.binary, area.options.short or area.options.sample
        self.random = random.Random(case.name)
        self.opened = []

    @property
    def world(self):
        """The area's world. A case leaves it as useful as it found it."""
        return self.area.world()

    @property
    def server(self):
        return self.world.server

    def own_world(self, **options):
        """A world that only this case uses."""
        world = self.area.template.world(**options)
        self.opened.append(world.server)
        return world

    def own_server(self, **options):
        """An empty server, not yet started, that only this case uses."""
        server = Server(self.binary, **options)
        self.opened.append(server)
        return server

    def close(self):
        for server in self.opened:
            server.close()


class Area:
    def __init__(self, name, cases, binary, template, options):
        self.name, self.cases, self.binary, self.template, self.options = name, cases, binary, template, options
        self.shared = None
        # Further servers that the area's cases share.
        self.extra = []

    def world(self):
        if self.shared is None or not self.shared.server.is_alive:
            self.close()
            self.shared = self.template.world()
        return self.shared

    def close(self):
        if self.shared:
            self.shared.server.close()
        self.shared = None

    def run(self, tell):
        results = []
        try:
            for case in self.cases:
                results.append(self.attempt(case))
                tell(self, *results[-1])
        finally:
            self.close()
            for server in self.extra:
                server.close()
        return results

    def attempt(self, case):
        attempt, start = Attempt(self, case), time.monotonic()
        outcome, reason = "ok", ""
        try:
            case.attack(attempt, *case.arguments)
            if self.shared and not self.shared.server.is_alive:
                raise AssertionError(f"the server ended with {self.shared.server.process.returncode}")
        except Skipped as skipped:
            outcome, reason = "skip", str(skipped)
        except AssertionError as failure:
            outcome, reason = "FAIL", str(failure) or traceback.format_exc(limit=-1)
        except Exception as error:
            outcome, reason = "FAIL", f"{type(error).__name__}: {error}"
        if outcome == "FAIL" and self.options.verbose:
            reason += "\n" + traceback.format_exc()
            for server in attempt.opened + ([self.shared.server] if self.shared else []):
                reason += server.log[-2000:]
        attempt.close()
        return case, outcome, reason, time.monotonic() - start


def chosen(options):
    """The cases by area, in the order of the files and of registration."""
    for path in sorted(pathlib.Path(__file__).parent.glob("*.py")):
        if path.stem not in SUPPORT:
            importlib.import_module(path.stem)
    areas = collections.OrderedDict()
    for case in registry.CASES:
        if options.area and case.area not in options.area or options.findings and not case.finding:
            continue
        if (options.short or options.sample) and not case.short or options.case and options.case not in case.name:
            continue
        if options.sample and case.area in registry.ALONE:
            continue
        areas.setdefault(case.area, []).append(case)
    return {name: sample(cases, options.sample) for name, cases in areas.items()} if options.sample else areas


def sample(cases, count):
    """Of the cases of one function, `count` that are spread evenly; the order stays."""
    families = collections.Counter(case.attack for case in cases)
    seen, kept = collections.Counter(), []
    for case in cases:
        number, size = seen[case.attack], families[case.attack]
        seen[case.attack] += 1
        if number * count // size != (number - 1) * count // size:
            kept.append(case)
    return kept


def run(options):
    areas = chosen(options)
    if options.list:
        for name, cases in areas.items():
            for case in cases:
                print(f"{name:11} {case.name}{f'  [{case.finding}]' if case.finding else ''}")
        print(sum(map(len, areas.values())), "cases in", len(areas), "areas")
        return 0
    if not areas:
        print("no such case", file=sys.stderr)
        return 2
    binary, start = Binary(options.binary), time.monotonic()
    template = Template(binary)
    print(f"built the people and things under attack in {time.monotonic() - start:.1f} s", flush=True)
    lock, results = threading.Lock(), {}

    def tell(area, case, outcome, reason, seconds):
        with lock:
            text = " ".join(reason.split()) if not options.verbose else reason
            print(f"{outcome:4} {area.name:11} {case.name}  {seconds:.1f}s{f'  {text[:400]}' if text else ''}",
                  flush=True)

    def work(name):
        results[name] = Area(name, areas[name], binary, template, options).run(tell)

    try:
        together = [name for name in areas if name not in registry.ALONE]
        with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
            for done in [pool.submit(work, name) for name in together]:
                done.result()
        for name in areas:
            if name in registry.ALONE:
                work(name)
    finally:
        template.remove()
    return summary({name: results[name] for name in areas}, options, time.monotonic() - start)


def summary(results, options, seconds):
    everything = [result for each in results.values() for result in each]
    counts = collections.Counter(outcome for _, outcome, _, _ in everything)
    print()
    for name, each in results.items():
        told = collections.Counter(outcome for _, outcome, _, _ in each)
        took = sum(time for _, _, _, time in each)
        print(f"{name:11} {told['ok']:4} ok {told['FAIL']:3} FAIL {told['skip']:3} skipped  {took:6.1f} s")
    if options.findings:
        print()
        for case, outcome, _, _ in sorted(everything, key=lambda result: finding_order(result[0].finding)):
            print(f"{case.finding:16} {outcome:4} {case.area}: {case.name}")
    print(f"\n{len(everything)} cases: {counts['ok']} held, {counts['FAIL']} got through, {counts['skip']} skipped; "
          f"{seconds:.0f} s")
    return 1 if counts["FAIL"] else 0


def finding_order(finding):
    return ("HML".find(finding[0]), int("".join(filter(str.isdigit, finding)) or 0), finding)
