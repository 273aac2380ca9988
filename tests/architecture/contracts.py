"""Room: reads the contracts and the classes that say they keep one, from source text; nothing is imported or run."""

import ast


def shapes(text):
    """{class: (first words of its docstring, {public method: (least, most arguments, "" | "async" | "generator")})}.

    Arguments are counted without self; None stands for a method that is bound by assignment (`poll = other`), or for
    an attribute.
    """
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = (ast.get_docstring(node) or "", dict(_methods(node)))
    return found


def _methods(cls):
    for item in cls.body:
        if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)) and not item.name.startswith("_"):
            yield item.name, _shape(item)
        elif isinstance(item, ast.Assign):
            for target in item.targets:
                if isinstance(target, ast.Name) and not target.id.startswith("_"):
                    yield target.id, None


def _shape(function):
    static = any(ast.unparse(mark) == "staticmethod" for mark in function.decorator_list)
    most = len(function.args.posonlyargs + function.args.args) - (0 if static else 1)
    kind = "async" if isinstance(function, ast.AsyncFunctionDef) else ""
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function)):
        kind = "generator"
    return most - len(function.args.defaults), most, kind


def kept(text, contracts):
    """{class: contract} of the classes in a file whose docstring begins with `contracts.NAME`."""
    found = {}
    for name, (words, _) in shapes(text).items():
        for contract in contracts:
            if words.startswith("contracts." + contract):
                found[name] = contract
    return found


def breaches(text, contracts):
    """Sentences about methods that a class lacks or that take other arguments than its contract says."""
    faults = []
    classes = shapes(text)
    for name, contract in kept(text, contracts).items():
        for method, wanted in contracts[contract][1].items():
            if method not in classes[name][1]:
                faults.append(f"{name} lacks {method} of {contract}")
                continue
            shape = classes[name][1][method]
            if shape is not None and wanted is not None and not _serves(shape, wanted):
                faults.append(f"{name}.{method} is not called as {contract} says")
    return faults


def _serves(shape, wanted):
    """A method serves when every call that the contract allows is one it takes, and its answer comes the same way."""
    least, most, kind = shape
    return least <= wanted[0] and most >= wanted[1] and kind == wanted[2]
