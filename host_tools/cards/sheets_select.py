"""Room: which cards go on the sheets: every copy of a card list in its order, a part of it, or what has changed."""

import difflib
from collections import namedtuple

from host_tools.cards.art import Printed
from host_tools.cards.spots import spot_of
from host_tools.errors import HonestNo, UserError

# One physical card: its row, its number among its like from 1, the spot of its tag (spots.py).
Copy = namedtuple("Copy", "row copy spot")


def copies_of(rows):
    """[Copy] of a card list (rows as in a catalogue), in the list's order, a kind's copies one after the other."""
    return [
        Copy(row, copy, spot_of(row.code, copy, row.kind == "frame"))
        for row in (Printed(*row) for row in rows)
        for copy in range(1, row.copies + 1)
    ]


def token(card):
    """The card as the table names it: CODE#COPY."""
    return f"{card.row.code}#{card.copy}"


def picked(cards, wanted):
    """The cards that `wanted` names, "CODE" or "CODE#COPY" separated by commas or blanks; in the list's order."""
    names = wanted.replace(",", " ").split()
    if not names:
        raise UserError("--cards names no card; write codes such as --cards A@1,oc#2")
    known = {card.row.code for card in cards} | {token(card) for card in cards}
    for name in names:
        if name not in known:
            raise UserError(f"--cards: there is no card {name} in the list; {_hint(name, known, cards)}")
    return [card for card in cards if card.row.code in names or token(card) in names]


def _hint(name, known, cards):
    code, mark, _ = name.partition("#")
    if mark and code in known:
        most = max(card.copy for card in cards if card.row.code == code)
        return f"{code} has the copies 1 to {most}"
    near = difflib.get_close_matches(name, known, 3, 0.5)
    return f"did you mean {' or '.join(near)}?" if near else "ematrix cards show lists the codes"


def changed(cards, old):
    """The cards that must be printed anew when `old` (rows of a list) is printed already: new ones, other faces."""
    before = {row.code: row for row in (Printed(*row) for row in old)}
    found = [
        card for card in cards if card.row.code not in before or _differs(card.row, before[card.row.code], card.copy)
    ]
    if not found:
        raise HonestNo("no card's print has changed since the old list; leave --changed-only away to print them all")
    return found


def _differs(row, old, copy):
    """Whether this copy looks other than before, or was not there. A frame is cut, so its kind shows as well."""
    return copy > old.copies or row._replace(copies=0) != old._replace(copies=0)
