#!/usr/bin/env python3
"""Writes what Jinja2 makes of the corpus beside it, as NAME.expected.json for each NAME.json.

usage: generate.py [--check]     --check writes nothing and fails if a file would change

Each NAME.json holds groups of templates and of values; every template of a group is rendered with
every value of it. The Swift tests compare Quill's output with these expectations, so Jinja2 is
needed only here. "partials" are templates that the others include or extend. A group with "quill"
holds cases in which Quill differs on purpose, and says why; its expectations are Jinja's all the
same, and the tests prove that Quill's own are the ones written in the group.
"""

import json
import pathlib
import re
import sys

import jinja2
from jinja2.utils import htmlsafe_json_dumps

FOLDER = pathlib.Path(__file__).parent


def plain_json(value):
    """Jinja's tojson, as text to be escaped and with non-ASCII characters as they are."""
    dumps = lambda obj, **kwargs: json.dumps(obj, ensure_ascii=False, sort_keys=True)
    return str(htmlsafe_json_dumps(value, dumps=dumps))


def written(value):
    """Jinja writes None and True where Quill writes nothing and true: the one difference, told in
    docs/quill.md, that would hide everything else that is compared."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value


def environment(partials):
    env = jinja2.Environment(
        loader=jinja2.DictLoader({name: translated(text) for name, text in partials.items()}),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=written,
    )
    env.filters["json"] = plain_json
    env.filters["number"] = lambda value: f"{value:,}"
    env.filters["plural"] = lambda count, one, many: one if abs(count) == 1 else many
    return env


def translated(text):
    """`include … with` is Quill's; Jinja has a tag for each half."""
    return re.sub(
        r'\{%(-?)\s*include ("[^"]*") with (.*?)\s*(-?)%\}',
        r"{%\1 with \3 %}{% include \2 %}{% endwith \4%}",
        text,
    )


def expectations(groups):
    results = []
    for group in groups:
        env = environment(group.get("partials", {}))
        rows = []
        for template in group["templates"]:
            compiled = env.from_string(translated(template))
            rows.append([compiled.render(**values) for values in group["values"]])
        results.append(rows)
    return results


def main():
    check = "--check" in sys.argv[1:]
    stale = []
    for path in sorted(FOLDER.glob("*.json")):
        if path.name.endswith(".expected.json"):
            continue
        results = expectations(json.loads(path.read_text()))
        text = json.dumps(results, ensure_ascii=False, indent=1) + "\n"
        target = path.with_suffix(".expected.json")
        if check and (not target.exists() or target.read_text() != text):
            stale.append(target.name)
        elif not check:
            target.write_text(text)
    if stale:
        sys.exit("out of date: " + ", ".join(stale) + " (run Tests/QuillTests/Corpus/generate.py)")
    print(f"expectations of Jinja2 {jinja2.__version__}: " + ("current" if check else "written"))


if __name__ == "__main__":
    main()
