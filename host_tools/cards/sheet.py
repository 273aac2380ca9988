"""Room: a designer's table as any spreadsheet saves it -> rows of text; .csv (UTF-8) and .xlsx; before source.py.

Comma, semicolon or tab; with or without byte order mark; any line ends; the line `sep=;` of Excel is skipped. Rows
are numbered as the spreadsheet numbers them: the headings are row 1.
"""

import csv
import datetime
import io
import zipfile
from pathlib import Path

from host_tools.errors import UserError

MOST_BYTES = 4_000_000
SEPARATORS = ",;\t"
_BLANKS = " \t\r\n\u00a0\u3000\ufeff"  # what nobody sees at the ends of a cell
_CSV_CURE = "save it from the spreadsheet as CSV (UTF-8) or as .xlsx"


def read_table(path: Path) -> list[list[str]]:
    """All rows of the file as texts without blanks at their ends; UserError when it is no table."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MOST_BYTES else b""
    except OSError as problem:
        raise UserError(f"{path} cannot be read ({problem.strerror}); give the file of the card list") from None
    if size > MOST_BYTES:
        raise UserError(f"{path} has {size} bytes, a card list has a few thousand; {_CSV_CURE}")
    if data.startswith(b"PK\x03\x04"):
        rows = _read_xlsx(path, data)
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise UserError(f"{path} is an old .xls workbook or has a password; {_CSV_CURE}")
    else:
        rows = _read_csv(path, data)
    rows = [[cell.strip(_BLANKS) for cell in row] for row in rows]
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise UserError(
            f"{path} is empty; it starts with a row of headings, as firmware/games/energy_matrix/cards/cards.csv"
        )
    return rows


def letter(index: int) -> str:
    """The name of a column in spreadsheets: 0 is A, 26 is AA."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _read_csv(path: Path, data: bytes) -> list[list[str]]:
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as problem:
        row = data[: problem.start].count(b"\n") + 1
        raise UserError(f"{path}, row {row}: a character is not UTF-8 (Excel's plain CSV?); {_CSV_CURE}") from None
    if "\0" in text:
        raise UserError(f"{path} is no text; {_CSV_CURE}")
    separator = ""
    if text[:4].lower() == "sep=" and text[5:6] in "\r\n":
        separator = text[4]
        text = text[5:].removeprefix("\r").removeprefix("\n")
    head = text.splitlines()[0] if text.strip(_BLANKS) else ""
    separator = separator or max(SEPARATORS, key=head.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as problem:
        row = _row_of_error(text, separator)
        raise UserError(f"{path}, row {row}: the quotation marks do not pair ({problem}); {_CSV_CURE}") from None


def _row_of_error(text: str, separator: str) -> int:
    row = 1
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True):
            row += 1
    except csv.Error:
        pass
    return row


def _read_xlsx(path: Path, data: bytes) -> list[list[str]]:
    import openpyxl

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > 20 * MOST_BYTES:
                raise UserError(f"{path} unpacks to far more than a card list; {_CSV_CURE}")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = [[_text(cell) for cell in row] for row in book.worksheets[0].iter_rows(values_only=True)]
    except UserError:
        raise
    except Exception:  # noqa: BLE001 (openpyxl raises whatever a damaged file makes it stumble over)
        raise UserError(f"{path} cannot be read as .xlsx; {_CSV_CURE}") from None
    return rows


def _text(value) -> str:
    """A cell as it stands on the screen: 3.0 is 3; a date shows itself, so that the check can name it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return str(value)
