"""Room: what a source file binds and uses at its top level, with places; for bundle.py, which joins files.

Only what Python's own rules of scope say is used: a name in a function is the module's when no function around it binds
it. Places are (line from 1, first byte, byte behind the last), as ast counts them.
"""

import ast
from dataclasses import dataclass, field


@dataclass
class Use:
    """A name of the module where it is used or bound; `attribute`: read from it, None when the name stands alone.
    `hidden`: names that functions around this place bind."""

    name: str
    attribute: str | None
    place: tuple[int, int, int]
    hidden: frozenset[str]


@dataclass
class Import:
    """`from module import name [as alias], ...`, or `import module`, whose names are [("", alias)]."""

    module: str
    names: list[tuple[str, str]]
    place: tuple[int, int, int, int]  # line, byte, last line, byte behind it
    top: bool  # at the top level, not in a function or a try


@dataclass
class Module:
    """One file. `defined`: names it binds itself; `uses`: all uses of names of its top level."""

    name: str
    path: str
    text: str
    package: bool
    defined: set[str] = field(default_factory=set)
    imports: list[Import] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    attributes: set[str] = field(default_factory=set)  # every attribute that is read anywhere in it
    strings: list[tuple[str, tuple[int, int, int]]] = field(default_factory=list)
    listed: list[tuple[str, tuple[int, int, int]]] = field(default_factory=list)  # strings of MODULES
    conditional: set[str] = field(default_factory=set)  # what is imported in a try or an if: others may know the names
    docstring: tuple[int, int] | None = None  # first and last line


def read(path: str, text: str, top: str = "firmware") -> Module:
    """The Module of a file below `top`; SyntaxError when it is no Python."""
    parts = [top, *path.removesuffix(".py").split("/")]
    package = parts[-1] == "__init__"
    module = Module(".".join(parts[:-1] if package else parts), path, text, package)
    tree = ast.parse(text)
    if tree.body and isinstance(tree.body[0], ast.Expr) and isinstance(tree.body[0].value, ast.Constant):
        module.docstring = (tree.body[0].lineno, tree.body[0].end_lineno or tree.body[0].lineno)
    _Reader(module).body(tree.body)
    return module


def place_of(node) -> tuple[int, int, int]:
    """A node of one line."""
    return node.lineno, node.col_offset, node.end_col_offset


