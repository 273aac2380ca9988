"""Room: the catalogue of parts: what it must say of each, and sentences that name line, part and cure."""

import pytest
import yaml

from host_tools.hardware import parts

CATALOGUE = parts.load()

GOOD = """date: 2026-11-30
currency: USD
bases: {shop: prices of a shop}
parts:
  lamp:
    group: Lights
    name: Lamp
    maker: Maker
    mpn: L-1
    package: round
    quantity: {wiring: lamp, value: red, times: 2}
    substitutes:
      - {part: other lamp, changes: nothing}
      - {part: cheap lamp, changes: dimmer, price: 0.10, pack: 5, basis: shop, thrifty: true, suppliers: {LCSC: C1}}
    suppliers: {DigiKey: L-1-ND}
    price: 0.50
    basis: shop
"""


def test_every_part_of_the_table_is_described():
    assert len(CATALOGUE.entries) > 60
    for entry in CATALOGUE.entries:
        assert len(entry.substitutes) >= 2, entry.key
        assert entry.first.suppliers and entry.first.price > 0, entry.key


def test_every_price_is_an_estimate_of_a_named_origin_on_a_day():
    assert CATALOGUE.date == "2026-11-30" and CATALOGUE.currency == "USD"
    used = {choice.basis for entry in CATALOGUE.entries for choice in (entry.first, *entry.substitutes)}
    assert used == set(CATALOGUE.bases)


def test_substitutes_say_what_changes():
    for entry in CATALOGUE.entries:
        assert all(choice.changes and choice.part for choice in entry.substitutes), entry.key


def test_a_part_is_read_with_all_it_says():
    (lamp,) = parts.parse(GOOD).entries
    assert (lamp.key, lamp.line, lamp.unit, lamp.spare) == ("lamp", 5, "piece", 0)
    assert lamp.quantity == parts.Quantity("wiring", ("lamp",), ("red",), 2)
    assert lamp.first == parts.Choice("Maker L-1", {"DigiKey": "L-1-ND"}, 0.5, 1, "shop")
    assert lamp.choice(thrifty=False) is lamp.first
    cheap = lamp.choice(thrifty=True)
    assert (cheap.part, cheap.price, cheap.pack, cheap.suppliers) == ("cheap lamp", 0.1, 5, {"LCSC": "C1"})


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("    price: 0.50\n", "", "line 5: lamp has no price; add it"),
        ("    mpn: L-1\n", "    mpn: 1206\n", "has no text as its mpn; write it in quotes"),
        ("    maker: Maker\n", "    makr: Maker\n", "lamp has no maker"),
        ("    package: round\n", "    package: round\n    colour: red\n", "has a field colour; known are group,"),
        ("      - {part: other lamp, changes: nothing}\n", "", "has 1 substitutes; name 2 at least"),
        ("changes: nothing", "change: nothing", "has a substitute without part or changes"),
        ("price: 0.10, ", "", "has no price for cheap lamp, which a thrifty build buys"),
        ("quantity: {wiring: lamp, value: red, times: 2}", "quantity: 3", "it needs one of wiring, cable, leds"),
        ("times: 2}", "times: 0}", "has a quantity of 0; it is a number above 0"),
        ("{wiring: lamp, value: red, times: 2}", "{cards: oval}", "it is round or small"),
        ("price: 0.50", "price: cheap", "has 'cheap' as a price; it is a number, for one pack"),
        ("    basis: shop\n", "    basis: rumour\n", "has a basis 'rumour'; known are shop"),
        ("    suppliers: {DigiKey: L-1-ND}\n", "    suppliers: {}\n", "has no price or no suppliers"),
        ("    price: 0.50\n", "    price: 0.50\n    pack: 0\n", "has 0 as a pack"),
        ("    price: 0.50\n", "    price: 0.50\n    unit: 3\n", "has 3 as its unit"),
        ("date: 2026-11-30", "date: soon", "date is the day of the prices"),
        ("currency: USD\n", "", "needs date, currency, bases and parts"),
        ("parts:\n", "parts: [\n", "is no YAML"),
    ],
)
def test_a_part_that_cannot_be_is_named_with_line_and_cure(before, after, words):
    assert GOOD.count(before) == 1
    with pytest.raises(parts.PartsError) as problem:
        parts.parse(GOOD.replace(before, after))
    assert words in str(problem.value) and str(problem.value).startswith("hardware/parts.yml")


def test_a_part_that_stands_there_twice_is_named_though_yaml_would_take_the_last():
    twice = GOOD + GOOD[GOOD.index("  lamp:") :]
    assert list(yaml.safe_load(twice)["parts"]) == ["lamp"]
    with pytest.raises(parts.PartsError, match="line 18: lamp stands in line 5 already"):
        parts.parse(twice)
