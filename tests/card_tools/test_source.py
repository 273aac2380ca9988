"""Room: card lists as spreadsheets save them, and every fault of a list with its place and its cure, all in one run."""

import datetime
import io

import openpyxl
import pytest

from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools.cards import source
from host_tools.cards.sheet import letter
from host_tools.errors import UserError

HEAD = "code,kind,rated voltage,inputs,outputs,effect,copies,name zh,name en,note"
GOOD = ["A@1,producer,1,,A,,9,产出 A,makes A,", "eco,frame,,,,rated-1,6,节能,saver,", "sun,event,,,,sun,5,晴天,sun,"]


def written(tmp_path, *lines, head=HEAD, name="cards.csv"):
    path = tmp_path / name
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


def faults(tmp_path, *lines, **more):
    return [str(fault) for fault in source.load(written(tmp_path, *lines, **more)).faults]


TEXT = source.DEFAULT.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace(",", ";").encode(),
        b"\xef\xbb\xbf" + TEXT.replace(",", ";").replace("\n", "\r\n").encode(),
        ("sep=;\r\n" + TEXT.replace(",", ";")).encode(),
        TEXT.replace(",", "\t").encode(),
        TEXT.replace(",", "\t").encode("utf-16"),
        TEXT.replace("\n", "\r").encode(),
        (TEXT + ",,,,,,,,,\n\n").encode(),
        TEXT.replace("producer", " Producer ").replace("2A+B,2C", "2a 1b,2C").encode(),
        "\n".join('"' + line.replace(",", '","') + '"' for line in TEXT.splitlines()).encode(),
        "\n".join(line + ",," for line in TEXT.splitlines()).encode(),
        TEXT.replace("rated voltage", "Rated_Voltage").replace("name zh", "NAME ZH").encode(),
    ],
    ids=["plain", "bom", "crlf", "semicolon", "excel", "sep", "tabs", "utf-16", "cr", "blank rows", "spelling",
         "quoted", "empty columns", "headings"],
)  # fmt: skip
def test_every_way_a_spreadsheet_saves_gives_the_same_cards(tmp_path, data):
    path = tmp_path / "cards.csv"
    path.write_bytes(data)
    assert tuple(source.need(path).cards) == CARDS


