"""The API is held against its own document, by tools that know nothing of it."""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import operations
from openapi_spec_validator import validate

FOLDER = Path(__file__).parent
PATIENCE = 300  # seconds; each takes one on a machine that has nothing else to do


def test_the_document_is_openapi(document):
    validate(document)
    assert document["openapi"].startswith("3.1.")


@pytest.mark.parametrize("role", ["parent", "admin"])
def test_every_operation_does_what_the_document_says(library, people, document, tmp_path, role):
    """Asked what fits the document and what does not, in all that each may be and one after the other."""
    mine = [operation["operationId"] for _, _, operation in operations(document) if role in operation["x-roles"] or not operation["x-roles"]]
    command = [Path(sys.executable).with_name("schemathesis"), "--config-file", FOLDER / "schemathesis.toml", "run"]
    command += [f"{library.address}/api/v1/openapi.json", "--header", f"Authorization: Bearer {people[role].key()}"]
    command += ["--no-color", "--generation-database", "none", "--warnings", "off"]
    for name in mine:
        command += ["--include-operation-id", name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
