"""Room: which characters of glyphs.bin are pictures: event badges and the caps of the five buttons.

They stand in the private use area of Unicode and are drawn in host_tools/icons.py. Comes before the screen.
"""

# Badge name (a screen's "badge") -> character, 16 px wide.
BADGES = {
    "sun": "\ue000",
    "rain": "\ue001",
    "thunder": "\ue002",
    "dismantle": "\ue003",
    "ap+1": "\ue004",
    "ap-1": "\ue005",
    "draw2": "\ue006",
}
# What a text calls a button -> its cap. A cap of two characters is 24 px wide, the others 16 px.
CAPS = (
    ("BACK", "\ue011\ue012"),
    ("AXIS", "\ue013\ue014"),
    ("OK", "\ue010"),
    ("◄", "\ue015"),
    ("►", "\ue016"),
)


def with_caps(text):
    """`text` with every button's name as its cap; a colon after a cap is dropped: "OK: done" -> cap, " done"."""
    for name, cap in CAPS:
        at = text.find(name)
        while at >= 0:
            end = at + len(name)
            if _letter(name[0]) and (_letter(text[at - 1 : at]) or _letter(text[end : end + 1])):
                at = text.find(name, end)
                continue
            if text[end : end + 1] == ":":
                end += 1
            text = text[:at] + cap + text[end:]
            at = text.find(name, at + len(cap))
    return text


def _letter(char):
    return "a" <= char <= "z" or "A" <= char <= "Z"
