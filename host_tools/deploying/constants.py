"""Room: constants that the contract of games names and other files import -> their values, where they are used.

A name costs heap in every module that imports it. Only numbers and single signs are put in place; lines stay where
they are. Before: prepare.py reads the files; it uses this before names are shortened.
"""

import ast
import io
import tokenize

HOME = "games/__init__.py"
_PACKAGE = "firmware.games"


def put_constants(texts: dict[str, str]) -> None:
    """Change the files {path below firmware/: text} in place: HOME loses the names, the others get the values."""
    if HOME not in texts:
        return
    lines = texts[HOME].split("\n")
    values = {}
    for node in ast.parse(texts[HOME]).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = _value(node.value)
            if value is not None:
                values[node.targets[0].id] = value
                lines[node.lineno - 1] = ""
    texts[HOME] = "\n".join(lines)
    for path in texts:
        if _PACKAGE.split(".")[-1] in texts[path] and path != HOME:
            texts[path] = _placed(texts[path], values)


def _value(node):
    """The literal of `const(16)` or of a single sign, None for anything else."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "const":
        return ast.unparse(node.args[0])
    single = isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) == 1
    return ast.unparse(node) if single else None


def _placed(text, values):
    """The text with the values in the place of imported names, and without these among its imports."""
    lines = text.splitlines(keepends=True)
    gone, aliases = set(), set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module == _PACKAGE:
            left = [ast.unparse(name) for name in node.names if name.name not in values]
            gone |= {name.name for name in node.names if name.name in values}
            words = f"from {_PACKAGE} import {', '.join(left)}" if left else "pass"
            lines[node.lineno - 1] = " " * node.col_offset + words + "\n"
            for at in range(node.lineno, node.end_lineno):
                lines[at] = "\n"
        elif isinstance(node, ast.ImportFrom) and node.module == "firmware":
            aliases |= {name.asname or name.name for name in node.names if name.name == "games"}
    tokens = list(tokenize.generate_tokens(io.StringIO("".join(lines)).readline))
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        if token.type != tokenize.NAME or token.string not in values:
            continue
        qualified = at > 1 and tokens[at - 1].string == "."
        if qualified and tokens[at - 2].string in aliases:
            _replace(lines, tokens[at - 2].start, token.end, values[token.string])
        elif not qualified and token.string in gone:
            _replace(lines, token.start, token.end, values[token.string])
    return "".join(lines)


def _replace(lines, start, end, value):
    line = lines[start[0] - 1]
    lines[start[0] - 1] = line[: start[1]] + value + line[end[1] :]
