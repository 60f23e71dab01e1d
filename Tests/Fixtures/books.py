#!/usr/bin/env python3
"""Writes books.csv beside this file, from facts about real picture books: ../shared/fixtures/catalog/books.json beside the
repository, or the file that is named.

The columns are those that an import knows; illustrators and years are left out. RFC 4180 in UTF-8."""

import csv
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FACTS = HERE.parents[2] / "shared/fixtures/catalog/books.json"
COLUMNS = ["title", "author", "publisher", "description", "age_min", "age_max", "language", "categories", "status"]


def rows(facts):
    names = {category["slug"]: category["name"] for category in facts["categories"]}
    for book in facts["books"]:
        yield {
            **{column: book[column] for column in COLUMNS if column in book},
            "publisher": book["original_publisher"],
            "categories": "|".join(names[slug] for slug in book["categories"]),
            "status": "active",
        }


if __name__ == "__main__":
    facts = json.loads(Path(*sys.argv[1:] or [FACTS]).read_text(encoding="utf-8"))
    with open(HERE / "books.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\r\n")
        writer.writeheader()
        writer.writerows(rows(facts))
