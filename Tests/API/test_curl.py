"""The commands that the pages about the API offer work as they stand there, pasted into a shell."""

import os
import pty
import subprocess

import pytest
from conftest import PASSWORD, operations
from waiting import until

# Reading comes first, deleting last, and of that the inner things before what they are in.
ORDER = {"get": 0, "post": 1, "put": 2, "patch": 3, "delete": 4}

# What was asked for by others before: a plan is there when a file was looked through, a bin when a book was deleted.
AFTER = {"showImport": "createImport", "runImport": "createImport", "restoreBook": "deleteBook"}


def in_order(document, role):
    """The operations of a role, so that each finds what it is about."""
    mine = [each for each in operations(document) if each[2]["x-roles"] == [role] or (role == "parent" and not each[2]["x-roles"])]
    mine.sort(key=lambda each: (ORDER[each[0]], -each[1].count("/") if each[0] == "delete" else 0))
    names = [operation["operationId"] for _, _, operation in mine]
    for late, early in AFTER.items():
        if late in names:
            names.remove(late)
            names.insert(names.index(early) + 1, late)
    # A session that is ended asks for nothing any more.
    return sorted(names, key=lambda name: name == "revokeToken")


def in_shell(folder, lines, **variables):
    """What a shell prints that is given those lines as they are."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)} | variables
    return subprocess.run(["bash", "-c", lines], cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


# What curl got is told by the last three characters.
TELLING = 'curl() { command curl -w "%{http_code}" "$@"; }\n'


@pytest.mark.parametrize("role", ["parent", "admin"])
def test_every_command_does_what_its_page_says(library, people, document, tmp_path, role):
    person = people[role]
    (tmp_path / "books.csv").write_text("title,author\nOwl at Noon,Mira Sandberg\n")
    (tmp_path / "captions.vtt").write_text("WEBVTT\n\n00:00.000 --> 00:01.000\nOnce upon a time\n")
    make = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=5:duration=1", str(tmp_path / "film.mp4")]
    subprocess.run(make, check=True)
    signed_in = in_shell(tmp_path, person.code("createToken", "sign-in") + '\nprintf "%s %s" "$TOKEN" "$REFRESH_TOKEN"', PASSWORD=PASSWORD)
    token, refresh = signed_in.stdout.split()[-2:]
    failed = {}
    for name in in_order(document, role):
        if name == "runImport":
            wait_for_a_plan(person)
        secrets = {"TOKEN": token, "REFRESH_TOKEN": refresh, "PASSWORD": PASSWORD}
        done = in_shell(tmp_path, TELLING + person.code(name), **secrets)
        if not done.stdout[-3:].startswith("2"):
            failed[name] = person.code(name) + "\n" + done.stdout + done.stderr
        elif name == "refreshToken":
            refresh = done.stdout.split('"refresh_token":"')[1].split('"')[0]
    assert not failed, "\n\n".join(failed.values())


def wait_for_a_plan(person):
    """A file is looked through in the background."""
    until(lambda: "AQID" not in person.code("runImport"), "the plan of the import")


@pytest.mark.parametrize("shell", ["bash", "sh"])
@pytest.mark.parametrize("password", [PASSWORD, "it's \\ a \"quoted\" $HOME `one` ${x}"])
def test_a_password_that_is_typed_signs_in(library, people, tmp_path, shell, password):
    library.add_user("quote@example.test", password, "parent", "Quote")
    lines = people["parent"].code("createToken", "sign-in").replace("karin@lindqvist.example", "quote@example.test")
    script = tmp_path / "script"
    script.write_text(people["parent"].code("createToken", "ask") + "\n" + lines + '\nprintf "[%s]\\n" "${TOKEN}"\n')
    ours, theirs = pty.openpty()
    process = subprocess.Popen([shell, script], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    os.write(ours, (password + "\n").encode())
    printed, _ = process.communicate(timeout=60)
    assert "Signed in." in printed and "[eyJ" in printed, printed
    os.close(ours)
    os.close(theirs)
