"""Small texts that ask for large work go to every command and to every route, under limits of time and memory.

    python run.py LOYD [--long] [--only REGEX] [--rows FILE] [--no-commands | --no-server]

CPU time is counted, so that a loaded machine makes no difference: each process, on one core, takes at most the limit
and 0.5 s. Its memory is at most the limit, 10 % of it and 32 MB. A command that takes no limits has 3 s and 200 MB. A
server under attack answers /healthz before it has taken 0.1 s of CPU time, and 0.1 s more for each core; its memory is
at most the limit, 10 % of it and 32 MB. The list of commands is the program's own help, and the list of routes its own
description: a new command fails until it is covered here. Needs nothing but Python's standard library, and Linux.

The net of a command, which ends it a second after its limit, must never fire.

The texts and commands that exceed their limits and are not mended yet are in not-yet.txt, as patterns; a line may only
go. A run names the patterns that nothing exceeded.
"""

import argparse
import http.client
import json
import os
import queue
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import quote

from corpus import all_bombs, questions as questions_of_corpus

MB = 1_000_000
NOT_YET = Path(__file__).with_name("not-yet.txt")
# The message of the net below the limits, which ends a command that did not stop by itself.
NET = "because a limit was not kept"
# The longest body that a server reads.
LONGEST = 1 << 20
# The limits of commands without limit options.
GRANTED = (3.0, 200)
# {p} is the puzzle, {w} a word of moves, {s} a position (moves where none is known), {file} the text's file, {sink} a
# file to write. Limits follow where the command takes them.
COMMANDS = {
    "solve": [
        "{p} --scramble {w}",
        "{p} {s}",
        "{p} {s} --count",
        "{p} {s} --algorithm bfs",
        "{p} {s} --algorithm a-star",
        "{p} {s} --algorithm bidirectional",
        "{p} {s} --algorithm table",
        "{p} {s} --first",
        "{p} {s} --goal {s}",
    ],
    "compare": ["{p} {s}"],
    "bench": ["{set}"],
    "check": ["{p} {s} {w}"],
    "play": ["{p}"],
    "random": ["{p} --count 20 --seed 1", "{p} --depth 7 --seed 1", "{p} --scrambles --seed 1"],
    "judge": [],
    "rank": ["{p} {s}"],
    "unrank": ["{p} 123456789"],
    "puzzles": ["{p}", "{p} --group"],
    "rewrite": ["{p} {w}", "{p} {w} --shorten", "{p} {w} --order --invert --canonical"],
    "convert": ["{file} --to " + form for form in ("tws", "kpuzzle", "gap", "loyd", "permutations")],
    "lint": ["{file}"],
    "map": ["{p}", "{p} --dry-run", "{p} --limit-moves 2", "{p} --from {s}"],
    "table build": ["{p} -o {sink}", "{p} --bits 8 -o {sink}", "{p} --bits 2 --dry-run"],
    "table info": ["{file}"],
    "table verify": ["{file}"],
    "table query": ["{file} {s}"],
    "table sample": ["{file}"],
    "cluster map": ["{p} --hosts {file} --process 0"],
    "cluster solve": ["{p} {s} --hosts {file} --process 0"],
    "cluster run": ["--local 2 map {p} --limit-seconds {seconds} --limit-memory {memory}"],
    "cluster plan": ["{p} --hosts 4 --memory 8GB --network 1"],
    "cluster status": ["{file}"],
}
# Files without an end, and a token that all users can read, in the arguments that name files. They are run once.
NAMED = [
    "solve file:@/dev/zero 1",
    "solve 8 @/dev/zero",
    "solve 8 {s} --goal @/dev/zero",
    "solve 8 {s} --table /dev/zero",
    "map 8 --goal-set @/dev/zero",
    "bench /dev/zero",
    "lint /dev/zero",
    "table info /dev/zero",
    "cluster map 8 --hosts /dev/zero --process 0",
    "cluster solve 8 - --hosts /dev/zero --process 0",
    "cluster map 8 --hosts {hosts} --process 0 --token-file /dev/zero",
    "cluster map 8 --hosts {hosts} --process 0 --token-file {hosts}",
]
# These commands read names and folders only.
WITHOUT_TEXT = {"cache list", "cache clear", "completions", "man", "serve", "help"}
# The values of the fields of a question, by the name of the field.
FIELDS = {
    "state": "{s}",
    "moves": "{w}",
    "scramble": "{w}",
    "number": 123456789,
    "from": "{s}",
    "count": 20,
    "seed": 1,
    "depth": 7,
}
# The fields of the questions that each route is asked.
ASKED = {
    "solve": [["state"], ["scramble"], ["moves"]],
    "compare": [["state"]],
    "check": [["state", "moves"]],
    "distance": [["state"]],
    "next": [["state"]],
    "moves": [[], ["state"]],
    "draw": [["state"], ["state", "moves"]],
    "random": [["count", "seed"], ["depth"]],
    "rank": [["state"]],
    "unrank": [["number"]],
    "map": [[], ["from"]],
    "group": [[]],
    "lint": [[]],
}
OTHER_ROUTES = {"/api/v1/batch", "/api/v1/judge/{name}", "/api/v1/puzzles/{id}"}
WITHOUT_BODY = {"/api/v1/judges", "/api/v1/openapi.json", "/api/v1/puzzles", "/healthz", "/metrics", "/readyz"}


