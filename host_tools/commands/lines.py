"""Room: what the commands share that answer line by line (explain, judge): lines in, answers out, on either engine."""

import json
import sys

import typer

from host_tools import engines
from host_tools.errors import UserError
from host_tools.line_server import reply

LONGEST = 1_000_000  # signs of a line
DEEPEST = 100  # lists and objects in each other; deeper ones stand as null
LARGEST = 10**40  # beyond every range; larger numbers stand as this one
FRACTION = 0.5  # stands for every fraction: nothing asks for one
HEAP = "64M"  # of MicroPython


def asked(arguments, stdin, what):
    """(lines, whether an error should name its line); UserError unless one of arguments and --stdin is given."""
    if bool(arguments) == stdin:
        raise UserError(f"give {what} as arguments or --stdin, one of the two")
    if stdin and sys.stdin is None:
        raise UserError("standard input is closed; let --stdin read a file or a pipe")
    return (_stdin_lines() if stdin else arguments), stdin or len(arguments) > 1


def _stdin_lines():
    """Lines of standard input; bytes that are no UTF-8 become signs that nothing is named with."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def answers(core, lines, engine, words=()):
    """(line, what core.answer(line, *words) gives or {"error": sentence}) of each line.

    CPython answers in this process, one by one; one MicroPython process gets all lines at once.
    """
    if engine == "micropython":
        return _on_micropython(core, list(lines), words)
    return ((line, reply(lambda text: core.answer(safe(text), *words), line)) for line in lines)


def _on_micropython(core, lines, words):
    tamed = [reply(safe, line) for line in lines]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in tamed if isinstance(line, str))
    done = engines.run_module(core.__name__, words, stdin=text, heap=HEAP)
    found = [json.loads(line) for line in done.stdout.split("\n") if line]
    asked_there = sum(isinstance(line, str) for line in tamed)
    if len(found) != asked_there:
        raise UserError(f"MicroPython answered {len(found)} of {asked_there} lines; try --engine cpython")
    there = iter(found)
    return [(line, next(there) if isinstance(text, str) else text) for line, text in zip(lines, tamed, strict=True)]


def tell(answered, as_json, numbered, ordered, show):
    """Print every answer: as JSON what `ordered` makes of it, else by show(line, answer); exit 2 if one is an error."""
    bad = False
    for number, (line, found) in enumerate(answered, 1):
        if "error" in found:
            bad = True
            _complain(_printable(found["error"]), number, as_json, numbered)
        elif as_json:
            typer.echo(json.dumps(ordered(found), ensure_ascii=False))
        else:
            show(line, found)
    if bad:
        raise typer.Exit(2)


def _complain(sentence, number, as_json, numbered):
    if as_json:
        typer.echo(json.dumps({"error": sentence, "line": number}, ensure_ascii=False))
    else:
        print("ematrix: " + (f"line {number}: " if numbered else "") + sentence, file=sys.stderr)


def _printable(sentence):
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in sentence)


def safe(line):
    """The line as every engine reads it alike: JSON rewritten without what parsers differ in, other text as it is.

    JSON that cannot be read becomes "{", which stays bad. ValueError: the line is too long.
    """
    if len(line) > LONGEST:
        raise ValueError(f"the line has {len(line)} signs and may have {LONGEST}; make several of it")
    if not line.strip().startswith(("{", "[", '"')):
        return _whole(line.strip())
    try:
        return json.dumps(_tame(_loads(line), 0), ensure_ascii=False)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        return "{"


def _loads(line):
    return json.loads(line, parse_int=_integer, parse_float=lambda _: FRACTION, parse_constant=_no_number)


def _integer(digits):
    if len(digits) <= 40:
        return int(digits)
    return -LARGEST if digits[0] == "-" else LARGEST


def _no_number(name):
    raise ValueError(name + " is no JSON")


def _tame(value, depth):
    """The value with whole text and nothing nested beyond DEEPEST."""
    if isinstance(value, str):
        return _whole(value)
    if not isinstance(value, list | dict):
        return value
    if depth == DEEPEST:
        return None
    if isinstance(value, list):
        return [_tame(part, depth + 1) for part in value]
    return {_whole(key): _tame(part, depth + 1) for key, part in value.items()}


def _whole(text):
    """Text with a sign of its own for each half of a surrogate pair that stands alone."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
