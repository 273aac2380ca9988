"""Room: what changed between two card lists or databases, in words for players; zh and en.

Before: source.py, push.py (read_file), tags.py. After: commands/cards.py.
"""

from pathlib import Path
from typing import Any

from firmware.cards.catalogue import MAGIC
from firmware.games.energy_matrix.cards import database_rows, kinds
from firmware.games.energy_matrix.cards.effects import frame_effect
from host_tools import files
from host_tools.cards import source
from host_tools.cards.art.words import effect_words
from host_tools.cards.push import read_file
from host_tools.errors import UserError

_WORDS = {
    "zh": {
        "producer": "额定{volts}V，产出{made}",
        "converter": "额定{volts}V，{taken}转化为{made}",
        "rated": "额定电压{n:+}",
        "product": "每种产物{n:+}",
        "sun": "（晴天）",
        "rain": "（雨天）",
        "edge": "放在边槽里的电池",
        "join": "，",
        "new": "新牌：{name}（{code}），{copies}张：{rules}",
        "gone": "去掉：{name}（{code}），原有{copies}张",
        "becomes": "{name}（{code}，{rules}）改为 {new}（{new_code}）：{new_rules}",
        "rules": "{name}（{code}）：原为{old}；现为{rules}",
        "copies": "{name}（{code}）：{old}张改为{copies}张",
        "name": "{code}：“{old}”改名为“{name}”",
        "tags_new": "新登记的标签：{n}个",
        "tags_gone": "去掉的标签：{n}个",
        "tags_other": "标签 {uid}：{old} 改为 {new}",
        "same": "对玩家来说没有变化",
        "adds": "只增加了内容：正在进行的一局在下一回合起使用",
        "changes": "有改动：正在进行的一局仍用原来的牌，下一局起使用",
    },
    "en": {
        "producer": "needs {volts} V, makes {made}",
        "converter": "needs {volts} V, turns {taken} into {made}",
        "rated": "rated voltage {n:+}",
        "product": "each product {n:+}",
        "sun": " on a sun turn",
        "rain": " on a rain turn",
        "edge": "a battery for an edge socket",
        "join": ", ",
        "new": "new: {name} ({code}), copies: {copies}; {rules}",
        "gone": "gone: {name} ({code}), copies were: {copies}",
        "becomes": "{name} ({code}, {rules}) becomes {new} ({new_code}): {new_rules}",
        "rules": "{name} ({code}): was: {old}; is: {rules}",
        "copies": "{name} ({code}): {old} copies become {copies}",
        "name": "{code}: '{old}' is called '{name}' now",
        "tags_new": "tags that were enrolled: {n}",
        "tags_gone": "tags that are gone: {n}",
        "tags_other": "tag {uid}: was {old}, is {new}",
        "same": "nothing changes for players",
        "adds": "it only adds: a game that is on takes it from its next turn on",
        "changes": "it changes cards: a game that is on keeps its own, the next game takes the new ones",
    },
}


def load(path: Path) -> tuple[list, dict[str, str]]:
    """(rows, {uid: token}) of a card list (no tags) or a database."""
    if files.read(path, "give a card list or a database")[:4] != MAGIC:
        return source.need(path).cards, {}
    _, catalogue = read_file(path)
    try:
        found = [database_rows.row_of(fields) for fields in catalogue.rows()]
        kinds.Catalogue(found)
    except ValueError as problem:
        raise UserError(f"{path}: {problem}; this version of the game cannot play with it") from None
    return found, {
        uid: f"{catalogue.kinds[kind]}#{copy}" for uid, kind, copy in map(catalogue.tag, range(catalogue.tags))
    }


def rules_of(row: tuple, language: str) -> str:
    """What a card does, in one line without its name."""
    words = _WORDS[language]
    kind = row[kinds.KIND]
    if kind in source.MACHINES:
        taken, made = database_rows.amounts(row[kinds.INPUTS]), database_rows.amounts(row[kinds.OUTPUTS])
        return words[kind].format(volts=row[kinds.RATED], taken=taken, made=made)
    if kind == "frame":
        volts, units, weather, edge = frame_effect(row[kinds.EFFECT]) or (0, 0, "", False)
        parts = [words["rated"].format(n=volts)] if volts else []
        if units:
            parts.append(words["product"].format(n=units) + words.get(weather, ""))
        return words["edge"] if edge else words["join"].join(parts)
    return effect_words(row[kinds.EFFECT])[0 if language == "zh" else 1]


