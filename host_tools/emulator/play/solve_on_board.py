"""Room: runs the firmware's search for the best plan on the emulated board, case by case, and compares with the answers
in the file: time, slices, longest slice, heap at its peak and kept, exact or not.

    python -m host_tools.emulator.play.solve_on_board CASES.jsonl [FIRST COUNT] [--image IMAGE]
A case is {"board": text, "rulers": [A, B, C]} and, to compare, "net", "damage", "value", "voltage", as
tests/data/explained_boards.jsonl has them. Exit status 1 if one differs.
"""

import ast
import json
import subprocess
import tempfile
from pathlib import Path

from host_tools.emulator.play.command import run
from host_tools.emulator.play.emulated_table import FOLDER, need_node
from host_tools.emulator.play.make_image import SEED, deck
from host_tools.emulator.play.scenes import images
from host_tools.errors import UserError

PROGRAM = FOLDER / "on_board/solve.py"
MOST_MS = 3_600_000
COMPARED = ("net", "damage", "value", "voltage")


def main(words: list[str]) -> bool:
    named = []
    if "--image" in words:
        at = words.index("--image")
        named = words[at + 1 : at + 2]
        words = words[:at] + words[at + 2 :]
    cases = [json.loads(line) for line in Path(words[0]).read_text(encoding="utf-8").splitlines() if line.strip()]
    first, count = (int(words[1]), int(words[2])) if len(words) > 2 else (0, len(cases))
    chosen = {number: cases[number] for number in range(first, min(first + count, len(cases)))}
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        file = Path(folder) / "solve.py"
        file.write_text(program(chosen), encoding="utf-8")
        said = on_board(images(named, deck(SEED), 1, PROGRAM)[0], file)
    return judge(said, chosen)


def program(cases: dict[int, dict]) -> str:
    """The program for the board, with a call for each case."""
    calls = [f"one({number}, {case['board']!r}, {case.get('rulers', [0, 0, 0])!r})\n" for number, case in cases.items()]
    return PROGRAM.read_text(encoding="utf-8") + "\n" + "".join(calls)


def on_board(image: Path, file: Path) -> str:
    """What a MicroPython file prints on the board."""
    words = [need_node(), str(FOLDER / "play/repl.mjs"), str(image), str(file), str(MOST_MS)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise UserError(f"the board could not run it: {done.stdout.strip()[-300:] or 'its words are above'}")
    return done.stdout


def judge(said: str, cases: dict[int, dict]) -> bool:
    """Tell each case; whether one is wrong or missing."""
    good = 0
    for line in said.splitlines():
        if line.startswith("["):
            row = ast.literal_eval(line)
            good += show(row, cases[row[0]])
        else:
            print(line)
    print("wrong or missing", len(cases) - good, "of", len(cases))
    return good < len(cases)


def show(row: list, case: dict) -> bool:
    """Tell one case; whether it is as the file says."""
    if row[1] == "MemoryError":
        print(row[0], "MemoryError", row[2])
        return False
    number, ms, slices, longest, peak, kept, *results = row
    found = dict(zip(COMPARED, results, strict=True))
    wanted = {name: case[name] for name in COMPARED if name in case}
    if isinstance(wanted.get("net"), dict):
        wanted["net"] = list(wanted["net"].values())
    if "voltage" in wanted:  # rows of four, or sixteen in a row
        found["voltage"], wanted["voltage"] = flat(found["voltage"]), flat(wanted["voltage"])
    differs = {name: (found[name], wanted[name]) for name in wanted if found[name] != wanted[name]}
    verdict = f"differs (found, wanted) {differs}" if differs else "exact" if wanted else "nothing to compare"
    heap = f"heap {peak} at its peak, {kept} kept"
    print(f"{number}: {ms} ms in {slices} slices, longest {longest} ms, {heap}, {verdict}")
    return not differs


def flat(rows: list) -> list:
    return [value for row in rows for value in (row if isinstance(row, (list, tuple)) else [row])]


if __name__ == "__main__":
    run(main, __doc__, least=1)
