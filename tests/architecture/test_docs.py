"""Room: the documentation: two languages in step, links and commands that exist, options as they are, true examples."""

import doctest
import re
import subprocess
import sys

import pytest
from typer.main import get_command

from firmware.games.energy_matrix.cards.kinds import CARDS, CODE, COPIES
from host_tools import cli
from tests.architecture.house import ROOT, sources
from tests.patience import PATIENCE_S

PAGES = [
    path.relative_to(ROOT).as_posix()
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("hardware/*.md"),
        *ROOT.glob("host_tools/*/*.md"),
    ]
]
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in PAGES}
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
COMMANDS = get_command(cli.app).commands


def skeleton(text):
    """What must be the same in both languages: headings' levels, code, links, numbered steps, first cells of tables."""
    prose = FENCE.sub("", text)
    return {
        "headings": re.findall(r"^#+ ", prose, re.MULTILINE),
        "code": FENCE.findall(text),
        "links": [re.sub(r"_(en|zh)\.png", ".png", link) for link in LINK.findall(prose) if "README" not in link],
        "steps": re.findall(r"^\d+\.", prose, re.MULTILINE),
        "tables": re.findall(r"^\| (`[^`]*`)", prose, re.MULTILINE),
    }


def test_both_readmes_say_the_same():
    english, chinese = skeleton(TEXTS["README.md"]), skeleton(TEXTS["README.zh.md"])
    assert english == chinese
    assert len(english["headings"]) > 6 and len(english["code"]) > 5 and len(english["links"]) > 4


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("## A turn\n", "### A turn\n"),
        ("make test\n", "make tests\n"),
        ("(CONTRIBUTING.md)", "(CHANGELOG.md)"),
        ("| `docs/` |", "| `doc/` |"),
        ("6. A ruler", "A ruler"),
    ],
)
def test_a_readme_out_of_step_is_found(before, after):
    assert before in TEXTS["README.md"]
    assert skeleton(TEXTS["README.md"].replace(before, after)) != skeleton(TEXTS["README.md"])


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for link in LINK.findall(TEXTS[page]):
        if "://" not in link:
            assert ((ROOT / page).parent / link).exists(), link


# A file of the repository as prose names it; what a board keeps of its own is none.
NAMED = re.compile(r"(?<![\w.*])(?:[a-z_]+/)*([a-z]\w*\.py)\b")
OF_A_BOARD = {"main_before.py"}
PYTHON = sources("firmware", "host_tools", "tests", "boot.py", "main.py")
SAYING = {**TEXTS, **{path: text for path, text in PYTHON.items() if path.startswith("firmware/")}}


def strangers(text):
    """Names of source files in a text that nobody has."""
    return set(NAMED.findall(text)) - {path.split("/")[-1] for path in PYTHON} - OF_A_BOARD


def test_files_that_are_named_exist():
    found = {path: strangers(text) for path, text in SAYING.items() if not path.startswith("firmware/games/")}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("text", ["see no_such_file.py", "`sensing/no_such_file.py`", "Before: (no_such_file.py)."])
def test_a_file_that_nobody_has_is_found(text):
    assert strangers(text) == {"no_such_file.py"}


def targets():
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES)
def test_targets_and_commands_that_are_named_exist(page):
    text = TEXTS[page]
    assert set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)) <= targets()
    assert set(re.findall(r"\bematrix ([a-z]+)", text)) <= set(COMMANDS)


def options(command):
    """Options of a command and of all commands below it, without those that every command has."""
    found = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
    for below in getattr(command, "commands", {}).values():
        found |= options(below)
    return {option for option in found if option.startswith("--") and option not in ("--help", "--no-headless")}


def sections():
    """{command: its part of docs/cli.md}."""
    return dict(part.split("\n", 1) for part in re.split(r"^## ", TEXTS["docs/cli.md"], flags=re.MULTILINE)[1:])


OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_described(name):
    described = {option for page, text in TEXTS.items() if page.startswith("docs/") for option in OPTION.findall(text)}
    assert options(COMMANDS[name]) - described == set()


def test_every_option_described_exists():
    for name, part in sections().items():
        assert set(OPTION.findall(part)) - options(COMMANDS[name]) == set(), name


def test_every_command_is_described():
    assert sorted(re.findall(r"^## (.*)$", TEXTS["docs/cli.md"], re.MULTILINE)) == sorted(COMMANDS)


def test_the_board_in_the_readme_is_explained_as_it_says():
    example = next(code for code in FENCE.findall(TEXTS["README.md"]) if "$ ematrix explain" in code)
    command, _, printed = example.removeprefix("```\n$ ematrix explain ").removesuffix("```").partition("\n")
    done = subprocess.run(
        [sys.executable, "-m", "host_tools.cli", "explain", command.strip('"')],
        capture_output=True, encoding="utf-8", cwd=ROOT, timeout=PATIENCE_S, check=True,
        env={"PYTHONUTF8": "1", "COLUMNS": "80"},
    )  # fmt: skip
    assert done.stdout.split() == printed.split()


def cited(text):
    """Sections of docs/rules.md that a source file refers to."""
    found = re.findall(r"[Rr]ules sections? ((?:\d(?:\.\d)?(?:, | and | to )?)+)", text)
    return {number for numbers in found for number in re.findall(r"\d(?:\.\d)?", numbers)}


def test_sections_of_the_rules_that_the_code_cites_exist():
    rules = TEXTS["docs/rules.md"]
    sections = set(re.findall(r"^## (\d)\.", rules, re.MULTILINE))
    for part in re.split(r"^## ", rules, flags=re.MULTILINE)[1:]:
        sections |= {f"{part[0]}.{step}" for step in re.findall(r"^(\d)\. ", part, re.MULTILINE)}
    found = {
        section: path for path, text in sources("firmware", "host_tools", "tests").items() for section in cited(text)
    }
    assert len(found) > 8
    assert {section: path for section, path in found.items() if section not in sections} == {}


def test_a_citation_is_read_whole():
    assert cited("see rules sections 3, 4.4 and 4.5; Rules section 8") == {"3", "4.4", "4.5", "8"}


def test_the_cards_in_the_rules_are_those_of_the_deck():
    rows = [line.split("|") for line in TEXTS["docs/rules.md"].splitlines() if line.startswith("| `")]
    said = {row[1].strip(" `"): int(row[-2]) for row in rows}
    assert said == {card[CODE]: card[COPIES] for card in CARDS}
    assert sum(said.values()) == 115


SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_about_cartridges_shows_the_toy_game_as_it_is():
    blocks = SNIPPET.findall(TEXTS["docs/cartridge.md"])
    game = (ROOT / "examples/memory/__init__.py").read_text(encoding="utf-8")
    lines = [line for block in blocks if ">>>" not in block for line in block.splitlines() if "..." not in line]
    assert len(lines) > 25
    assert [line for line in lines if line not in game] == []
    assert game.count("\n") <= 80


def test_what_the_page_about_cartridges_tries_comes_out_as_it_says():
    (tried,) = [block for block in SNIPPET.findall(TEXTS["docs/cartridge.md"]) if ">>>" in block]
    test = doctest.DocTestParser().get_doctest(tried, {}, "cartridge.md", None, 0)
    assert len(test.examples) == 5
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
