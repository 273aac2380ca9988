"""Room: the exit point of the scripts: status 0 done, 1 honest no, 2 wrong request; an error is one sentence."""

import sys
from collections.abc import Callable

from host_tools.errors import UserError


def run(main: Callable[[list[str]], int | bool | None], about: str | None, least: int = 0) -> None:
    """Call main(words of the command line) and end; with fewer than `least` words besides --switches tell `about`."""
    words = sys.argv[1:]
    if len(plain(words)) < least:
        sys.exit(about)
    try:
        sys.exit(int(main(words) or 0))
    except UserError as problem:
        print(f"{sys.argv[0]}: {problem}", file=sys.stderr)
        sys.exit(problem.status)


def plain(words: list[str]) -> list[str]:
    """The words that are no --switches."""
    return [word for word in words if not word.startswith("--")]


def number_after(words: list[str], switch: str, default: int) -> tuple[list[str], int]:
    """(the other words, N) of `--switch N`."""
    if switch not in words:
        return words, default
    at = words.index(switch)
    if not words[at + 1 : at + 2] or not words[at + 1].isdigit():
        raise UserError(f"{switch} wants a number after it")
    return words[:at] + words[at + 2 :], int(words[at + 1])