@dataclass
class Case:
    """A command with its limits."""

    name: str
    bomb: str
    arguments: list
    seconds: float
    memory: int
    stdin: str = None
    processes: int = 1
    refuses: bool = False


class Bombs:
    """The corpus as files, and the help and the description of the program."""

    def __init__(self, loyd, folder, is_long, only):
        self.loyd, self.folder, self.is_long = loyd, Path(folder), is_long
        self.bombs, self.help = [], {}
        self.only = only
        for number, (prefix, bomb) in enumerate(all_bombs()):
            path = self.folder / f"bomb{number}"
            path.write_text(bomb.text if bomb.text is not None else bomb.word)
            if bomb.text is not None:
                bomb.id = f"{prefix}:@{path}" if prefix else f"@{path}"
            bomb.path, bomb.prefix = path, prefix
            if (is_long or bomb.is_short) and re.search(only, bomb.name):
                self.bombs.append(bomb)
                if bomb.text is None and not bomb.word and not bomb.state:
                    bomb.word = self.moves_of(bomb.id)

    def moves_of(self, id):
        """A few moves of a puzzle, by its own description."""
        run = subprocess.run([self.loyd, "puzzles", id, "--json"], capture_output=True, text=True, timeout=120)
        moves = json.loads(run.stdout.splitlines()[0]).get("moves", "") if run.returncode == 0 else ""
        names = moves.partition(" (")[0].split()
        return " ".join(random.Random(1).choices(names, k=20)) if names else ""

    def said(self, command):
        """The help of a command."""
        if command not in self.help:
            run = subprocess.run([self.loyd, *command.split(), "--help"], capture_output=True, text=True, check=True)
            self.help[command] = run.stdout
        return self.help[command]

    def commands(self):
        """All commands, by the program's own help."""

        def below(command):
            found = re.search(r"^Commands:\n(.*?)\n\n", self.said(command), re.M | re.S)
            return re.findall(r"^  ([a-z]+) ", found[1], re.M) if found else []

        all_of_them = set()
        for command in below(""):
            inner = [name for name in below(command) if name != "help"] if command != "help" else []
            all_of_them |= {f"{command} {name}" for name in inner} or {command}
        return all_of_them

    def cases(self):
        """Every command with every bomb."""
        missing = self.commands() ^ (COMMANDS.keys() | WITHOUT_TEXT)
        assert not missing, f"commands that are not covered, or are gone: {missing}"
        limits = [(s, m) for s in (0.5, 1.0, 3.0) for m in (50, 200)] if self.is_long else [(0.5, 50)]
        for command, templates in COMMANDS.items():
            takes = [option in self.said(command) for option in ("--limit-seconds", "--limit-memory")]
            is_cluster = command == "cluster run"
            for number, (seconds, memory) in enumerate(limits):
                if not any(takes) and not is_cluster and number > 0:
                    continue
                options = ["--limit-seconds", str(seconds)] * takes[0] + ["--limit-memory", f"{memory}MB"] * takes[1]
                seconds = seconds if takes[0] or is_cluster else GRANTED[0]
                memory_of = memory if takes[1] or is_cluster else GRANTED[1]
                for bomb in self.bombs:
                    for template in templates:
                        words = {
                            "{p}": bomb.id,
                            "{w}": bomb.word,
                            "{s}": bomb.state or bomb.word,
                            "{file}": str(bomb.path),
                            "{sink}": str(self.folder / "sink"),
                            "{set}": str(self.set_of(bomb)),
                            "{seconds}": str(seconds),
                            "{memory}": f"{memory}MB",
                        }
                        arguments = [words.get(word, word) for word in template.split()]
                        processes = 2 if is_cluster else 1
                        name = f"{command} {template}"
                        arguments = [*command.split(), *arguments, *options]
                        yield Case(name, bomb.name, arguments, seconds, memory_of, None, processes)
                for name, question in self.questions():
                    if question["ask"] == command in ("compare", "map"):
                        arguments, stdin = self.arguments_of(name, question)
                        yield Case(f"{command} question", name, [*arguments, *options], seconds, memory_of, stdin)
                if command == "judge":
                    for judge, text, path in self.judge_inputs():
                        yield Case("judge", f"{judge}: {text}", ["judge", judge, *options], seconds, memory_of, path)

    def named(self):
        """Every argument that names a file, with a file that must be refused."""
        hosts = self.folder / "hosts"
        hosts.write_text("# Long enough for a token.\n127.0.0.1:7100\n")
        hosts.chmod(0o644)
        for command in NAMED:
            words = {"{s}": "2 3 4 1 5 x 7 6 8", "{hosts}": str(hosts)}
            arguments = [words.get(word, word) for word in command.split()]
            yield Case(command, "named file", arguments, *GRANTED, refuses=True)

    def questions(self):
        """The questions of the corpus, one at a time: a child that is forked counts the memory of this process."""
        return ((name, question) for name, question in questions_of_corpus() if re.search(self.only, name))

    def arguments_of(self, name, question):
        """A question as arguments, and the file for standard input. Long lists are lines of a file."""
        arguments, stdin = [question["ask"], question["puzzle"]], None
        for field, value in question.items():
            path = self.folder / f"{name}-{field}"
            option = "--" + field.replace("_", "-")
            if field in ("goal_set", "from_set", "states"):
                path.write_text("".join(f"{line}\n" for line in value))
            if field in ("goal_set", "from_set"):
                arguments += [option, f"@{path}"]
            elif field == "states":
                arguments.append("-")
                stdin = path
            elif field == "state":
                arguments.append(value)
            elif field in ("algorithms", "heuristics"):
                arguments += [option, ",".join(value)]
        return arguments, stdin

    def set_of(self, bomb):
        """A file for `loyd bench` of one position."""
        path = self.folder / f"{bomb.path.name}.set"
        path.write_text(f"puzzle: {bomb.id}\n\n1: {bomb.state or bomb.word}\n")
        return path

    def judge_inputs(self):
        """Long inputs of every judge."""
        run = subprocess.run([self.loyd, "judge", "--list", "--json"], capture_output=True, text=True, check=True)
        source = random.Random(2)
        for judge in map(json.loads, run.stdout.splitlines()):
            sample = judge["sample_input"]
            texts = {
                "sample a hundred times": sample * 100,
                "large numbers": re.sub(r"\d+", "999999999", sample) * 100,
                "one long line": sample.replace("\n", " ") * 1000,
                "shuffled": "".join(source.sample(sample * 50, len(sample) * 50)),
            }
            for name, text in texts.items():
                path = self.folder / f"judge-{judge['judge']}-{zlib.crc32(name.encode())}"
                path.write_text(text)
                yield judge["judge"], name, path


