"""Room: the card list that the firmware brings along is the one in cards.csv."""

import pytest

from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools.cards import compiled, source
from host_tools.errors import HonestNo


def test_the_firmware_brings_the_list_of_the_spreadsheet():
    assert tuple(source.need().cards) == CARDS
    compiled.main(["--check"])


def test_a_list_that_was_changed_is_noticed(monkeypatch, tmp_path):
    old = tmp_path / "default_deck.py"
    old.write_text(compiled.text().replace("makes A", "made A"))
    monkeypatch.setattr(compiled, "TARGET", old)
    with pytest.raises(HonestNo, match="default_deck.py does not fit cards.csv"):
        compiled.main(["--check"])
    compiled.main([])
    compiled.main(["--check"])