def workbook(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_a_workbook_gives_the_same_cards(tmp_path):
    rows = [line.split(",") for line in TEXT.splitlines()]
    rows = [[int(cell) if cell.isdigit() else cell or None for cell in row] for row in rows]
    rows[1][2] = 1.0
    path = tmp_path / "cards.xlsx"
    path.write_bytes(workbook(rows))
    assert tuple(source.need(path).cards) == CARDS


def test_what_a_spreadsheet_made_a_date_is_named(tmp_path):
    path = tmp_path / "cards.xlsx"
    path.write_bytes(workbook([HEAD.split(","), ["A@1", "producer", datetime.datetime(2026, 4, 1), "", "A"]]))
    assert any("row 2, column C (rated voltage): '2026-04-01'" in str(fault) for fault in source.load(path).faults)


BAD = [
    ("x@1,producer,1,,A,,1,甲,a,", "A (code)", "write A@1"),
    (",producer,1,,A,,1,甲,a,", "A (code)", "empty"),
    ("A 1,producer,1,,A,,1,甲,a,", "A (code)", "' '"),
    ("产A,event,,,,sun,1,甲,a,", "A (code)", "'产'"),
    ("snow#2,event,,,,sun,1,甲,a,", "A (code)", "'#'"),
    ("--,event,,,,sun,1,甲,a,", "A (code)", "another code"),
    ("x" * 25 + ",event,,,,sun,1,甲,a,", "A (code)", "at most 24"),
    ("eco,frame,,,,rated-1,6,甲,a,", "A (code)", "row 3 too"),
    ("ECO,frame,,,,rated-1,6,甲,a,", "A (code)", "row 3 too"),
    ("snow,weather,,,,sun,1,甲,a,", "B (kind)", "producer, converter, frame, event"),
    ("snow,,,,,sun,1,甲,a,", "B (kind)", "empty"),
    ("B@2,producer,-2,,B,,1,甲,a,", "C (rated voltage)", "0 to 9"),
    ("B@2,producer,10,,B,,1,甲,a,", "C (rated voltage)", "0 to 9"),
    ("B@2,producer,2.5,,B,,1,甲,a,", "C (rated voltage)", "whole number"),
    ("B@2,producer,２,,B,,1,甲,a,", "C (rated voltage)", "plain digits"),
    ("B@2,producer,two,,B,,1,甲,a,", "C (rated voltage)", "whole number"),
    ("B@2,producer,,,B,,1,甲,a,", "C (rated voltage)", "empty"),
    ("B@2,producer,1" + "0" * 5000 + ",,B,,1,甲,a,", "C (rated voltage)", "0 to 9"),
    ("snow,event,3,,,sun,1,甲,a,", "C (rated voltage)", "leave the cell empty"),
    ("A>B@2,converter,2,,B,,1,甲,a,", "D (inputs)", "empty"),
    ("A>B@2,converter,2,2D,B,,1,甲,a,", "D (inputs)", "2A+B"),
    ("A>B@2,converter,2,A+A,B,,1,甲,a,", "D (inputs)", "once"),
    ("A>B@2,converter,2,100A,B,,1,甲,a,", "D (inputs)", "99"),
    ("B@2,producer,2,A,B,,1,甲,a,", "D (inputs)", "leave the cell empty"),
    ("B@2,producer,2,,,,1,甲,a,", "E (outputs)", "empty"),
    ("B@2,producer,2,,0B,,1,甲,a,", "E (outputs)", "no amount"),
    ("B@2,producer,2,,B-A,,1,甲,a,", "E (outputs)", "no amount"),
    ("snow,event,,,B,sun,1,甲,a,", "E (outputs)", "leave the cell empty"),
    ("snow,event,,,,snow,1,甲,a,", "F (effect)", "sun, rain, thunder"),
    ("snow,event,,,,,1,甲,a,", "F (effect)", "empty"),
    ("snow,event,,,,rated-1,1,甲,a,", "F (effect)", "no effect of an event"),
    ("glow,frame,,,,sun,1,甲,a,", "F (effect)", "rated-1"),
    ("glow,frame,,,,rated-1 rated-1,1,甲,a,", "F (effect)", "no effect of a frame"),
    ("glow,frame,,,,product+1 snow,1,甲,a,", "F (effect)", "no effect of a frame"),
    ("B@2,producer,2,,B,oc,1,甲,a,", "F (effect)", "leave the cell empty"),
    ("snow,event,,,,sun,0,甲,a,", "G (copies)", "1 to 99"),
    ("snow,event,,,,sun,-1,甲,a,", "G (copies)", "1 to 99"),
    ("snow,event,,,,sun,100,甲,a,", "G (copies)", "1 to 99"),
    ("snow,event,,,,sun,many,甲,a,", "G (copies)", "1 to 99"),
    ("snow,event,,,,sun,,甲,a,", "G (copies)", "empty"),
    ("snow,event,,,,sun,1,,a,", "H (name zh)", "empty"),
    ("snow,event,,,,sun,1,甲,,", "I (name en)", "empty"),
    ("snow,event,,,,sun,1,甲,  ,", "I (name en)", "empty"),
    ('snow,event,,,,sun,1,甲,"a\nb",', "I (name en)", "line break"),
    ("snow,event,,,,sun,1,甲,a\u200bb,", "I (name en)", "invisible"),
    ("snow,event,,,,sun,1,甲," + "a" * 41 + ",", "I (name en)", "at most 40"),
    ("snow,event,,,,sun,1,甲,a,note,more", "column K", "separator"),
]


@pytest.mark.parametrize(("line", "column", "cure"), BAD, ids=[f"{line[:24]} {column}" for line, column, _ in BAD])
def test_a_fault_is_named_with_row_column_value_and_cure(tmp_path, line, column, cure):
    found = faults(tmp_path, *GOOD, line)
    assert len(found) == 1
    assert found[0].startswith("row 5, column ") and column in found[0] and cure in found[0]
    assert "\n" not in found[0]


def test_all_faults_come_in_one_run(tmp_path):
    lines = [line for line, column, _ in BAD if "K" not in column and "row 3" not in _]
    assert len(faults(tmp_path, *GOOD, *lines)) >= len(lines)
    assert faults(tmp_path, *GOOD) == []


HEADS = [
    (HEAD.replace(",copies", ""), "'copies' is missing"),
    (HEAD.replace("copies", "number"), "'number' is no column"),
    (HEAD + ",copies", "'copies' stands twice, in G too"),
    (HEAD + ",colour", "column K: 'colour' is no column"),
    ("A@1,producer,1,,A,,9,产出 A,makes A,", "'A@1' is no column"),
]


@pytest.mark.parametrize(("head", "named"), HEADS)
def test_faults_of_the_headings(tmp_path, head, named):
    found = faults(tmp_path, *GOOD, head=head)
    assert any(named in fault for fault in found) and all(fault.startswith("row ") for fault in found)


def test_a_list_without_cards(tmp_path):
    assert faults(tmp_path) == ["row 2: the list has no cards; write one kind of card a row"]


UNREADABLE = [
    (b"", "empty"),
    (b"\n\n  \n", "empty"),
    (b"\xef\xbb\xbf", "empty"),
    (b"\x00\x01\x02\x03", "no text"),
    (HEAD.encode() + "\nA@1,producer,产出".encode("gbk"), "row 2: a character is not UTF-8"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old .xls"),
    (b"PK\x03\x04nonsense", "cannot be read as .xlsx"),
    ((HEAD + '\n"A@1,producer\n').encode(), "quotation marks"),
    ((HEAD + '\n"A"x,producer\n').encode(), "quotation marks"),
    (b"a" * 4_000_001, "4000001 bytes"),
]


@pytest.mark.parametrize(("data", "named"), UNREADABLE, ids=[named for _, named in UNREADABLE])
def test_a_file_that_is_no_table_is_one_sentence(tmp_path, data, named):
    path = tmp_path / "cards.csv"
    path.write_bytes(data)
    with pytest.raises(UserError) as refused:
        source.load(path)
    assert named in str(refused.value) and str(path) in str(refused.value) and "\n" not in str(refused.value)


def test_a_file_that_is_not_there(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(UserError, match="cannot be read"):
            source.load(path)


def test_columns_are_named_as_in_spreadsheets():
    assert [letter(at) for at in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_more_kinds_than_a_database_names(tmp_path):
    lines = [f"e{number},event,,,,sun,1,甲,a," for number in range(201)]
    assert faults(tmp_path, *lines) == ["201 kinds of card; at most 200 fit"]
