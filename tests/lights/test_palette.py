"""Room: every role can be told from every other, by its hue and, without hues, by level or pattern."""

from firmware.games import ROLES
from firmware.lights import palette

REQUESTS = "x?tpkrnc"


def hue(code):
    peak = palette.PEAKS[3 * code : 3 * code + 3]
    return tuple([2 * level // max(peak) for level in peak]) if max(peak) else None


def test_no_two_roles_share_a_hue():
    hues = [hue(code) for code in range(len(ROLES))]
    assert len(set(hues)) == len(ROLES)


def test_cues_have_hues_that_no_role_has():
    roles = [hue(code) for code in range(len(ROLES))]
    for cue in (palette.CUE_LAMP, palette.CUE_KIND, palette.CUE_KIND + 1, palette.CUE_KIND + 2):
        assert hue(cue) not in roles


def test_without_hues_level_and_pattern_tell_roles_apart():
    seen = set()
    for code in range(1, len(ROLES)):
        levels = palette.LEVELS[palette.PATTERN_OF[code]]
        look = (max(palette.PEAKS[3 * code : 3 * code + 3]), bytes(levels))
        assert look not in seen, ROLES[code]
        seen.add(look)


def test_states_stay_lit_and_requests_swing_to_an_eighth():
    for code in range(1, len(ROLES)):
        low = min(palette.LEVELS[palette.PATTERN_OF[code]])
        assert (low == 1) == (ROLES[code] in REQUESTS), ROLES[code]
        assert low >= 1


def test_nothing_flashes_faster_than_three_times_a_second():
    for levels in palette.LEVELS:
        rises = sum([1 for phase in range(16) if levels[phase] - levels[phase - 1] >= 4])
        assert rises * 1000 < 3 * 16 * 128, levels


def test_every_level_of_a_pattern_keeps_the_hue_exactly():
    for code in range(palette.CODES):
        peak = palette.PEAKS[3 * code : 3 * code + 3]
        for level in palette.LEVELS[palette.PATTERN_OF[code]]:
            now = [channel * level >> 3 for channel in peak]
            assert [channel * max(now) for channel in peak] == [channel * max(peak) for channel in now]