def differences(old: list, new: list) -> list[dict[str, Any]]:
    """[{"what": "new"|"gone"|"becomes"|"rules"|"copies"|"name", "code", ...}] in the order of the lists."""
    before = {row[kinds.CODE]: row for row in old}
    after = {row[kinds.CODE]: row for row in new}
    gone = [row for row in old if row[kinds.CODE] not in after]
    found: list[dict[str, Any]] = []
    for row in new:
        code = row[kinds.CODE]
        if code not in before:
            was = next((other for other in gone if _same_work(other, row)), None)
            if was is None:
                found.append({"what": "new", "code": code, "row": row})
            else:
                gone.remove(was)
                found.append({"what": "becomes", "code": was[kinds.CODE], "row": row, "old": was})
            continue
        was = before[code]
        if database_rows.fields_of(was)[:6] != database_rows.fields_of(row)[:6]:
            found.append({"what": "rules", "code": code, "row": row, "old": was})
        if was[kinds.COPIES] != row[kinds.COPIES]:
            found.append({"what": "copies", "code": code, "row": row, "old": was})
        if (was[kinds.NAME_ZH], was[kinds.NAME_EN]) != (row[kinds.NAME_ZH], row[kinds.NAME_EN]):
            found.append({"what": "name", "code": code, "row": row, "old": was})
    return found + [{"what": "gone", "code": row[kinds.CODE], "row": row} for row in gone]


def _same_work(one: tuple, other: tuple) -> bool:
    """The same machine at another voltage, or cards of the same names."""
    if one[kinds.KIND] != other[kinds.KIND]:
        return False
    if one[kinds.KIND] in source.MACHINES:
        return (one[kinds.INPUTS], one[kinds.OUTPUTS]) == (other[kinds.INPUTS], other[kinds.OUTPUTS])
    return one[kinds.NAME_ZH : kinds.NAME_EN + 1] == other[kinds.NAME_ZH : kinds.NAME_EN + 1]


def only_adds(old: list, new: list) -> bool:
    """Whether a game that was begun with the old list may go on with the new one."""
    return database_rows.covers(kinds.Catalogue(new), database_rows.prints(kinds.Catalogue(old)))


def say(found: list[dict[str, Any]], language: str) -> list[str]:
    """The differences in words."""
    words = _WORDS[language]
    name_at = kinds.NAME_ZH if language == "zh" else kinds.NAME_EN
    lines = []
    for item in found:
        row, was = item["row"], item.get("old", item["row"])
        args: dict[str, Any] = {"code": item["code"], "name": row[name_at], "copies": row[kinds.COPIES]}
        args["rules"] = rules_of(row, language)
        what = item["what"]
        if what == "becomes":
            args.update(name=was[name_at], rules=rules_of(was, language), new=row[name_at])
            args.update(new_code=row[kinds.CODE], new_rules=rules_of(row, language))
        elif what == "rules":
            args["old"] = rules_of(was, language)
        elif what == "copies":
            args["old"] = was[kinds.COPIES]
        elif what == "name":
            args["old"] = was[name_at]
            if args["old"] == args["name"]:
                continue
        lines.append(words[what].format(**args))
    return lines


def say_tags(old: dict[str, str], new: dict[str, str], language: str) -> list[str]:
    """What changed between two sets of tags."""
    words = _WORDS[language]
    lines = []
    for what, count in (("tags_new", len(new.keys() - old.keys())), ("tags_gone", len(old.keys() - new.keys()))):
        if count:
            lines.append(words[what].format(n=count))
    for uid in sorted(old.keys() & new.keys()):
        if old[uid] != new[uid]:
            lines.append(words["tags_other"].format(uid=uid, old=old[uid], new=new[uid]))
    return lines


def verdict(old: list, new: list, found: list, language: str) -> str:
    """The last line: nothing, only added, or changed."""
    if not found:
        return _WORDS[language]["same"]
    return _WORDS[language]["adds" if only_adds(old, new) else "changes"]
