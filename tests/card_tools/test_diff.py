"""Room: what changed between two lists, in players' words of both languages."""

import pytest

from firmware.games.energy_matrix.cards import database_rows, kinds
from host_tools.cards import diff
from host_tools.cards.database import build
from host_tools.errors import UserError

OLD = list(kinds.CARDS)
EXTRA = database_rows.row_of(["6A@4", "producer", "4", "", "6A", "", "2", "产出 6A", "makes 6A"])


def changed(which, **fields):
    """The list with some fields of one card changed."""
    found = []
    for row in OLD:
        texts = dict(zip(database_rows.FIELDS, database_rows.fields_of(row), strict=True))
        if row[kinds.CODE] == which:
            texts.update({name.replace("_", " "): text for name, text in fields.items()})
        found.append(database_rows.row_of(list(texts.values())))
    return found


CASES = [
    (
        OLD + [EXTRA],
        ["新牌：产出 6A（6A@4），2张：额定4V，产出6A"],
        ["new: makes 6A (6A@4), copies: 2; needs 4 V, makes 6A"],
        True,
    ),
    (OLD[1:], ["去掉：产出 A（A@1），原有9张"], ["gone: makes A (A@1), copies were: 9"], False),
    (
        changed("2B@3", code="2B@2", rated_voltage="2"),
        ["产出 2B（2B@3，额定3V，产出2B）改为 产出 2B（2B@2）：额定2V，产出2B"],
        ["makes 2B (2B@3, needs 3 V, makes 2B) becomes makes 2B (2B@2): needs 2 V, makes 2B"],
        False,
    ),
    (
        changed("eco", effect="rated-2"),
        ["节能（eco）：原为额定电压-1；现为额定电压-2"],
        ["saver (eco): was: rated voltage -1; is: rated voltage -2"],
        False,
    ),
    (changed("sun", copies="6"), ["晴天（sun）：5张改为6张"], ["sun (sun): 5 copies become 6"], True),
    (changed("sun", name_en="sunshine"), [], ["sun: 'sun' is called 'sunshine' now"], True),
    (OLD, [], [], True),
    (list(reversed(OLD)), [], [], True),
]


@pytest.mark.parametrize(("new", "zh", "en", "adds"), CASES, ids=range(len(CASES)))
def test_changes_in_words(new, zh, en, adds):
    found = diff.differences(OLD, new)
    assert diff.say(found, "zh") == zh
    assert diff.say(found, "en") == en
    assert diff.only_adds(OLD, new) == adds


def test_the_last_line_says_what_it_means_for_a_game():
    assert diff.verdict(OLD, OLD, [], "en") == "nothing changes for players"
    more = OLD + [EXTRA]
    assert "only adds" in diff.verdict(OLD, more, diff.differences(OLD, more), "en")
    assert "下一局" in diff.verdict(more, OLD, diff.differences(more, OLD), "zh")


def test_what_every_card_does_is_said_in_both_languages():
    for row in OLD:
        assert diff.rules_of(row, "zh") and diff.rules_of(row, "en")


def test_tags_in_words():
    old = {"aa": "eco#1", "bb": "eco#2", "cc": "oc#1"}
    new = {"bb": "eco#2", "cc": "oc#2", "dd": "oc#3", "ee": "oc#4"}
    assert diff.say_tags(old, new, "en") == [
        "tags that were enrolled: 2",
        "tags that are gone: 1",
        "tag cc: was oc#1, is oc#2",
    ]


def test_lists_and_databases_are_read_alike(tmp_path):
    path = tmp_path / "cards.bin"
    path.write_bytes(build([database_rows.fields_of(row) for row in OLD], [("04a1b2c3d4e5f6", "eco", 3)]))
    assert diff.load(path) == (OLD, {"04a1b2c3d4e5f6": "eco#3"})
    assert diff.load(diff.source.DEFAULT) == (OLD, {})


def test_a_database_that_this_game_cannot_play(tmp_path):
    path = tmp_path / "cards.bin"
    path.write_bytes(build([["x", "frame", "", "", "", "glow", "1", "x", "x"]], []))
    with pytest.raises(UserError, match="glow"):
        diff.load(path)
