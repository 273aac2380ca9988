"""Room: a catalogue row as text and back, and what tells two catalogues apart; the card database carries these texts.

Fields, in the order of cards.csv without its note: code, kind, rated voltage, inputs, outputs, effect, copies, name
zh, name en. Amounts are written "2A+B". Host tools check the list before; here a bad text is only refused.
"""

import binascii

from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.cards.effects import frame_effect

FIELDS = ("code", "kind", "rated voltage", "inputs", "outputs", "effect", "copies", "name zh", "name en")
_NO = (0, 0, 0)
_PRINT = 4  # characters of a fingerprint: 24 bits in base 64


def row_of(fields):
    """The row (cards.py) of nine texts; ValueError in one sentence when they make none."""
    if len(fields) != len(FIELDS):
        raise ValueError("card %s has %d fields, not %d" % (fields[0], len(fields), len(FIELDS)))
    code, kind, rated, inputs, outputs, effect, copies, name_zh, name_en = fields
    volts, taken, made = 0, _NO, _NO
    if kind == "frame":
        found = frame_effect(effect)
        if found is not None:
            volts = found[0]
            made = (found[1],) * 3
    elif kind != "event":
        volts = _number(code, rated)
        taken = kinds.energies(code, inputs) if inputs else _NO
        made = kinds.energies(code, outputs) if outputs else _NO
    return (code, kind, volts, taken, made, _number(code, copies), name_zh, name_en, effect)


def fields_of(row):
    """The nine texts of a row."""
    machine = row[kinds.KIND] in ("producer", "converter")
    rated = str(row[kinds.RATED]) if machine else ""
    taken = amounts(row[kinds.INPUTS]) if machine else ""
    made = amounts(row[kinds.OUTPUTS]) if machine else ""
    copies = str(row[kinds.COPIES])
    names = [row[kinds.NAME_ZH], row[kinds.NAME_EN]]
    return [row[kinds.CODE], row[kinds.KIND], rated, taken, made, row[kinds.EFFECT], copies] + names


def amounts(units):
    """(2, 1, 0) as "2A+B"; "" for nothing."""
    parts = []
    for kind in range(3):
        if units[kind]:
            parts.append((str(units[kind]) if units[kind] > 1 else "") + kinds.ENERGIES[kind])
    return "+".join(parts)


def catalogue_of(list_of_fields):
    """The Catalogue of a database's texts; ValueError."""
    return kinds.Catalogue([row_of(fields) for fields in list_of_fields])


def prints(catalogue):
    """Fingerprints of all cards' rules in one text; names and numbers of copies do not count."""
    if catalogue.prints is None:
        found = [_print(row) for row in catalogue.rows]
        found.sort()
        catalogue.prints = "".join(found)
    return catalogue.prints


def covers(catalogue, others):
    """Whether every card of another catalogue (its `prints`) stands in this one with the same rules."""
    mine = prints(catalogue)
    if mine == others:
        return True
    known = [mine[at : at + _PRINT] for at in range(0, len(mine), _PRINT)]
    return all(others[at : at + _PRINT] in known for at in range(0, len(others), _PRINT))


def _print(row):
    crc = binascii.crc32("\t".join(fields_of(row)[:6]).encode()) & 0xFFFFFF
    return binascii.b2a_base64(crc.to_bytes(3, "big")).decode().strip()


def _number(code, text):
    if not text or not all("0" <= sign <= "9" for sign in text):
        raise ValueError("card %s: %r is no whole number" % (code, text))
    return int(text)
