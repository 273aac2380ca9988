"""Room: joins the modules of a room of the firmware into one, for a board: fewer modules, fewer names; for prepare.py.

A module costs a board its object, its dict and a hole in its heap; a name that others import costs a string and an
entry in two dicts. So files of a room that the same imports bring become one module, and what only they use becomes
private (and short: shorten.py). What is loaded only when somebody asks stays apart. Source in, source out.

What a program at the prompt imports (the examples) stays where it says: a line there takes it from the joined module.
Files right below firmware/, games/ and a game's folder stay as they are: they are found by name. A module that is
named in a string (`MODULES` of a game) keeps the names of its attributes.
"""

import builtins

from host_tools.deploying.groups import grouped, spoken, spoken_name
from host_tools.deploying.scopes import Use, read


def bundled(
    texts: dict[str, str], data_folders: frozenset[str] = frozenset(), examples: dict[str, str] | None = None
) -> dict[str, str]:
    """{path below firmware/: text} with rooms joined. data_folders: those that hold other files too, so that their room
    stays a package. examples: programs that import from the firmware as it stands in the repository. ValueError in one
    sentence: why that cannot be."""
    return bundled_of(texts, data_folders, examples)[0]


def bundled_of(
    texts: dict[str, str], data_folders: frozenset[str] = frozenset(), examples: dict[str, str] | None = None
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """As bundled; and {path: the files that were joined there, in their order}."""
    bundler = _Bundler(texts, data_folders, [read("examples/" + path, text) for path, text in (examples or {}).items()])
    return bundler.texts(), bundler.members()


class _Bundler:
    def __init__(self, texts, data_folders, examples):
        self.modules = {}
        for path, text in sorted(texts.items()):
            module = read(path, text)
            self.modules[module.name] = module
        self.groups = {}  # name of a module -> Group
        self.exported = set()  # (module, name) that other groups ask for
        self.examples = examples
        asked = {item.module for module in examples for item in module.imports}
        folders = data_folders | {self.modules[name].path.rpartition("/")[0] for name in asked & set(self.modules)}
        for group in grouped(self.modules, folders):
            for member in group.members:
                self.groups[member.name] = group
        for module in [*self.modules.values(), *examples]:
            self._note_exports(module)
        for group in self._all_groups():
            self._name(group)

    def _all_groups(self):
        return list({id(group): group for group in self.groups.values()}.values())

    def members(self):
        return {group.path: [member.path for member in group.members] for group in self._all_groups()}

    def texts(self):
        found = {}
        for module in self.modules.values():
            if module.name not in self.groups and not self._is_empty(module):
                found[module.path] = self._rewritten(module, set())
        for group in self._all_groups():
            seen: set[str] = set()
            found[group.path] = "".join([self._rewritten(member, seen) for member in group.members])
        for module in self.examples:
            for item in module.imports:
                if item.module in self.groups:
                    path = self.modules[item.module].path
                    lines = [_import(*self._told(self.modules[item.module], name), name) for name, _ in item.names]
                    found[path] = found.get(path, "") + "".join([line + "\n" for line in lines])
        return found

    def _is_empty(self, module):
        """A package that only held what was joined."""
        return module.package and module.path.count("/") and not module.defined and not module.imports

    def _binding(self, module, name):
        """("module", Module) or ("name", Module, name) of a firmware import, None of any other."""
        if module + "." + name in self.modules:
            return "module", self.modules[module + "." + name]
        if module in self.modules:
            return "name", self.modules[module], name
        return None

    def _bindings(self, module):
        """{name at the top level: _binding} of a file's imports."""
        return {
            alias: self._binding(item.module, name)
            for item in module.imports
            for name, alias in item.names
            if item.top and name
        }

    def _note_exports(self, module):
        """What a file asks of modules that are not joined with it."""
        self.exported |= {(module.name, name) for name in module.conditional}
        mine = self.groups.get(module.name, module)
        for item in module.imports:
            for name, _ in item.names:
                binding = self._binding(item.module, name)
                if binding and binding[0] == "name" and self.groups.get(binding[1].name) is not mine:
                    self.exported.add(self._origin(binding[1], name))
        bindings = self._all_bindings(module)
        for _, binding in bindings:
            if binding and binding[0] == "module" and self.groups.get(binding[1].name) is not mine:
                self.exported |= {(binding[1].name, attribute) for attribute in module.attributes}
        for target in spoken(module, self.modules):
            self.exported |= {(target, attribute) for attribute in module.attributes}

    def _origin(self, module, name):
        """(module, name) where a name is defined that a module may itself have imported from the same group."""
        for item in module.imports:
            for given, alias in item.names:
                binding = self._binding(item.module, given)
                if alias == name and item.top and binding and binding[0] == "name":
                    if self.groups.get(binding[1].name) is self.groups.get(module.name) is not None:
                        return self._origin(binding[1], given)
        return module.name, name

    def _all_bindings(self, module):
        return [(alias, self._binding(item.module, name)) for item in module.imports for name, alias in item.names]

    def _name(self, group):
        """Choose a name in the group for everything its members bind."""
        taken = set()
        later = []
        shared_names = {name for member in group.members for name in member.conditional}
        for member in group.members:
            for name in sorted(member.defined):
                key = (member.name, name)
                if key not in self.exported:
                    later.append(key)
                    continue
                # One thing that several files import on the same condition is one thing.
                shared = name in shared_names and name in member.conditional
                if (name in taken and not shared) or hasattr(builtins, name):
                    raise ValueError(f"{member.path}: the name {name} stands for two things in this room; rename one")
                taken.add(name)
                group.names[key] = name
        for member in group.members:
            for item in member.imports:
                for name, alias in item.names if item.top else ():
                    self._name_import(group, item.module, name, alias, taken)
        for key in later:
            name = key[1] if key[1].startswith("_") else "_" + key[1]
            group.names[key] = _free(name, taken)

    def _name_import(self, group, module, name, alias, taken):
        key = self._import_key(group, module, name)
        if key is not None and key not in group.names:
            group.names[key] = _free(alias, taken)

    def _import_key(self, group, module, name):
        """Under which a group knows what it imports; None of its own members and what they define."""
        binding = self._binding(module, name) if name else None
        if binding is None:
            return "outside", module, name
        target = self.groups.get(binding[1].name)
        if target is group and group is not None:
            return None
        if binding[0] == "module":
            return "module", target.name if target else binding[1].name
        return "name", binding[1].name, name

    def _told(self, target, name):
        """(module, name) under which others import what `target` defines."""
        group = self.groups.get(target.name)
        if group is None:
            return target.name, name
        origin = self._origin(target, name)
        if origin in group.names:
            return group.name, group.names[origin]
        if (target.name, name) not in group.names:
            # What a member itself imports is there under the name that the group gave it.
            for item in target.imports:
                for given, alias in item.names:
                    if alias == name:
                        return group.name, group.names[self._import_key(group, item.module, given)]
            raise ValueError(f"{target.path}: there is no {name} to import")
        return group.name, group.names[target.name, name]

    def _rewritten(self, module, seen):
        """A file's text as it stands on the board. seen: import statements that its group has already."""
        group = self.groups.get(module.name)
        edits = []
        if module.docstring and group is not None:
            edits.append((module.docstring[0], 0, module.docstring[1], None, ""))
        for place in {item.place for item in module.imports}:
            edits.append((*place, self._imports_at(module, place, group, seen)))
        bindings = self._bindings(module)
        for use in module.uses:
            new = self._used(module, group, bindings, use)
            if new is not None:
                line, start, end = use.place
                if new.split(".")[0] in use.hidden:
                    raise ValueError(f"{module.path}:{line}: {new.split('.')[0]} is a local name here; rename it")
                edits.append((line, start, line, end, new))
        for said, place in module.strings:
            target = spoken_name(module, said, self.modules)
            if target in self.groups:
                package = module.name + "." if said == target[len(module.name) + 1 :] else ""
                edits.append((place[0], place[1], place[0], place[2], f'"{self.groups[target].name[len(package) :]}"'))
        return edited(module.text, edits)

    def _imports_at(self, module, place, group, seen):
        """The import statement at a place, for what stands on the board."""
        lines = []
        top = True
        for item in module.imports:
            if item.place != place:
                continue
            top = item.top
            for name, alias in item.names:
                line = self._import_line(group, item, name, alias)
                if line and (not item.top or group is None or line not in seen):
                    lines.append(line)
                    if item.top:
                        seen.add(line)
        if not lines:
            return "" if top else "pass"
        return "; ".join(lines)

    def _import_line(self, group, item, name, alias):
        binding = self._binding(item.module, name) if name else None
        local = alias
        if group is not None and item.top:
            key = self._import_key(group, item.module, name)
            if key is None:
                return ""
            local = group.names[key]
        if binding is None:
            return _import(item.module, name, local)
        target = self.groups.get(binding[1].name)
        if binding[0] == "module":
            package, _, leaf = (target.name if target else binding[1].name).rpartition(".")
            return _import(package, leaf, local)
        source, told = self._told(binding[1], binding[2])
        if target is group and group is not None:
            return f"{alias} = {told}" if alias != told else ""
        return _import(source, told, local)

    def _used(self, module, group, bindings, use: Use):
        """What stands on the board for a use of a name; None: the same."""
        binding = bindings.get(use.name)
        if use.name in bindings and binding is not None and binding[0] == "module":
            return self._attribute(module, group, binding[1], use)
        new = None
        if use.name in module.defined and group is not None:
            new = group.names[module.name, use.name]
        elif use.name in bindings and group is not None:
            if binding is None:
                item = next(i for i in module.imports if i.top and any(a == use.name for _, a in i.names))
                name = next(n for n, a in item.names if a == use.name)
                new = group.names["outside", item.module, name]
            elif self.groups.get(binding[1].name) is group:
                new = self._told(binding[1], binding[2])[1]
            else:
                new = group.names["name", binding[1].name, binding[2]]
        elif group is not None:
            outside = self._outside(module, use.name)
            new = group.names.get(outside) if outside else None
        if new is None or new == use.name:
            return None
        return new + ("." + use.attribute if use.attribute else "")

    def _outside(self, module, name):
        """The key of `import name` at the top level."""
        for item in module.imports:
            if item.top and ("", name) in item.names:
                return "outside", item.module, ""
        return None

    def _attribute(self, module, group, target, use):
        """`alias.NAME`, where alias is a module of the firmware."""
        other = self.groups.get(target.name)
        if use.attribute is None:
            if other is group and group is not None:
                raise ValueError(f"{module.path}:{use.place[0]}: {use.name} is joined with this file; import its names")
            local = use.name if group is None else group.names["module", other.name if other else target.name]
            return local if local != use.name else None
        told = use.attribute if other is None else self._told(target, use.attribute)[1]
        if other is group and group is not None:
            return told
        local = use.name if group is None else group.names["module", other.name if other else target.name]
        return f"{local}.{told}"


def _import(module, name, alias):
    if not name:
        return f"import {module}" + (f" as {alias}" if alias != module else "")
    return f"from {module} import {name}" + (f" as {alias}" if alias != name else "")


def _free(name, taken):
    """The name, or with a number behind it; it is taken then."""
    found, number = name, 2
    while found in taken:
        found = f"{name}_{number}"
        number += 1
    taken.add(found)
    return found


def edited(text, edits):
    """The text after edits (line, byte, last line, byte behind or None for its end, new text)."""
    lines = [line.encode() for line in text.split("\n")]
    for line, start, last, end, new in sorted(edits, reverse=True):
        rest = b"" if end is None else lines[last - 1][end:]
        lines[line - 1 : last] = [lines[line - 1][:start] + new.encode() + rest]
    return b"\n".join(lines).decode()
