"""Room: which tag belongs to which card: the enrolment log, a CSV file, or a card database that exists already.

Columns of the log: uid, code, copy, revision. It is only ever added to, so that enrolling can be resumed.
Before: enroll.py writes it. After: database.py.
"""

import csv
import io
import os
from pathlib import Path
from typing import NamedTuple

from firmware.cards.catalogue import MAGIC
from host_tools import files
from host_tools.cards.push import read_file
from host_tools.cards.sheet import SEPARATORS, letter, read_table
from host_tools.errors import UserError

COLUMNS = ("uid", "code", "copy", "revision")


class TagOf(NamedTuple):
    """One card's tag; uid in hex, lower case."""

    uid: str
    code: str
    copy: int
    revision: int


def load(path: Path) -> list[TagOf]:
    """All tags of a log or a database; UserError with every fault, each with row and column."""
    if files.read(path, "give the log of ematrix cards enroll")[:4] == MAGIC:
        _, catalogue = read_file(path)
        records = [catalogue.tag(number) for number in range(catalogue.tags)]
        return [TagOf(uid, catalogue.kinds[kind], copy, 0) for uid, kind, copy in records]
    return _load_log(path)


def _load_log(path: Path) -> list[TagOf]:
    table = read_table(path)
    head = [name.lower() for name in table[0]]
    if sorted(head) != sorted(COLUMNS):
        raise UserError(
            f"{path}, row 1: the columns of a tag log are {', '.join(COLUMNS)}; it has {', '.join(table[0])}"
        )
    faults: list[str] = []
    found: list[TagOf] = []
    rows_of: dict[object, int] = {}
    for number, cells in enumerate(table[1:], start=2):
        if not any(cells):
            continue
        cells = (cells + [""] * len(head))[: len(head)] if len(cells) <= len(head) else cells
        tag = _tag(path, number, head, cells, faults)
        if tag is None:
            continue
        for key, what in ((tag.uid, f"tag {tag.uid}"), ((tag.code, tag.copy), f"copy {tag.copy} of {tag.code}")):
            if key in rows_of:
                cure = "take one of the two rows away"
                faults.append(f"{path}, row {number}: {what} stands in row {rows_of[key]} too; {cure}")
            rows_of.setdefault(key, number)
        found.append(tag)
    if faults:
        raise UserError(
            "\n".join([*faults, f"{len(faults)} fault{'s' * (len(faults) > 1)} in {path}; nothing was made"])
        )
    return found


def _tag(path: Path, number: int, head: list[str], cells: list[str], faults: list[str]) -> TagOf | None:
    here = len(faults)

    def fault(name: str, value: str, what: str) -> None:
        faults.append(f"{path}, row {number}, column {letter(head.index(name))} ({name}): '{value[:40]}' {what}")

    if len(cells) > len(head):
        faults.append(
            f"{path}, row {number}: {len(cells)} cells, the log has {len(head)} columns; take the others away"
        )
        return None
    row = dict(zip(head, cells, strict=True))
    uid = row["uid"].lower().replace(":", "").replace(" ", "")
    if len(uid) not in (8, 14, 20) or any(sign not in "0123456789abcdef" for sign in uid):
        fault("uid", row["uid"], "is no UID; write its 4, 7 or 10 bytes in hex")
    if not row["code"]:
        fault("code", "", "is empty; write the card's code")
    numbers = {}
    for name, least, most in (("copy", 1, 255), ("revision", 0, 65535)):
        text = row[name]
        if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
            fault(name, text, f"is no whole number from {least} to {most}; write such a number")
        else:
            numbers[name] = int(text)
    return TagOf(uid, row["code"], numbers["copy"], numbers["revision"]) if len(faults) == here else None


def add(path: Path, tag: TagOf) -> None:
    """Write one more row behind the others, at once; the file is made with its headings if it is missing."""
    before = path.read_bytes() if path.exists() else b""
    head = before.splitlines()[0].decode("utf-8", "replace") if before else ""
    separator = max(SEPARATORS, key=head.count) if head else SEPARATORS[0]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", delimiter=separator)
    if not before:
        writer.writerow(COLUMNS)
    elif before[-1:] not in (b"\n", b"\r"):
        text.write("\n")
    writer.writerow(tag)
    with path.open("ab") as file:
        file.write(text.getvalue().encode())
        file.flush()
        os.fsync(file.fileno())
