"""Room: the log of enrolled tags: added to row by row, read with every fault named."""

import pytest

from host_tools.cards import tags
from host_tools.cards.database import build
from host_tools.cards.tags import TagOf
from host_tools.errors import UserError

ONE = TagOf("04a1b2c3d4e5f6", "2A+B>2C@2", 2, 1)
TWO = TagOf("04ffeeddccbbaa", "eco", 1, 7)


def test_rows_are_added_and_read_back(tmp_path):
    log = tmp_path / "tags.csv"
    tags.add(log, ONE)
    tags.add(log, TWO)
    assert log.read_text() == "uid,code,copy,revision\n04a1b2c3d4e5f6,2A+B>2C@2,2,1\n04ffeeddccbbaa,eco,1,7\n"
    assert tags.load(log) == [ONE, TWO]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_log_that_a_spreadsheet_has_saved_is_added_to_in_its_own_way(tmp_path, separator):
    log = tmp_path / "tags.csv"
    text = separator.join(tags.COLUMNS) + "\r\n" + separator.join(map(str, ONE))
    log.write_bytes(b"\xef\xbb\xbf" + text.encode())
    tags.add(log, TWO)
    assert tags.load(log) == [ONE, TWO]


def test_a_database_serves_too(tmp_path):
    path = tmp_path / "cards.bin"
    path.write_bytes(build([["eco"], ["2A+B>2C@2"]], [ONE[:3], TWO[:3]]))
    assert tags.load(path) == [ONE._replace(revision=0), TWO._replace(revision=0)]


BAD = [
    ("04a1b2c3d4e5,eco,1,1", "row 2, column A (uid): '04a1b2c3d4e5' is no UID"),
    ("04a1b2c3d4e5fg,eco,1,1", "row 2, column A (uid)"),
    (",eco,1,1", "row 2, column A (uid)"),
    ("04a1b2c3d4e5f6,,1,1", "row 2, column B (code)"),
    ("04a1b2c3d4e5f6,eco,0,1", "row 2, column C (copy): '0'"),
    ("04a1b2c3d4e5f6,eco,256,1", "row 2, column C (copy): '256'"),
    ("04a1b2c3d4e5f6,eco,one,1", "row 2, column C (copy): 'one'"),
    ("04a1b2c3d4e5f6,eco,1,65536", "row 2, column D (revision)"),
    ("04a1b2c3d4e5f6,eco,1,", "row 2, column D (revision)"),
    ("04a1b2c3d4e5f6,eco,1,1,x", "row 2: 5 cells"),
    ("04a1b2c3d4e5f6,eco,1,1\n04A1:B2C3:D4E5F6,eco,2,1", "row 3: tag 04a1b2c3d4e5f6 stands in row 2 too"),
    ("04a1b2c3d4e5f6,eco,1,1\n04a1b2c3d4e5f7,eco,1,1", "row 3: copy 1 of eco stands in row 2 too"),
]


@pytest.mark.parametrize(("text", "named"), BAD, ids=[named for _, named in BAD])
def test_faults_are_named(tmp_path, text, named):
    log = tmp_path / "tags.csv"
    log.write_text("uid,code,copy,revision\n" + text + "\n")
    with pytest.raises(UserError) as refused:
        tags.load(log)
    assert f"{log}, {named}" in str(refused.value) and "1 fault in" in str(refused.value)


@pytest.mark.parametrize("data", [b"", b"uid,code\n", b"EMDB", b"\x00\x01", b"EMDB\x01\x00" + bytes(60)])
def test_files_that_are_no_log(tmp_path, data):
    log = tmp_path / "tags.csv"
    log.write_bytes(data)
    with pytest.raises(UserError) as refused:
        tags.load(log)
    assert str(log) in str(refused.value)


def test_a_log_that_is_not_there(tmp_path):
    with pytest.raises(UserError, match="cannot be read"):
        tags.load(tmp_path / "none.csv")