def run_case(case, loyd, core):
    """Runs a command on one core, and returns its fault."""
    bound = (case.seconds + 0.5) * case.processes

    def prepare():
        os.sched_setaffinity(0, {core})
        resource.setrlimit(resource.RLIMIT_CPU, (int(bound) + 1, int(bound) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (6000 * MB, 6000 * MB))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as errors, open(case.stdin or os.devnull) as given:
        environment = {**os.environ, "LOYD_CACHE": os.path.join(tempfile.gettempdir(), "loyd-bombs-cache")}
        arguments = [argument.encode("utf-8", "surrogateescape") for argument in [loyd, "-q", *case.arguments]]
        begun = time.monotonic()
        child = subprocess.Popen(
            arguments, stdin=given, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=prepare, env=environment
        )
        timer = threading.Timer(300, child.kill)
        timer.start()
        _, status, used = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read(100_000).decode("utf-8", "replace")
    cpu, memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / MB
    wrong = []
    if cpu > bound:
        wrong.append(f"{cpu:.2f} s of CPU, expected at most {bound:.1f}")
    if memory > case.memory * 1.1 + 32:
        wrong.append(f"{memory:.0f} MB, expected at most {case.memory * 1.1 + 32:.0f}")
    if child.returncode < 0 or child.returncode == 101 or "panicked" in said:
        wrong.append(f"exit code {child.returncode} after {time.monotonic() - begun:.1f} s: {said[-300:].strip()}")
    if case.refuses and child.returncode not in (2, 5):
        wrong.append(f"exit code {child.returncode}, expected a refusal: {said[-300:].strip()}")
    fired = NET in said
    if fired:
        wrong.append(f"the net ended it: {said[-300:].strip()}")
    return {
        "fired": fired,
        "case": case.name,
        "bomb": case.bomb,
        "seconds": case.seconds,
        "memory": case.memory,
        "cpu": round(cpu, 2),
        "mb": round(memory),
        "code": child.returncode,
        "wrong": wrong,
    }


def run_cases(cases, loyd, rows):
    """Runs commands, one on each core at a time."""
    waiting, found, lock = queue.SimpleQueue(), [], threading.Lock()
    for case in cases:
        waiting.put(case)

    def work(core):
        while True:
            try:
                case = waiting.get_nowait()
            except queue.Empty:
                return
            row = run_case(case, loyd, core)
            with lock:
                found.append(row)
                report(row, rows)

    workers = [threading.Thread(target=work, args=[core]) for core in sorted(os.sched_getaffinity(0))]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    return found


def name_of(row):
    return f"{row['bomb']} | {row['case']}"


def not_yet(name):
    """The patterns of what is known to exceed its limits that a name matches."""
    return {pattern for pattern in NOT_YET.read_text().splitlines() if fnmatchcase(name, pattern)}


def report(row, rows):
    if rows:
        print(json.dumps(row), file=rows, flush=True)
    if row["wrong"] and not not_yet(name_of(row)):
        print(f"{name_of(row)} | {row['seconds']} s, {row['memory']} MB | {'; '.join(row['wrong'])}", flush=True)


def attack_metrics(loyd, folder):
    """Sends lengths of bodies that no machine has to the metrics of a process of a map."""
    with socket.socket() as one, socket.socket() as two:
        [free.bind(("127.0.0.1", 0)) for free in (one, two)]
        Path(folder, "hosts").write_text("".join(f"127.0.0.1:{free.getsockname()[1]}\n" for free in (one, two)))
    options = ["--hosts", f"{folder}/hosts", "--threads", "1", "-v", "--metrics", "127.0.0.1:0", "--process"]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    maps = [subprocess.Popen([loyd, "cluster", "map", "pancake:13", *options, n], **silent) for n in "01"]
    try:
        port = [int(re.search(r":(\d+)/", child.stderr.readline())[1]) for child in maps][0]
        wrong = []
        for length in (99_999_999_999, 2**63, 2**64 - 1, 10**30):
            for method in ("GET", "POST"):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
                try:
                    connection.request(method, "/metrics", headers={"Content-Length": str(length)})
                    connection.getresponse().read()
                except (OSError, http.client.HTTPException) as error:
                    wrong.append(f"{method} of {length} bytes: {error}")
                connection.close()
        if maps[0].poll() is not None:
            wrong.append(f"exit code {maps[0].returncode}")
        status = Path(f"/proc/{maps[0].pid}/status").read_text()
    finally:
        [child.kill() for child in maps]
        [child.communicate() for child in maps]
    held = round(int(re.search(r"VmHWM:\s+(\d+)|$", status)[1] or 0) * 1024 / MB)
    name = {"case": "cluster map --metrics", "bomb": "Content-Length"}
    return {**name, "seconds": 0, "memory": 0, "mb": held, "wrong": wrong}


class Server:
    """`loyd serve`, with the time and memory of its processes."""

    def __init__(self, loyd, seconds, memory):
        options = [
            "--listen",
            "127.0.0.1:0",
            "--max-seconds",
            str(seconds),
            "--max-memory",
            f"{memory}MB",
            "--no-cache",
        ]
        self.process = subprocess.Popen([loyd, "serve", *options], stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stderr.readline())[1])
        # The log must not fill the pipe.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def ask(self, method, path, body=None, media="application/json", timeout=120):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, {"Content-Type": media} if body else {})
            reply = connection.getresponse()
            return reply.status, reply.read()
        finally:
            connection.close()

    def processes(self):
        """The server and its workers that run."""
        workers = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                if int(path.read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    workers.append(int(path.parent.name))
            except (FileNotFoundError, ProcessLookupError):
                continue
        return [self.process.pid] + workers

    def cpu(self):
        """The CPU time of the server and of its workers, those that ended included."""
        ticks = 0
        for process in self.processes():
            try:
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            # The times of a worker that ended are added to those of the server, in the fields 13 and 14.
            ticks += sum(int(field) for field in fields[11:15])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """The most memory of each process since the last call without its mapped files, added up, in MB."""
        most = 0
        for process in self.processes():
            try:
                status = Path(f"/proc/{process}/status").read_text()
                Path(f"/proc/{process}/clear_refs").write_text("5")
                most += int(re.search(r"VmHWM:\s+(\d+)", status)[1]) - int(re.search(r"RssFile:\s+(\d+)", status)[1])
            except (FileNotFoundError, ProcessLookupError, TypeError):
                continue
        return most * 1024 / MB

    def end(self):
        self.process.terminate()
        self.process.wait(30)


class Health:
    """Asks a server for /healthz over and over. The worst is the CPU time that the server and its workers took while a
    request waited, which does not depend on the load of the machine."""

    def __init__(self, server):
        self.worst, self.server, self.ends = 0.0, server, False
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        while not self.ends:
            server = self.server
            try:
                before = server.cpu()
                try:
                    server.ask("GET", "/healthz", timeout=30)
                finally:
                    self.worst = max(self.worst, server.cpu() - before)
            except OSError:
                pass
            time.sleep(0.02)

    def since_last(self):
        worst, self.worst = self.worst, 0.0
        return worst


def questions(server, bombs):
    """The questions to every route: the name of the route, the bomb, and method, path, body and media type."""
    described = json.loads(server.ask("GET", "/api/v1/openapi.json")[1])["paths"]
    known = {f"/api/v1/{route}" for route in ASKED} | OTHER_ROUTES | WITHOUT_BODY
    assert described.keys() == known, f"routes that are not covered, or are gone: {described.keys() ^ known}"
    for bomb in bombs.bombs:
        puzzle = {"puzzle": bomb.id}
        if bomb.text is not None:
            puzzle = {"puzzle": bomb.prefix or "file", "board": bomb.text}
        values = {"{s}": bomb.state or bomb.word, "{w}": bomb.word}
        asked = []
        for route, kinds in ASKED.items():
            for fields in kinds:
                question = {**puzzle, **{field: values.get(FIELDS[field], FIELDS[field]) for field in fields}}
                asked.append({"ask": route, **question})
                yield f"{route} {' '.join(fields)}", bomb.name, (
                    "POST",
                    f"/api/v1/{route}",
                    json.dumps(question),
                    "application/json",
                )
        lines = "".join(
            json.dumps(question) + "\n" for question in asked if question["ask"] in ("moves", "rank", "solve")
        )
        yield "batch", bomb.name, ("POST", "/api/v1/batch", lines, "application/x-ndjson")
        if bomb.text is None and len(bomb.id) < 6000:
            yield "puzzles", bomb.name, ("GET", "/api/v1/puzzles/" + quote(bomb.id, safe=""), None, None)
    for name, question in bombs.questions():
        body = json.dumps(question)
        if len(body) <= LONGEST:
            yield "question", name, ("POST", f"/api/v1/{question['ask']}", body, "application/json")
    for judge, text, path in bombs.judge_inputs():
        yield "judge", f"{judge}: {text}", ("POST", f"/api/v1/judge/{judge}", path.read_text(), "text/plain")


def run_server(loyd, bombs, rows):
    """Asks every route of a server."""
    found = []
    cores = len(os.sched_getaffinity(0))
    for seconds, memory in [(s, m) for s in (0.5, 1, 3) for m in (150, 250)] if bombs.is_long else [(0.5, 150)]:
        server = Server(loyd, seconds, memory)
        health = Health(server)
        for name, bomb, question in questions(server, bombs):
            # In the short run every eighth; all of two routes that were once answered on the thread of connections.
            is_kept = name in ("moves ", "rank state", "question") or zlib.crc32(f"{name} {bomb}".encode()) % 8 == 0
            if not bombs.is_long and not is_kept:
                continue
            # A batch is a question a line, one after the other.
            count = max(1, question[2].count("\n")) if name == "batch" else 1
            before, wrong, held = server.cpu(), [], server.memory()
            try:
                status, reply = server.ask(*question)
            except OSError as error:
                status, reply = 0, str(error).encode()
            time.sleep(0.02)
            cpu, memory_used, worst = server.cpu() - before, server.memory(), health.since_last()
            if status == 0 or status >= 500 and status not in (503, 504, 507):
                wrong.append(f"status {status}: {reply[:200]}")
            if cpu > (seconds + 0.5) * cores * count:
                wrong.append(f"{cpu:.2f} s of CPU, expected at most {(seconds + 0.5) * cores * count:.1f}")
            # Growth is reported once, not for every later question.
            if memory_used > memory * 1.1 + 32 and memory_used > held + 5:
                wrong.append(f"{memory_used:.0f} MB, expected at most {memory * 1.1 + 32:.0f}")
            if worst > 0.1 * cores + 0.1:
                wrong.append(f"/healthz waited while the server took {worst:.2f} s of CPU")
            row = {
                "case": f"POST /{name}",
                "bomb": bomb,
                "seconds": seconds,
                "memory": memory,
                "cpu": round(cpu, 2),
                "mb": round(memory_used),
                "code": status,
                "wrong": wrong,
            }
            found.append(row)
            report(row, rows)
            if server.process.poll() is not None or status == 0:
                server.process.kill()
                server = Server(loyd, seconds, memory)
                health.server = server
        health.ends = True
        server.end()
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loyd")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--rows", type=argparse.FileType("w"))
    parser.add_argument("--no-commands", action="store_true")
    parser.add_argument("--no-server", action="store_true")
    asked = parser.parse_args()
    loyd = os.path.abspath(asked.loyd)
    with tempfile.TemporaryDirectory(prefix="loyd-bombs") as folder:
        bombs, found, begun = Bombs(loyd, folder, asked.long, asked.only), [], time.monotonic()
        if not asked.no_commands:
            # In any order, but the same one each time: a run that is stopped has met most commands and bombs.
            cases = [*bombs.named(), *bombs.cases()]
            random.Random(1).shuffle(cases)
            found += run_cases(cases, loyd, asked.rows)
            found.append(attack_metrics(loyd, folder))
            report(found[-1], asked.rows)
        if not asked.no_server:
            found += run_server(loyd, bombs, asked.rows)
    wrong = {name_of(row) for row in found if row["wrong"]}
    new = {name for name in wrong if not not_yet(name)}
    met = set().union(*(not_yet(name_of(row)) for row in found))
    kept = met - set().union(*map(not_yet, wrong))
    seconds = time.monotonic() - begun
    fired = sum(row.get("fired", False) for row in found)
    print(f"{len(found)} runs in {seconds:.0f} s, {len(wrong)} beyond their limits, {len(new)} of them new, ", end="")
    print(f"{fired} ended by the net")
    print("".join(f"known to exceed its limits, and kept them: {pattern}\n" for pattern in sorted(kept)), end="")
    sys.exit(1 if new or fired else 0)


main()
