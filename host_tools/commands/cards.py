"""Room: `ematrix cards ...`: card list, database, tags; a subcommand only words what host_tools/cards does."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools import files
from host_tools.cards import enroll_command, sheets_command
from host_tools.errors import HonestNo, UserError

# Beside the game, wherever the command is called (host_tools/cards/source.py is loaded only when it is needed).
LIST = Path(__file__).resolve().parents[2] / "firmware/games/energy_matrix/cards/cards.csv"
Source = Annotated[Path, typer.Argument(help="Card list: .csv or .xlsx.")]
_WHERE = "The primary board: /dev/ttyACM0, COM5, socket://127.0.0.1:8322."
Port = Annotated[str | None, typer.Option("--port", "--board", help=_WHERE)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON only.")]
Language = Annotated[str, typer.Option(help="zh, en or both.")]
_ELSEWHERE = "choose another place with -o"


def register(app):
    """Add the command group to the typer application `app`."""
    group = typer.Typer(no_args_is_help=True, help="Card list, card database, tags and sheets.")
    group.command("check", help="Every fault of a card list, or its counts and balance.")(check)
    group.command("build", help="Make the card database that the table reads.")(build)
    group.command("show", help="What a card database, or a card list, contains.")(show)
    group.command("diff", help="What changed between two lists or databases, in players' words.")(diff)
    group.command("push", help="Send a database to a table, also while a game is on.")(push)
    group.command("pull", help="Fetch the database that a table uses.")(pull)
    enroll_command.register(group)
    sheets_command.register(group)
    app.add_typer(group, name="cards")


def check(source: Source = LIST, as_json: Json = False):
    """Print all faults (status 1), or the summary (status 0)."""
    from host_tools.cards import balance
    from host_tools.cards.source import load

    found = load(source)
    remarks = [] if found.faults else balance.remarks(found)
    if as_json:
        report: dict[str, Any] = {"faults": [vars(fault) for fault in found.faults], "remarks": remarks}
        if not found.faults:
            report["summary"] = balance.summary(found.cards)
        print(json.dumps(report, ensure_ascii=False))
    else:
        for fault in found.faults:
            print(f"{source}, {fault}")
        if not found.faults:
            print("\n".join(balance.lines(balance.summary(found.cards))))
        for remark in remarks:
            print(f"note: {source}, {remark}")
    if found.faults:
        count = len(found.faults)
        raise HonestNo(f"{source} has {count} fault{'s' * (count > 1)}; mend the rows named above and check again")


def build(
    source: Source = LIST,
    output: Annotated[Path, typer.Option("-o", "--output", help="The database.")] = Path("cards.bin"),
    tags: Annotated[Path | None, typer.Option(help="Log of `cards enroll`, or a database whose tags stay.")] = None,
):
    """Check the list and the tags, then write the database; nothing is written when there is a fault."""
    from firmware.games.energy_matrix.cards import database_rows
    from host_tools.cards.database import build as make
    from host_tools.cards.source import need
    from host_tools.cards.tags import load

    found = need(source)
    known = load(tags) if tags else []
    kinds = [database_rows.fields_of(row) for row in found.cards]
    codes = {fields[0] for fields in kinds}
    left_out = [tag for tag in known if tag.code not in codes]
    try:
        data = make(kinds, [tag[:3] for tag in known if tag.code in codes])
    except ValueError as problem:
        raise UserError(f"{tags or source}: {problem}") from None
    files.write(output, data, _ELSEWHERE)
    print(f"{output}: {len(kinds)} kinds of card, {len(known) - len(left_out)} tags, {len(data)} bytes")
    if left_out:
        names = ", ".join(sorted({tag.code for tag in left_out}))
        print(f"left out: {len(left_out)} tags of cards that are not in {source} ({names})")


def show(
    file: Annotated[Path, typer.Argument(help="Database (.bin) or card list.")],
    tags: Annotated[bool, typer.Option("--tags", help="List every tag too.")] = False,
    language: Language = "both",
    as_json: Json = False,
):
    """List the cards with what they do."""
    from firmware.games.energy_matrix.cards import kinds
    from host_tools.cards.diff import load, rules_of
    from host_tools.simulator.printed import NAMES

    list_of_rows, uids = load(file)
    if as_json:
        kinds = [dict(zip(NAMES, row, strict=True)) for row in list_of_rows]
        print(json.dumps({"cards": kinds, "tags": uids}, ensure_ascii=False))
        return
    for row in list_of_rows:
        texts = [
            f"{row[kinds.NAME_ZH if name == 'zh' else kinds.NAME_EN]}: {rules_of(row, name)}"
            for name in _languages(language)
        ]
        print(f"{row[kinds.CODE]:14} x{row[kinds.COPIES]:<3} {' | '.join(texts)}")
    copies = sum(row[kinds.COPIES] for row in list_of_rows)
    print(f"{len(list_of_rows)} kinds, {copies} cards, {len(uids)} tags")
    if tags:
        for uid, token in sorted(uids.items(), key=lambda item: (item[1], item[0])):
            print(f"{uid} {token}")


def diff(
    old: Annotated[Path, typer.Argument(help="Database or card list before.")],
    new: Annotated[Path, typer.Argument(help="Database or card list after.")],
    language: Language = "both",
    as_json: Json = False,
):
    """Say what changes for players and whether a game that is on takes it."""
    from host_tools.cards import diff as differ

    (old_rows, old_tags), (new_rows, new_tags) = differ.load(old), differ.load(new)
    found = differ.differences(old_rows, new_rows)
    texts = {}
    for name in _languages(language):
        tags = differ.say_tags(old_tags, new_tags, name)
        texts[name] = differ.say(found, name) + tags + [differ.verdict(old_rows, new_rows, found, name)]
    if as_json:
        changes = [{"what": item["what"], "code": item["code"]} for item in found]
        adds = differ.only_adds(old_rows, new_rows)
        print(json.dumps({"changes": changes, "only_adds": adds, "text": texts}, ensure_ascii=False))
    else:
        print("\n".join(line for lines in texts.values() for line in lines))


def push(
    file: Annotated[Path, typer.Argument(help="Database made by `cards build`.")] = Path("cards.bin"),
    port: Port = None,
):
    """Send it in pieces; say when it takes effect."""
    from host_tools.cards import push as sender
    from host_tools.transport.board_line import BoardLine

    data, catalogue = sender.read_file(file)
    with BoardLine.open(port) as line, _progress(f"sending {file.name}") as progress:
        takes = sender.push(line, data, progress)
    when = {
        "now": "the table plays with it from now on",
        "turn": "the table takes it when this turn is over",
        "game": "the game that is on keeps its cards; the next game takes it",
        sender.SAME: "the table had it already",
    }[takes]
    print(f"{file}: {len(catalogue.kinds)} kinds, {catalogue.tags} tags, {len(data)} bytes; {when}")


def pull(
    output: Annotated[Path, typer.Option("-o", "--output", help="Where to write it.")] = Path("table.bin"),
    port: Port = None,
):
    """Fetch the database in use: for `cards diff`, or for its tags (`cards build --tags`)."""
    from host_tools.cards import push as sender
    from host_tools.transport.board_line import BoardLine

    with BoardLine.open(port) as line, _progress("fetching") as progress:
        data = sender.pull(line, progress)
    files.write(output, data, _ELSEWHERE)
    print(f"{output}: {len(data)} bytes")


def _languages(language):
    if language not in ("zh", "en", "both"):
        raise UserError(f"there is no language {language!r}; choose --language zh, en or both")
    return ("zh", "en") if language == "both" else (language,)


class _progress:  # noqa: N801 (reads like a function)
    """A bar on a terminal, nothing elsewhere; gives a function (bytes done, bytes in all)."""

    def __init__(self, what):
        self._what = what
        self._bar = None

    def __enter__(self):
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self._what, total=None)
        return self._step

    def _step(self, done, total):
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total)

    def __exit__(self, *_):
        if self._bar is not None:
            self._bar.stop()
