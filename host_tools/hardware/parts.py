"""Room: the catalogue of parts, `hardware/parts.yml`, read and checked; before bom.py, which counts and adds up.

Every part: group, name, maker, mpn (the maker's part number), package, quantity, price for one pack, basis (where the
price comes from), suppliers {name: number or search words}, substitutes (two at least, with what changes). Optional:
footprint (the carrier's, for what is soldered there), note, unit ("piece"), pack (pieces in one, 1), spare (per cent
more to order). quantity has one of
    wiring: TYPE or [TYPE, ...]     as often as the wiring has it; value: subtype or [..]; times: so many for each
    cable: TYPE                     metres of it in the wiring
    leds: [GROUP, ...]              LEDs of these groups of the firmware's chain
    cards: round | small            tags of the cards in the deck
    table_top: screws | sheets | floors   of the table top's model and drawings
    board | satellite | table: N    so many for each board, each further board, the whole table
"""

import datetime
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from host_tools.hardware.wireviz_files import LOADER, ROOT

FILE = ROOT / "hardware/parts.yml"
KINDS = ("wiring", "cable", "leds", "cards", "table_top", "board", "satellite", "table")
WORDS = {"cards": ("round", "small"), "table_top": ("screws", "sheets", "floors")}
NEEDED = ("group", "name", "maker", "mpn", "package", "quantity", "price", "basis", "suppliers", "substitutes")
OPTIONAL: dict[str, Any] = {"footprint": str, "note": str, "unit": str, "pack": (int, float), "spare": (int, float)}
LEAST_SUBSTITUTES = 2


class PartsError(ValueError):
    """One sentence: line and part, what is wrong, what to do."""


@dataclass(frozen=True)
class Choice:
    """What may be bought: `price` for one pack of `pack` pieces, None where it is not known."""

    part: str
    suppliers: dict[str, str]
    price: float | None
    pack: float
    basis: str
    changes: str = ""
    thrifty: bool = False


@dataclass(frozen=True)
class Quantity:
    """`kind` of KINDS; `of`: types, groups or the like; `values`: subtypes, empty for all; `times`: for each one."""

    kind: str
    of: tuple[str, ...]
    values: tuple[str, ...]
    times: float


@dataclass(frozen=True)
class Entry:
    """One part of the catalogue; `line` of the file; `first` is what is bought unless a build wants it cheap."""

    key: str
    line: int
    group: str
    name: str
    maker: str
    mpn: str
    package: str
    footprint: str
    quantity: Quantity
    unit: str
    spare: float
    note: str
    first: Choice
    substitutes: tuple[Choice, ...]

    def choice(self, thrifty):
        """The part itself, or for a thrifty build the substitute that is marked so."""
        marked = [other for other in self.substitutes if other.thrifty] if thrifty else []
        return marked[0] if marked else self.first


@dataclass(frozen=True)
class Catalogue:
    """`date` of the prices; `bases` {word: where such prices come from}; `entries` in the order of the file."""

    date: str
    currency: str
    bases: dict[str, str]
    entries: tuple[Entry, ...]


def load(path=FILE):
    """The Catalogue in a file; PartsError."""
    return parse(path.read_text(encoding="utf-8"))


@cache
def parse(text):
    """The Catalogue in a text; PartsError names line and part."""
    try:
        data = yaml.load(text, LOADER)
        root = yaml.compose(text, LOADER)
    except yaml.YAMLError as error:
        raise PartsError(f"hardware/parts.yml is no YAML: {' '.join(str(error).split())}") from error
    if not isinstance(data, dict) or set(data) != {"date", "currency", "bases", "parts"}:
        raise PartsError("hardware/parts.yml needs date, currency, bases and parts, and nothing else")
    if not isinstance(data["date"], datetime.date):
        raise PartsError("hardware/parts.yml: date is the day of the prices, as 2026-11-30")
    lines = _lines(root)
    entries = tuple(_Reader(key, lines[key], given, data["bases"]).entry() for key, given in data["parts"].items())
    return Catalogue(data["date"].isoformat(), data["currency"], data["bases"], entries)


def _lines(root):
    """{part: line of the file}; PartsError for one that stands there twice, of which YAML would keep the last."""
    found: dict[str, int] = {}
    for name in [name for key, value in root.value if key.value == "parts" for name, _ in value.value]:
        line = name.start_mark.line + 1
        if name.value in found:
            raise PartsError(
                f"hardware/parts.yml, line {line}: {name.value} stands in line {found[name.value]} already"
            )
        found[name.value] = line
    return found