class _Reader(ast.NodeVisitor):
    """Walks a file; `hidden`: names bound by the functions around, `own`: by the class around."""

    def __init__(self, module):
        self.module = module
        self.hidden = frozenset()
        self.globals = frozenset()
        self.depth = 0  # functions around
        self.guarded = 0  # try, if and the like around

    def body(self, statements):
        for statement in statements:
            self.visit(statement)

    def visit_Import(self, node):
        self._import(node, [(alias.name, "", alias.asname or alias.name) for alias in node.names])

    def visit_ImportFrom(self, node):
        self._import(node, [(node.module, alias.name, alias.asname or alias.name) for alias in node.names])

    def _import(self, node, names):
        place = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        top = not self.depth and not self.guarded
        by_module = {}
        for module, name, alias in names:
            by_module.setdefault(module, []).append((name, alias))
            if not self.depth and self.guarded:
                self.module.defined.add(alias)
                self.module.conditional.add(alias)
        for module, pairs in by_module.items():
            self.module.imports.append(Import(module, pairs, place, top))

    def visit_Name(self, node):
        if node.id in self.hidden and node.id not in self.globals:
            return
        if not self.depth and not isinstance(node.ctx, ast.Load):
            self.module.defined.add(node.id)
        self._use(node.id, None, place_of(node))

    def visit_Attribute(self, node):
        self.module.attributes.add(node.attr)
        value = node.value
        if isinstance(value, ast.Name) and (value.id not in self.hidden or value.id in self.globals):
            if node.lineno == node.end_lineno:
                self._use(value.id, node.attr, place_of(node))
                return
        self.generic_visit(node)

    def _use(self, name, attribute, place):
        self.module.uses.append(Use(name, attribute, place, self.hidden - self.globals))

    def visit_Global(self, node):
        line = self.module.text.splitlines()[node.lineno - 1].encode()
        for name in node.names:
            at = line.index(name.encode(), node.col_offset + len("global"))
            self._use(name, None, (node.lineno, at, at + len(name.encode())))
            self.module.defined.add(name)

    def visit_Assign(self, node):
        if any(isinstance(target, ast.Name) and target.id in ("MODULES", "PARTS") for target in node.targets):
            parts = [part for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
            self.module.listed += [(part.value, place_of(part)) for part in parts]
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        raise ValueError(f"{self.module.path}:{node.lineno}: the firmware has no f-strings; write it with %")

    def visit_Constant(self, node):
        if isinstance(node.value, str) and node.lineno == node.end_lineno:
            self.module.strings.append((node.value, place_of(node)))

    def visit_FunctionDef(self, node):
        self._definition(node, len("def "))
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        self._scope(_bound(node), _declared(node), node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        for part in [*node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        self._scope(_parameters(node.args), frozenset(), [node.body])

    def visit_ClassDef(self, node):
        self._definition(node, len("class "))
        for part in [*node.decorator_list, *node.bases]:
            self.visit(part)
        bound = frozenset(_targets(node.body))
        hidden, depth = self.hidden, self.depth
        self.depth += 1
        for statement in node.body:
            # Names of the class are seen in its body, not in its methods.
            inside = isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
            self.hidden = hidden if inside else hidden | bound
            self._method(statement) if inside else self.visit(statement)
        self.hidden, self.depth = hidden, depth

    def _method(self, node):
        for part in [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]:
            if part is not None:
                self.visit(part)
        self._scope(_bound(node), _declared(node), node.body)

    def _definition(self, node, skip):
        """The name behind `def` or `class`, where it is the module's."""
        if node.name in self.hidden:
            return
        if not self.depth:
            self.module.defined.add(node.name)
        line = self.module.text.splitlines()[node.lineno - 1].encode()
        at = line.index(node.name.encode(), node.col_offset + skip)
        self._use(node.name, None, (node.lineno, at, at + len(node.name.encode())))

    def visit_ListComp(self, node):
        targets = {name for part in node.generators for name in _names_in(part.target)}
        self.visit(node.generators[0].iter)
        hidden = self.hidden
        self.hidden = hidden | targets
        for number, part in enumerate(node.generators):
            if number:
                self.visit(part.iter)
            self.body(part.ifs)
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                self.visit(getattr(node, name))
        self.hidden = hidden

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_ExceptHandler(self, node):
        if node.name and not self.depth:
            self.module.defined.add(node.name)
        self.generic_visit(node)

    def visit_Try(self, node):
        self._guard(node)

    visit_If = visit_With = visit_For = visit_While = visit_Try

    def _guard(self, node):
        self.guarded += 1
        self.generic_visit(node)
        self.guarded -= 1

    def _scope(self, bound, declared, statements):
        hidden, known, depth = self.hidden, self.globals, self.depth
        self.hidden, self.globals, self.depth = hidden | bound - declared, known - bound | declared, depth + 1
        self.body(statements)
        self.hidden, self.globals, self.depth = hidden, known, depth


def _parameters(args):
    found = [arg.arg for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs]]
    return frozenset(found + [arg.arg for arg in (args.vararg, args.kwarg) if arg])


def _bound(node):
    """Names that a function binds: parameters and whatever it assigns."""
    return _parameters(node.args) | frozenset(_targets(node.body))


def _declared(node):
    """Names that a function takes from the module by `global`."""
    return frozenset(name for part in _inside(node.body) if isinstance(part, ast.Global) for name in part.names)


def _targets(statements):
    """Names that these statements bind in their own scope."""
    for node in _inside(statements):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def _inside(statements):
    """All nodes below these, but not those inside functions, classes and comprehensions among them."""
    inner = (
        ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda,
        ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    )  # fmt: skip
    todo = list(statements)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, inner):
            todo += ast.iter_child_nodes(node)


def _names_in(target):
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
