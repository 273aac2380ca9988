"""Room: the firmware as it stands in the repository -> as a board is given it, still as text; before compiling.

What is done here saves heap on the board and changes nothing that anyone sees: files of a room become one module
(bundle.py), arguments get numbers for names (arguments.py), private names become short ones
(shorten.py), tables of words become files that are read word by word (words.py), and of contracts.py only numbers,
Parts and Activity stay: its other classes say what parts must offer, to readers and tests. Numbers of wiring.py, and
those that games share, stand where they are used instead of having names there. Used by image.py and by flashing.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from host_tools.deploying.arguments import arguments_numbered
from host_tools.deploying.bundle import bundled_of
from host_tools.deploying.constants import put_constants
from host_tools.deploying.rom_names import rom_names
from host_tools.deploying.shorten import short_names, shortened
from host_tools.deploying.words import file_of

_CONTRACTS = "contracts.py"
_INTERFACE = re.compile(r"^class (?!Parts:|Activity:).*?(?=^class )", re.MULTILINE | re.DOTALL)
_WIRING = "wiring.py"
_NUMBER = re.compile(r"([A-Z][A-Z0-9_]*) = (\d[\dx_A-F]*)(?= |$)")
_ASKED = re.compile(r"^from firmware\.wiring import (.*)$", re.MULTILINE)
_GAME_WORDS = re.compile(r"(games/\w+/)(words_\w+)\.py")
_WORDS = re.compile(r"(panel|games/\w+)/words_\w+\.py")


def prepared(files: dict[str, bytes], examples: dict[str, bytes] | None = None) -> dict[str, bytes]:
    """{path below firmware/: content} made ready. examples: programs for the prompt of a board, by their names; what
    they import stays importable. ValueError in one sentence."""
    return dict(_of(files, examples).files)


def steps(files: dict[str, bytes], examples: dict[str, bytes] | None = None) -> "Steps":
    """As prepared, with what names.py needs to know of the way."""
    return _of(files, examples)


@dataclass(frozen=True)
class Steps:
    """files: the result. before: {path: text} before files were joined; members: {path of the result: the files joined
    there}; given: {name: the name of MicroPython that it became}."""

    files: dict[str, bytes]
    before: dict[str, str]
    members: dict[str, list[str]]
    given: dict[str, str]


def _of(files, examples):
    return _prepared(tuple(sorted(files.items())), tuple(sorted((examples or {}).items())))


@lru_cache(4)  # one run often makes several images of the same files
def _prepared(given, examples):
    files = dict(given)
    texts = {path: data.decode() for path, data in files.items() if path.endswith(".py") and not _WORDS.fullmatch(path)}
    texts[_CONTRACTS] = _INTERFACE.sub(lambda found: "\n" * found[0].count("\n"), texts[_CONTRACTS])
    _put_numbers(texts)
    put_constants(texts)
    folders = frozenset(path.rpartition("/")[0] for path in files if not path.endswith(".py"))
    programs = {path: data.decode() for path, data in examples}
    before = texts
    texts, members = bundled_of(texts, folders, programs)
    texts = arguments_numbered(texts, programs)
    names = short_names(texts)
    texts = {path: shortened(text, names) for path, text in texts.items()}
    names = rom_names(texts, programs)
    found = {path: data for path, data in files.items() if not path.endswith(".py")}
    found.update({path: shortened(text, names).encode() for path, text in texts.items()})
    for path, data in files.items():
        game = _GAME_WORDS.fullmatch(path)
        if game:
            generic = _words(files[f"panel/{game[2]}.py"])
            found[f"{game[1]}{game[2]}.bin"] = file_of(_words(data), generic)
    return Steps(found, before, members, names)


def _put_numbers(texts):
    """Write the whole numbers of wiring.py into the files that say `wiring.NAME`, unless one asks for them by name."""
    others = [text for path, text in texts.items() if path != _WIRING]
    asked = {name for text in others for line in _ASKED.findall(text) for name in re.findall(r"\w+", line)}
    lines = texts[_WIRING].split("\n")
    numbers = {}
    for at, line in enumerate(lines):
        found = _NUMBER.match(line)
        if found and found[1] not in asked and len(re.findall(rf"\b{found[1]}\b", texts[_WIRING])) == 1:
            numbers[found[1]] = found[2]
            lines[at] = ""
    texts[_WIRING] = "\n".join(lines)
    for path, text in texts.items():
        texts[path] = re.sub(r"\bwiring\.(\w+)", lambda found: numbers.get(found[1], found[0]), text)


def _words(data):
    space: dict[str, dict] = {}
    exec(data.decode(), space)
    return space["WORDS"]
