"""Room: the record codec by example, on both engines."""

from binascii import crc32

from firmware.link.records import LIMIT, TEXT_LIMIT, Decoder, dumps, encode, seal
from tests.helpers import raises


def test_the_bytes_of_a_record():
    assert encode({"t": "hello"}) == b'\x1e{"v":1,"t":"hello","crc":"41c39d14"}\n'
    assert crc32(b'{"v":1,"t":"hello"}') == 0x41C39D14  # what any other program computes


def test_the_empty_record():
    assert Decoder().feed(encode({})) == [{}]


def test_non_ascii_text_is_utf_8():
    line = encode({"word": "能源矩阵"})
    assert "能源矩阵".encode() in line
    assert Decoder().feed(line) == [{"word": "能源矩阵"}]


def test_control_characters_are_escaped():
    line = encode({"key": "\x1e\n\x03\r"})
    assert [byte for byte in line[1:-1] if byte < 32] == []
    assert Decoder().feed(line) == [{"key": "\x1e\n\x03\r"}]


def test_a_record_split_at_any_byte():
    record = {"t": "view", "cells": "..b", "n": [1, None, True, -2, {"a": {}}]}
    line = encode(record)
    for cut in range(len(line) + 1):
        decoder = Decoder()
        assert decoder.feed(line[:cut]) + decoder.feed(line[cut:]) == [record]
        assert decoder.bad == 0 and decoder.text == b""


def test_one_byte_at_a_time():
    decoder = Decoder()
    found = []
    for byte in encode({"a": 1}) + b"ok" + encode({"b": 2}):
        found += decoder.feed(bytes([byte]))
    assert found == [{"a": 1}, {"b": 2}]
    assert decoder.take_text() == b"ok"
    assert decoder.take_text() == b""


def test_text_between_records_passes_through():
    trace = (
        b'Traceback (most recent call last):\r\n  File "app.py", line 3, in run\r\nValueError: {"v":1,"x":2}\r\n>>> '
    )
    decoder = Decoder()
    assert decoder.feed(trace + encode({"a": 1}) + b"after\n") == [{"a": 1}]
    assert decoder.text == trace + b"after\n"
    assert decoder.bad == 0


def test_a_console_that_writes_cr_lf():
    assert Decoder().feed(encode({"a": 1})[:-1] + b"\r\n") == [{"a": 1}]


def test_every_flipped_bit_is_noticed():
    line = encode({"t": "press", "button": "ok"})
    for at in range(len(line)):
        for bit in range(8):
            damaged = bytearray(line)
            damaged[at] ^= 1 << bit
            decoder = Decoder()
            found = decoder.feed(damaged + encode({"next": 1}))
            assert found == [{"next": 1}]
            assert decoder.bad == 1 or at == 0  # without its first byte it is text


def test_a_record_cut_short_costs_only_itself():
    line = encode({"a": 1})
    decoder = Decoder()
    assert decoder.feed(line[:-5] + encode({"b": 2})) == [{"b": 2}]
    assert decoder.bad == 1


def test_idle_filling_is_not_damage():
    decoder = Decoder()
    assert decoder.feed(b"\x1e\x1e\x1e" + encode({"a": 1})) == [{"a": 1}]
    assert decoder.bad == 0


def test_the_longest_record():
    room = LIMIT - len(encode({"x": ""}))
    line = encode({"x": "a" * room})
    assert len(line) == LIMIT
    assert Decoder().feed(line) == [{"x": "a" * room}]
    decoder = Decoder()
    assert decoder.feed(line[:1000]) + decoder.feed(line[1000:]) == [{"x": "a" * room}]
    with raises(ValueError):
        encode({"x": "a" * (room + 1)})


def test_a_longer_record_is_dropped_and_counted_once():
    for chunk in (1, 100, 5000):
        decoder = Decoder()
        line = b"\x1e" + b"a" * 4500 + b"\n" + encode({"next": 1})
        found = []
        for at in range(0, len(line), chunk):
            found += decoder.feed(line[at : at + chunk])
        assert found == [{"next": 1}]
        assert decoder.bad == 1 and decoder.text == b""


def test_one_byte_too_long_is_too_long_however_it_comes():
    body = b'{"v":1,"x":"' + b"a" * (LIMIT - 32) + b'"}'
    line = b"\x1e" + body[:-1] + b',"crc":"%08x"}\n' % crc32(body)
    assert len(line) == LIMIT + 1
    for cut in (0, 1000, len(line) - 1):
        decoder = Decoder()
        assert decoder.feed(line[:cut]) + decoder.feed(line[cut:]) == []
        assert decoder.bad == 1


def test_text_keeps_the_newest_bytes():
    decoder = Decoder()
    for _ in range(10):
        decoder.feed(b"a" * 300)
    decoder.feed(b"end")
    assert len(decoder.text) == TEXT_LIMIT and decoder.text.endswith(b"aend")
    assert decoder.text_lost == 3003 - TEXT_LIMIT
    deaf = Decoder(text_limit=0)
    deaf.feed(b"hello")
    assert deaf.text == b""


def test_a_record_of_another_version_is_named():
    body = b'{"v":2,"t":"hello"}'
    decoder = Decoder()
    assert decoder.feed(b"\x1e" + body[:-1] + b',"crc":"%08x"}\n' % crc32(body)) == []
    assert (decoder.foreign, decoder.foreign_version, decoder.bad) == (1, 2, 0)


def test_whole_lines_that_are_no_records_are_bad():
    for body in (b'{"t":"no version"}', b'{"v":x,"a":1}', b'["a list with a checksum"]', b'{"v":1,"a"oops}'):
        decoder = Decoder()
        assert decoder.feed(b"\x1e" + body[:-1] + b',"crc":"%08x"}\n' % crc32(body[:-1] + b"}")) == []
        assert (decoder.foreign, decoder.bad) == (0, 1), body


def test_deep_nesting_does_not_crash():
    text = b'{"a":' + b"[" * 1000 + b"]" * 1000 + b"}"
    decoder = Decoder()
    decoder.feed(seal(text))
    assert decoder.feed(encode({"next": 1})) == [{"next": 1}]


def test_the_filter_skips_what_is_for_others():
    decoder = Decoder(only=b'"to":2,')
    line = seal(b'{"to":1,"a":1}') + seal(b'{"to":2,"a":2}') + seal(b'{"to":22,"a":3}')
    assert decoder.feed(line) == [{"to": 2, "a": 2}]
    assert decoder.bad == 0


def test_fresh_until_another_record_begins():
    decoder = Decoder(only=b'"to":2,')
    decoder.feed(seal(b'{"to":2,"a":2}'))
    assert decoder.fresh
    decoder.feed(b"\x00noise")
    assert decoder.fresh
    decoder.feed(seal(b'{"to":1,"a":2}'))
    assert not decoder.fresh


def test_what_cannot_be_a_record_is_refused():
    for wrong in ([1], {"v": 2}, {"crc": ""}):
        with raises(ValueError):
            encode(wrong)
    assert dumps({}) == b"{}"
