"""Room: the firmware as it stands in the repository -> as a board is given it, still as text; before compiling.

What is done here saves heap on the board and changes nothing that anyone sees: private names become short ones
(shorten.py), tables of words become files that are read word by word (words.py). Used by image.py and by flashing.
"""

import re

from host_tools.deploying.shorten import short_names, shortened
from host_tools.deploying.words import file_of

_GAME_WORDS = re.compile(r"(games/\w+/)(words_\w+)\.py")
_WORDS = re.compile(r"(panel|games/\w+)/words_\w+\.py")


def prepared(files: dict[str, bytes]) -> dict[str, bytes]:
    """{path below firmware/: content} made ready; line numbers stay. ValueError in one sentence."""
    texts = {path: data.decode() for path, data in files.items() if path.endswith(".py") and not _WORDS.fullmatch(path)}
    names = short_names(texts)
    found = {path: data for path, data in files.items() if not path.endswith(".py")}
    found.update({path: shortened(text, names).encode() for path, text in texts.items()})
    for path, data in files.items():
        game = _GAME_WORDS.fullmatch(path)
        if game:
            generic = _words(files[f"panel/{game[2]}.py"])
            found[f"{game[1]}{game[2]}.bin"] = file_of(_words(data), generic)
    return found


def _words(data):
    space: dict[str, dict] = {}
    exec(data.decode(), space)
    return space["WORDS"]
