"""The suites: which there are, which are near a place, and how some of them are run until one fails."""

import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path, PurePath

SWIFT, PYTHON = "swift", "python"
# These weigh their process, which other suites would share.
MEMORY = "MemoryTests"
_SUITE = re.compile(r"^(?:@\w+(?:\(.*\))? +)*(?:(?:final|private|fileprivate) )*(?:struct|class|actor|enum|extension) (\w+)", re.MULTILINE)
_FAILED = re.compile(r"^(?:FAILED|ERROR) ([^\[\s]+(?:\[.*?\])?)(?: - .*)?$", re.MULTILINE)
_NO_TESTS = 69  # what Swift Testing exits with if it has found none; pytest says 5
_POLL = 0.25  # seconds between two looks at what has failed
# A broken program may ask for all there is.
_MEMORY_LIMIT = 12 << 30
_FILE_LIMIT = 8 << 30


@dataclass(frozen=True)
class Suite:
    """Tests that are run together: those of a folder in Swift, those of a file in Python."""

    name: str
    kind: str
    # What its folder or file is called, and which pages it asks for.
    words: frozenset
    filter: str
    is_alone: bool = False


@dataclass
class Outcome:
    """What a run came to. It has failed if a test has, if it crashed, or if it took too long."""

    seconds: float
    failed: list
    # Why it ended if no test says so.
    ending: str = ""

    @property
    def has_failed(self):
        return bool(self.failed or self.ending)

    @property
    def words(self):
        return self.failed[0] if self.failed else self.ending


def found(tree):
    """Every suite of the tree."""
    folders = sorted({path.parent for path in (tree / "Tests").glob("*Tests/**/*.swift") if "@Test" in path.read_text()})
    for folder in folders:
        names = {
            name for path in folder.glob("*.swift") for name in _SUITE.findall(path.read_text()) if "@Test" in path.read_text()
        }
        parts = folder.relative_to(tree / "Tests").parts
        yield Suite(
            "/".join(parts), SWIFT, _words(*parts),
            rf"^{parts[0]}\.(?:{'|'.join(sorted(names))})/",
        )
    yield Suite(MEMORY, SWIFT, frozenset(), MEMORY, is_alone=True)
    for path in sorted((tree / "Tests").glob("*/test_*.py")):
        if path.parent.name != "Tools":
            asked = re.findall(r"/([a-z][a-z-]+)", path.read_text())
            name = str(path.relative_to(tree / "Tests"))
            yield Suite(name, PYTHON, _words(*path.stem.split("_")[1:], *asked), f"Tests/{name}")


def near(place, suites):
    """Those that share the innermost folder with a place that any of them shares."""
    folders = [_word(part) for part in PurePath(place.path).parts[1:-1]]
    for folder in reversed(folders):
        if folder != "storytime" and (shared := [suite for suite in suites if folder in suite.words]):
            return shared
    return []


def _words(*parts):
    return frozenset(_word(part.removesuffix("Tests")) for part in parts)


def _word(part):
    plain = re.sub(r"[^a-z]", "", part.lower())
    return plain[:-3] + "y" if plain.endswith("ies") and plain != "series" else plain.removesuffix("s")