class _Reader:
    """Checks one part."""

    def __init__(self, key: str, line: int, given: Any, bases: dict[str, str]) -> None:
        self.key, self.line, self.given, self.bases = key, line, given, bases

    def fail(self, what: str) -> PartsError:
        return PartsError(f"hardware/parts.yml, line {self.line}: {self.key} {what}")

    def entry(self) -> Entry:
        given = self.given
        self._check_fields()
        first = self._choice({"pack": 1, **given, "part": f"{given['maker']} {given['mpn']}", "changes": ""})
        if first.price is None or not first.suppliers:
            raise self.fail(
                "has no price or no suppliers; give an estimate with its basis, and numbers or search words"
            )
        substitutes = tuple(self._substitute(one) for one in given["substitutes"] or ())
        if len(substitutes) < LEAST_SUBSTITUTES:
            raise self.fail(f"has {len(substitutes)} substitutes; name {LEAST_SUBSTITUTES} at least, and what changes")
        if sum(one.thrifty for one in substitutes) > 1:
            raise self.fail("has several substitutes for a thrifty build; mark one")
        return Entry(
            self.key, self.line, given["group"], given["name"], given["maker"], given["mpn"], given["package"],
            given.get("footprint", ""), self._quantity(given["quantity"]), given.get("unit", "piece"),
            given.get("spare", 0), " ".join(given.get("note", "").split()), first, substitutes,
        )  # fmt: skip

    def _check_fields(self) -> None:
        """PartsError unless all fields that are needed are there, no others, and each is of its kind."""
        given = self.given
        if not isinstance(given, dict):
            raise self.fail(f"has no fields; give it {', '.join(NEEDED)}")
        missing = [name for name in NEEDED if name not in given]
        if missing:
            raise self.fail(f"has no {missing[0]}; add it")
        unknown = sorted(set(given) - set(NEEDED) - set(OPTIONAL))
        if unknown:
            raise self.fail(f"has a field {unknown[0]}; known are {', '.join(NEEDED + tuple(OPTIONAL))}")
        for name in ("group", "name", "maker", "mpn", "package"):
            if not isinstance(given[name], str) or not given[name]:
                raise self.fail(f"has no text as its {name}; write it in quotes")
        for name, kind in OPTIONAL.items():
            if name in given and not isinstance(given[name], kind):
                raise self.fail(f"has {given[name]!r} as its {name}; see the head of host_tools/hardware/parts.py")

    def _substitute(self, given) -> Choice:
        if not isinstance(given, dict) or not {"part", "changes"} <= set(given):
            raise self.fail("has a substitute without part or changes; say what changes with it")
        unknown = set(given) - {"part", "changes", "price", "pack", "basis", "suppliers", "thrifty"}
        if unknown:
            raise self.fail(f"has a substitute with a field {sorted(unknown)[0]}")
        if given.get("thrifty") and given.get("price") is None:
            raise self.fail(f"has no price for {given['part']}, which a thrifty build buys; add it")
        defaults = {"basis": self.given["basis"], "pack": self.given.get("pack", 1), "suppliers": {}}
        return self._choice({**defaults, **given})

    def _choice(self, given) -> Choice:
        price, pack = given.get("price"), given["pack"]
        if price is not None and (not isinstance(price, int | float) or price < 0):
            raise self.fail(f"has {price!r} as a price; it is a number, for one pack")
        if not isinstance(pack, int | float) or pack <= 0:
            raise self.fail(f"has {pack!r} as a pack; it is the number of pieces in one")
        if given["basis"] not in self.bases:
            raise self.fail(f"has a basis {given['basis']!r}; known are {', '.join(self.bases)}")
        suppliers = given["suppliers"]
        if not isinstance(suppliers, dict):
            raise self.fail("has suppliers that are no names with numbers or search words")
        numbers = {name: str(number) for name, number in suppliers.items()}
        return Choice(given["part"], numbers, price, pack, given["basis"], given["changes"], bool(given.get("thrifty")))

    def _quantity(self, given) -> Quantity:
        kinds = [kind for kind in KINDS if isinstance(given, dict) and kind in given]
        if len(kinds) != 1 or set(given) - {kinds[0], "value", "times"}:
            raise self.fail(f"has a quantity {given!r}; it needs one of {', '.join(KINDS)}")
        kind = kinds[0]
        times = given.get("times", 1)
        of = given[kind]
        if kind in ("board", "satellite", "table"):
            times, of = of, ()
        if not isinstance(times, int | float) or times <= 0:
            raise self.fail(f"has a quantity of {times!r}; it is a number above 0")
        if kind in WORDS and of not in WORDS[kind]:
            raise self.fail(f"has a quantity of {kind} {of!r}; it is {' or '.join(WORDS[kind])}")
        return Quantity(kind, _texts(of), _texts(given.get("value", ())), times)


def _texts(value) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list | tuple) else (str(value),)
