"""Room: words from a file are the words of the tables, on both engines."""

import os

from firmware.panel import words_en, words_zh
from firmware.panel.lexicon import Lexicon
from host_tools.deploying.words import file_of
from tests.helpers import raises

PATH = "lexicon_under_test.bin"


def lexicon(data):
    with open(PATH, "wb") as file:
        file.write(data)
    found = Lexicon(PATH)
    try:
        os.remove(PATH)  # it stays readable, but for systems that refuse
    except OSError:
        pass
    return found


def test_every_word_of_both_languages_is_found():
    for table in (words_en.WORDS, words_zh.WORDS):
        found = lexicon(file_of(table))
        for code in table:
            assert found.get(code) == table[code], code


def test_what_is_not_there_is_none():
    found = lexicon(file_of({"a": "A", "bb": "B"}))
    assert found.get("b") is None and found.get("") is None and found.get("a\0A") is None


def test_codes_with_the_same_hash_are_told_apart():
    # CRC-32 of both ends in the same 16 bits.
    found = lexicon(file_of({"k1623": "one", "k8000": "two"}))
    assert found.get("k1623") == "one" and found.get("k8000") == "two"


def test_the_first_table_counts():
    found = lexicon(file_of({"both": "mine"}, {"both": "generic", "other": "too"}))
    assert found.get("both") == "mine" and found.get("other") == "too"


def test_a_file_that_is_none_has_no_words():
    assert lexicon(b"").get("a") is None
    assert lexicon(b"GLY1\1\0").get("a") is None


def test_without_a_file_it_says_so():
    with raises(OSError):
        Lexicon("no_such_lexicon.bin")


def test_too_many_words_are_refused():
    with raises(ValueError) as refused:
        file_of({"long": "x" * 70000})
    assert "shorten" in str(refused.value)