class Runner:
    """Runs suites on the built tree, with one place broken or none."""

    def __init__(self, tree):
        self.tree, self.folder = tree, tree.folder
        self.program = self.folder / "storytime"
        self.events = self.folder / "events.json"

    def run(self, suites, limit, skipped=(), number=0, reached=None, tests=(), stops=True):
        """Runs suites of one kind, or only these of their tests, but for those that are skipped: until one fails, or all."""
        # The program refuses what begins with STORYTIME and is no setting.
        environment = {**os.environ, "BROKEN_LINE": str(number)}
        if reached:
            reached.unlink(missing_ok=True)
            environment["BROKEN_LINES_REACHED"] = str(reached)
        if suites[0].kind == SWIFT:
            return self._swift(suites, limit, skipped, environment, tests, stops)
        return self._python(suites, limit, skipped, environment, tests, stops)

    def _swift(self, suites, limit, skipped, environment, tests, stops):
        filters = [_exactly(test) for test in tests] or [suite.filter for suite in suites]
        skips = [_exactly(test) for test in skipped] + ([] if any(suite.is_alone for suite in suites) else [MEMORY])
        command = [
            self.tree.suites, "--testing-library", "swift-testing",
            "--event-stream-output-path", self.events, "--event-stream-version", "0",
            *(word for each in filters for word in ("--filter", each)),
            *(word for each in skips for word in ("--skip", each)),
        ]
        self.events.unlink(missing_ok=True)
        events = _Events(self.events)
        return _run(command, self.tree.path, environment, limit, events.failed, stops, _limit_all)

    def _python(self, suites, limit, skipped, environment, tests, stops):
        # The tests choose their server's environment, so the program that they are told to run brings its own.
        asked = {name: environment[name] for name in ("BROKEN_LINE", "BROKEN_LINES_REACHED") if name in environment}
        settings = " ".join(f"{name}='{value}'" for name, value in asked.items())
        program = self.program.with_suffix(f".{suites[0].name.replace('/', '-')}")
        program.write_text(f"#!/bin/sh\nulimit -v {_MEMORY_LIMIT >> 10}\nexec env {settings} '{self.tree.program}' \"$@\"\n")
        program.chmod(0o755)
        log = program.with_suffix(".log")
        several = ["--numprocesses", "auto", "--dist", "loadfile"] if len(suites) > 1 else []
        command = [
            self.tree.path / ".venv/bin/python", "-m", "pytest", "--quiet", "-p", "no:cacheprovider", "-r", "fE",
            *several, *(["--exitfirst"] if stops else []),
            *(tests or [suite.filter for suite in suites]),
            *(word for each in skipped for word in ("--deselect", each)),
        ]
        try:
            outcome = _run(command, self.tree.path, {**environment, "STORYTIME_BINARY": str(program)}, limit, list, False, _limit_files, log)
            outcome.failed = _FAILED.findall(log.read_text(errors="replace"))
            if outcome.failed:
                outcome.ending = ""
        finally:
            program.unlink(missing_ok=True)
            log.unlink(missing_ok=True)
        return outcome


class _Events:
    """The tests that have failed so far, as Swift Testing writes them down."""

    def __init__(self, path):
        self._path, self._at, self._failed = path, 0, {}

    def failed(self):
        if self._path.exists():
            with open(self._path, "rb") as file:
                file.seek(self._at)
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self._at += len(line)
                    self._take(line)
        return list(self._failed)

    def _take(self, line):
        if b'"issueRecorded"' in line:
            event = json.loads(line)["payload"]
            if not event.get("issue", {}).get("isKnown"):
                self._failed[event.get("testID", "a test")] = True


def _exactly(test):
    """Of a test's name the part that its line in the file doesn't change."""
    name = test.rsplit("/", 1)[0] if test.count("/") > 1 else test
    return "^" + re.sub(r"([.()+*?\[\]{}|^$\\])", r"\\\1", name) + "/"


def _run(command, folder, environment, limit, failed, stops, prepare, log=None):
    began = time.monotonic()
    # What is stopped leaves its files behind. Sockets lie there, whose paths must be short.
    with tempfile.TemporaryDirectory(prefix="break-", ignore_cleanup_errors=True) as temporary:
        with open(log or os.devnull, "wb") as output:
            process = subprocess.Popen(
                [str(word) for word in command], cwd=folder, env={**environment, "TMPDIR": temporary}, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=prepare,
            )
        try:
            while process.poll() is None and time.monotonic() - began < limit and not (stops and failed()):
                time.sleep(_POLL)
            status = process.poll()
        finally:
            _end(process)
    seconds = time.monotonic() - began
    if failures := failed():
        return Outcome(seconds, failures)
    return Outcome(seconds, [], _ending(status, seconds))


def _ending(status, seconds):
    if status is None:
        return f"hung: stopped after {seconds:.0f} s"
    if status < 0:
        return f"crashed: {signal.Signals(-status).name}"
    return "" if status in (0, 5, _NO_TESTS) else f"failed: status {status}"


def _end(process):
    """Ends a run with all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def _limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_LIMIT, _FILE_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Path("/proc/self/oom_score_adj").write_text("1000")


def _limit_all():
    _limit_files()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_LIMIT, _MEMORY_LIMIT))
