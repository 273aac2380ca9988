"""Room: `ematrix cards sheets`: checks the request, reads the lists, writes the PDF; the work is in sheets.py."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools import files
from host_tools.cards import sheets, sheets_select, source
from host_tools.cards.art import WORMHOLE
from host_tools.cards.art.words import LANGUAGES
from host_tools.cards.diff import load
from host_tools.cards.sheets_layout import MOST_GUTTER, PAPERS, grid
from host_tools.errors import UserError

_HELP = "Print-ready PDF of all cards: faces, mirrored backs, tag places, a guide."


def register(app):
    """Add the command to the typer application `ematrix cards`."""
    app.command("sheets", help=_HELP)(make_sheets)


def make_sheets(  # noqa: PLR0913 - an argument for each option
    file: Annotated[Path, typer.Argument(help="Card list (.csv, .xlsx) or database.")] = source.DEFAULT,
    out: Annotated[Path, typer.Option(help="The PDF to write.")] = Path("cards.pdf"),
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    language: Annotated[str, typer.Option(help="On the cards: both, zh or en.")] = "both",
    build: Annotated[str, typer.Option(help="duplex: one layer; glued: two layers, the tag between them.")] = "duplex",
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Backs and tag pages too, or faces only.")] = True,
    cards: Annotated[str | None, typer.Option(help='Only these, e.g. "A@1,oc#2"; quote codes with > in them.')] = None,
    changed_only: Annotated[Path | None, typer.Option(help="Only what differs from this older list.")] = None,
    wormholes: Annotated[bool, typer.Option("--wormholes/--no-wormholes", help="The four cards of 2v2 too.")] = True,
    gutter: Annotated[float, typer.Option(help="Millimetres between cards; 0: one cut parts two.")] = 0.0,
    font: Annotated[Path | None, typer.Option(help="Font file for characters that the card font lacks.")] = None,
):
    """Check the request, then write the PDF and say what it holds."""
    _check(paper, language, build, gutter)
    extra = [WORMHOLE] if wormholes else []
    chosen = sheets_select.copies_of([*load(file)[0], *extra])
    if cards is not None:
        chosen = sheets_select.picked(chosen, cards)
    if changed_only is not None:
        chosen = sheets_select.changed(chosen, [*load(changed_only)[0], WORMHOLE])
    options = sheets.Options(paper, language, build, backs, gutter, font)
    data = sheets.make(chosen, options)
    files.write(out, data, "name another file with --out")
    shape = grid(paper, gutter)
    count = -(-len(chosen) // (shape.columns * shape.rows))
    cards_said = "1 card" if len(chosen) == 1 else f"{len(chosen)} cards"
    sheets_said = "1 sheet" if count == 1 else f"{count} sheets"
    print(f"{out}: {cards_said} on {sheets_said} of {paper}, {len(data) / 1000:.0f} kB; the last pages are a guide")


def _check(paper, language, build, gutter):
    if paper not in PAPERS:
        raise UserError(f"there is no paper {paper!r} here; choose --paper a4 or letter")
    if language not in LANGUAGES:
        raise UserError(f"cards do not speak {language!r}; choose --language both, zh or en")
    if build not in sheets.BUILDS:
        raise UserError(f"cards are not built as {build!r}; choose --build duplex or glued")
    if not 0 <= gutter <= MOST_GUTTER:
        raise UserError(f"--gutter {gutter:g} is no distance between cards; choose 0 to {MOST_GUTTER:g} mm")
