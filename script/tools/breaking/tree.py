"""The copy that is broken. It has a build of its own, which nothing else sees, and changes as little as it must from one
run to the next, so that little is built again."""

import contextlib
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path, PurePath

from breaking import javascript, swift, templates

SWITCHES = "Broken.swift"
# Which lines can be broken, by how their files begin and end.
_FINDERS = {
    ("Sources/", ".swift"): swift.places,
    ("Templates/", ".html"): templates.places,
    ("Public/", ".js"): javascript.places,
}
_ERROR = re.compile(r"^(/\S.*?\.swift):(\d+):\d+: error: ", re.MULTILINE)


class BuildError(Exception):
    """The copy doesn't compile, and not because of a broken line."""


class Tree:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.path, self.build_folder = folder / "tree", folder / "build"
        self.files = {}
        # Names what was built last.
        self.built = ""

    def copy(self, commit=None):
        """Brings the copy to this commit, or to what is tracked here as it is now."""
        self.files = self._committed(commit) if commit else self._tracked()
        kept = set(self.files)
        for path in self._present():
            if path not in kept:
                (self.path / path).unlink()
        for path, (content, mode) in self.files.items():
            self._write(path, content, mode)
        shared = self.folder / "shared"
        if not shared.exists() and (self.root.parent / "shared").is_dir():
            shared.symlink_to(self.root.parent / "shared")

    def places(self):
        """Every place that can be broken."""
        for path in sorted(self.files):
            if _is_left_out(path):
                continue
            for (start, end), finder in _FINDERS.items():
                if path.startswith(start) and path.endswith(end):
                    yield from finder(path, self.files[path][0].decode())

    def build(self, places):
        """Builds the program and its tests with a switch for each of these places of Swift, by number, and gives the
        numbers of those that compile. The sources are as they were afterwards: some tests read them."""
        state = self.folder / "build.json"
        wanted = hashlib.sha256(repr(sorted(places.items())).encode())
        for path, (content, _) in sorted(self.files.items()):
            if not path.startswith("script/"):
                wanted.update(path.encode() + content)
        self.built = wanted.hexdigest()
        if state.exists():
            known = json.loads(state.read_text())
            if known["build"] == self.built:
                return set(known["numbers"])
        state.unlink(missing_ok=True)
        numbers = self._build_what_compiles(dict(places))
        state.write_text(json.dumps({"build": self.built, "numbers": sorted(numbers)}))
        return numbers

    @contextlib.contextmanager
    def broken(self, place):
        """The copy while a template or a script says something else at this place."""
        content, mode = self.files[place.path]
        lines = content.decode().split("\n")
        lines[place.line - 1] = place.broken_line
        self._write(place.path, "\n".join(lines).encode(), mode)
        try:
            yield
        finally:
            self._write(place.path, content, mode)

    @property
    def program(self):
        return self.build_folder / "debug/storytime"

    @property
    def suites(self):
        return next((self.build_folder / "debug").glob("*.xctest"))

    def _build_what_compiles(self, places):
        modules, log = self._modules(), self.folder / "build.log"
        try:
            while True:
                self._switch(places, modules)
                with open(log, "wb") as output:
                    done = subprocess.run(
                        [*self._swift("build"), "--build-tests", "-Xswiftc", "-continue-building-after-errors"],
                        stdout=output, stderr=subprocess.STDOUT,
                    )
                if done.returncode == 0:
                    return set(places)
                said = log.read_text(errors="replace")
                refused = refused_places(said, str(self.path), places)
                if not refused:
                    raise BuildError(f"The copy doesn’t compile: {log}\n{said[-4000:]}")
                for number in sorted(refused):
                    place = places.pop(number)
                    print(f"{number} doesn’t compile: {place.path}:{place.line}", file=sys.stderr, flush=True)
        finally:
            self._switch({}, modules)

    def _switch(self, places, modules):
        """Gives each place its switch, and each module with one the file that knows which is turned."""
        lines, switched = {}, set()
        for number, place in places.items():
            lines.setdefault(place.path, {})[place.line] = place.switched_line(number)
            switched.add(max((module for module in modules if place.path.startswith(module)), key=len))
        for path, (content, mode) in self.files.items():
            if path.startswith("Sources/") and path.endswith(".swift"):
                self._write(path, with_lines(content.decode(), lines.get(path, {})).encode(), mode)
        for module in modules:
            if module in switched:
                self._write(module + SWITCHES, swift.switches(max(places)).encode(), 0o644)
            else:
                (self.path / module / SWITCHES).unlink(missing_ok=True)

    def _modules(self):
        """The folders of the program's Swift modules."""
        shown = subprocess.run([*self._swift("package"), "describe", "--type", "json"], check=True, capture_output=True, text=True)
        targets = json.loads(shown.stdout[shown.stdout.index("{") :])["targets"]
        folders = [target["path"] for target in targets if target["module_type"] == "SwiftTarget"]
        return [folder + "/" for folder in folders if folder.startswith("Sources/")]

    def _swift(self, command):
        return ["swift", command, "--package-path", str(self.path), "--scratch-path", str(self.build_folder)]

    def _present(self):
        if not self.path.exists():
            return
        for path in self.path.rglob("*"):
            name = path.relative_to(self.path)
            is_made = name.parts[0] in (".venv", ".build", ".schemathesis") or "__pycache__" in name.parts
            if not is_made and not path.is_dir():
                yield str(name)

    def _write(self, path, content, mode):
        file = self.path / path
        if not file.is_file() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(mode)

    def _tracked(self):
        shown = subprocess.run(["git", "ls-files", "-z"], cwd=self.root, check=True, capture_output=True)
        paths = [path for path in shown.stdout.decode().split("\0") if path and (self.root / path).is_file()]
        return {path: ((self.root / path).read_bytes(), (self.root / path).stat().st_mode & 0o777) for path in paths}

    def _committed(self, commit):
        shown = subprocess.run(["git", "archive", "--format=tar", commit], cwd=self.root, check=True, capture_output=True)
        with tarfile.open(fileobj=io.BytesIO(shown.stdout)) as archive:
            files = [member for member in archive if member.isfile()]
            return {member.name: (archive.extractfile(member).read(), member.mode & 0o755) for member in files}


def refused_places(output, folder, places):
    """The numbers of the places to which the compiler's errors belong: those on their lines; the nearest one above, since
    an error can be told at the end of a function; or else all of a file."""
    refused = set()
    for path, line in {(found.group(1), int(found.group(2))) for found in _ERROR.finditer(output)}:
        here = {number: place for number, place in places.items() if f"{folder}/{place.path}" == path}
        above = [number for number, place in here.items() if place.line <= line]
        exact = {number for number in above if here[number].line == line}
        nearest = {max(above, key=lambda number: here[number].line)} if above else set(here)
        refused |= exact or nearest
    return refused


def with_lines(source, lines):
    """The source with other lines where these are given, by number."""
    if not lines:
        return source
    return "\n".join(lines.get(number, line) for number, line in enumerate(source.split("\n"), start=1))


def _is_left_out(path):
    """The demo's data is no rule of the program, and the other program only measures."""
    parts = PurePath(path).parts
    return "StorytimeBench" in parts or any(part.startswith("Demo") for part in parts)
