"""What the comparisons share: the program as a reader of files."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

from storytime import BINARY  # noqa: E402


def dump(path):
    """The cues that `storytime captions dump` finds, as start, end and text; None if it rejects the file."""
    done = subprocess.run([BINARY, "captions", "dump", str(path)], capture_output=True, timeout=60)
    assert done.returncode >= 0 and done.returncode < 128, f"{path.read_bytes()!r} ends it: {done.stderr[-500:]!r}"
    if done.returncode:
        return None
    return [(cue["start_ms"], cue["end_ms"], cue["text"]) for cue in json.loads(done.stdout)["cues"]]


@pytest.fixture
def read_all(tmp_path):
    """Reads many texts as files with this ending: the program starts anew for each, two at a time."""

    def read(texts, ending):
        paths = []
        for number, text in enumerate(texts):
            path = tmp_path / f"{number}.{ending}"
            path.write_bytes(text.encode())
            paths.append(path)
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(dump, paths))

    return read
