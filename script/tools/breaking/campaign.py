"""Runs the suites unbroken once, and then for each broken place until one notices."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field

from breaking.suites import PYTHON, SWIFT, near

UNBROKEN_LIMIT = 3600  # seconds for one suite
_DOUBTS = 3  # tests that fail once and pass the second time


@dataclass
class Record:
    """What a suite did while nothing was broken."""

    seconds: float
    # Tests that fail unbroken. If others do as soon as these are skipped, the suite is left out.
    skipped: list = field(default_factory=list)
    left_out: str = ""
    # The switched places that it came to.
    reached: list = field(default_factory=list)


@dataclass(frozen=True)
class Verdict:
    """Whether a broken place was noticed, and by what."""

    by: str
    seconds: float
    is_noticed: bool = True


class Baseline:
    """What all suites do while nothing is broken, kept beside the build that it is about."""

    def __init__(self, runner, build):
        self._runner, self._file = runner, runner.folder / "unbroken.json"
        self._build, self.records = build, {}
        if self._file.exists():
            known = json.loads(self._file.read_text())
            if known["build"] == build:
                self.records = {name: Record(**record) for name, record in known["records"].items()}

    def measure(self, suites, say):
        missing = [suite for suite in suites if suite.name not in self.records]
        for suite in missing:
            if suite.kind == SWIFT:
                self._keep(suite, self._record(suite), say)
        # While one waits for a film, another works.
        with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
            slow = [suite for suite in missing if suite.kind == PYTHON]
            for suite, record in zip(slow, pool.map(self._record, slow)):
                self._keep(suite, record, say)

    def _record(self, suite):
        file = self._runner.folder / ("reached." + suite.name.replace("/", "-"))
        outcome = self._runner.run([suite], UNBROKEN_LIMIT, reached=file, stops=False)
        reached = sorted({int(line) for line in file.read_text().split()}) if file.exists() else []
        file.unlink(missing_ok=True)
        record = Record(round(outcome.seconds, 1), skipped=sorted(outcome.failed), reached=reached)
        if outcome.failed:
            outcome = self._runner.run([suite], UNBROKEN_LIMIT, skipped=record.skipped)
        if outcome.has_failed:
            record.left_out = outcome.words
        return record

    def _keep(self, suite, record, say):
        self.records[suite.name] = record
        records = {name: asdict(each) for name, each in self.records.items()}
        self._file.write_text(json.dumps({"build": self._build, "records": records}, indent=1))
        trouble = f"left out: {record.left_out}" if record.left_out else ", ".join(f"without {test}" for test in record.skipped)
        say(f"unbroken: {suite.name}, {record.seconds:.0f} s{'; ' * bool(trouble)}{trouble}")


class Campaign:
    def __init__(self, tree, runner, suites, baseline):
        self._tree, self._runner, self._suites, self._records = tree, runner, suites, baseline.records

    def judge(self, number, place):
        """Breaks one place, and asks the suites until one notices."""
        if place.switch:
            return self._ask(self.stages(number, place), number)
        with self._tree.broken(place):
            return self._ask(self.stages(number, place), 0)

    def stages(self, number, place):
        """The suites in the order in which they are asked, those together that run as one: the near ones first, and of
        switched places only those that come to them."""
        def useful(suite):
            record = self._records[suite.name]
            return not record.left_out and (not place.switch or number in record.reached)

        stages = {}
        for kind in (SWIFT, PYTHON):
            of_kind = [suite for suite in self._suites if suite.kind == kind and useful(suite)]
            close = near(place, of_kind)
            rest = [suite for suite in of_kind if suite not in close]
            stages[kind, "near"] = [suite for suite in close if not suite.is_alone]
            stages[kind, "rest"] = [suite for suite in rest if not suite.is_alone]
            stages[kind, "alone"] = [suite for suite in of_kind if suite.is_alone]
        order = [(SWIFT, "near"), (SWIFT, "rest"), (SWIFT, "alone"), (PYTHON, "near"), (PYTHON, "rest")]
        if not place.switch:
            # What only a page shows is seen sooner where pages are opened.
            order.insert(1, order.pop(3))
        return [stages[each] for each in order if stages[each]]

    def _ask(self, stages, number):
        seconds = 0
        for suites in stages:
            verdict = self._ask_together(suites, number)
            seconds += verdict.seconds
            if verdict.is_noticed:
                return Verdict(verdict.by, seconds)
        return Verdict("nothing" if stages else "nothing: no suite comes to it", seconds, is_noticed=False)

    def _ask_together(self, suites, number):
        """A test that fails must fail again by itself: only then it is the broken line that it has noticed."""
        records = [self._records[suite.name] for suite in suites]
        limit = 60 + 5 * sum(record.seconds for record in records)
        skipped = [test for record in records for test in record.skipped]
        seconds = 0
        for _ in range(_DOUBTS):
            outcome = self._runner.run(suites, limit, skipped, number)
            seconds += outcome.seconds
            if not outcome.has_failed:
                break
            if not outcome.failed:
                return Verdict(outcome.words, seconds)
            again = self._runner.run(suites, limit, skipped, number, tests=outcome.failed)
            seconds += again.seconds
            if again.has_failed:
                return Verdict((again.failed or outcome.failed)[0], seconds)
            skipped += outcome.failed
        return Verdict("", seconds, is_noticed=False)
