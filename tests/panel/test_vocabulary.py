"""Room: one vocabulary in Chinese, by the words of the game's own text, on display, page, README and printed cards."""

# engine: cpython

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPOKEN = [
    "firmware/panel/words_zh.py",
    "firmware/games/energy_matrix/words_zh.py",
    "host_tools/simulator/web/words_zh.js",
    "host_tools/cards/art/words.py",
    "host_tools/cards/diff.py",
    "README.zh.md",
    "hardware/table_top/scene.py",
]
# What is said for it -> what is not said.
WORDS = {
    "构建": ("建造",),
    "行动点": ("行动力",),
    "计分尺": ("标尺", "积分器"),
    "触发": ("运转",),
    "队列入口": ("队列槽",),
    "感应区": ("感应台", "感应板"),
    "特制电池": ("外挂电池",),
    "边槽": ("边缘插槽", "插槽"),
    "达到阈值": ("击中",),
}
CARD_NAMES = ("加一行动力", "减一行动力")  # as they are printed


def strangers(text):
    """Words of a text that have another one in the vocabulary."""
    for name in CARD_NAMES:
        text = text.replace(name, "")
    text = text.replace("计分尺", "")
    return [word for others in WORDS.values() for word in others if word in text]


@pytest.mark.parametrize("path", SPOKEN)
def test_one_thing_has_one_word(path):
    assert strangers((ROOT / path).read_text(encoding="utf-8")) == []


def test_every_word_of_the_vocabulary_is_said_on_the_display():
    said = "".join((ROOT / path).read_text(encoding="utf-8") for path in SPOKEN[:2])
    assert [word for word in WORDS if word not in said] == []


def test_a_strange_word_is_found():
    assert strangers("三点行动力, 加一行动力, LED 标尺, 计分尺") == ["行动力", "标尺"]
