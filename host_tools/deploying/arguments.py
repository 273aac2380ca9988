"""Room: arguments of the firmware's functions -> private names that functions share, because names stay in the heap.

MicroPython keeps the name of every argument, for calls that name it. An argument that no call names becomes _1st, _2nd
... by its place; shorten.py makes short names of these. Before: bundle.py. After: shorten.py.
"""

import ast

from host_tools.deploying.bundle import edited

_KEPT = ("self", "_")


def arguments_numbered(texts: dict[str, str], callers: dict[str, str] | None = None) -> dict[str, str]:
    """{path: text} with arguments renamed that no call in any of these files, or in those of `callers`, names."""
    trees = {path: ast.parse(text) for path, text in texts.items()}
    calling = [*trees.values(), *[ast.parse(text) for text in (callers or {}).values()]]
    named = {node.arg for tree in calling for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    found = {}
    for path, text in texts.items():
        edits: list[tuple[int, int, int, str]] = []
        _Numberer(named, edits).visit(trees[path])
        found[path] = edited(text, [(line, start, line, end, new) for line, start, end, new in edits])
    return found


class _Numberer(ast.NodeVisitor):
    """Collects edits (line, first byte, byte behind, new name)."""

    def __init__(self, named, edits):
        self.named = named
        self.edits = edits
        self.names = {}  # argument -> its new name, of all functions around
        self.count = 0

    def visit_FunctionDef(self, node):
        self._function(node, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self._function(node, [node.body])

    def _function(self, node, body):
        args = node.args
        for part in [*getattr(node, "decorator_list", ()), *args.defaults, *args.kw_defaults]:
            if part is not None:
                self.visit(part)
        names, count = self.names, self.count
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, *[arg for arg in (args.vararg, args.kwarg) if arg]]
        bound = {arg.arg for arg in every} | _bound(body)
        self.names = {name: new for name, new in names.items() if name not in bound}
        for arg in [*args.posonlyargs, *args.args, args.vararg]:
            if arg is None or arg.arg in _KEPT or arg.arg in self.named or arg.arg.startswith("_"):
                continue
            self.count += 1
            self.names[arg.arg] = f"_arg{self.count}"
            self.edits.append((arg.lineno, arg.col_offset, arg.col_offset + len(arg.arg.encode()), self.names[arg.arg]))
        for part in body:
            self.visit(part)
        self.names, self.count = names, count

    def visit_ClassDef(self, node):
        names, self.names = self.names, {}  # names in a class body are its attributes
        self.generic_visit(node)
        self.names = names

    def visit_Name(self, node):
        if node.id in self.names:
            self.edits.append((node.lineno, node.col_offset, node.end_col_offset, self.names[node.id]))

    def visit_Global(self, node):
        for name in node.names:
            self.names.pop(name, None)


def _bound(body):
    """Names that nested comprehensions and functions aside are assigned in a function: they are its own."""
    return {
        node.id
        for part in body
        for node in ast.walk(part)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
