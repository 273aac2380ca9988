"""Room: where the tag of a card sits: numbers of spots and their places; before the sheets and the simulated tags.

Spots 0 to 5 are those of full cards, round tags of 25 mm; 6 to 11 lie in the north and south border of a frame, tags of
12 x 19 mm. Seen on the face, in reading order. Any two of one kind lie 17 mm apart or more, a full card's and a frame's
16 mm: at 15 mm the coupling of two tags is negligible (an estimate from coupling models). A card turned by a quarter
or a half may still cover another one's tag.
"""

import binascii

SPOTS = 6
FIRST_SPOT_OF_FRAMES = 6
TAG_ROUND = 25.0
TAG_SMALL = (19.0, 12.0)
# Middle of the tag in mm from the card's upper left corner.
PLACES = (
    *((x, y) for y in (23.0, 40.0) for x in (14.5, 31.5, 48.5)),
    *((x, y) for y in (7.0, 56.0) for x in (12.0, 31.5, 51.0)),
)


def spot_of(code, copy, is_frame):
    """The spot of one copy (counted from 1) of a card: 0 to 5, a frame's 6 to 11.

    Copies of one kind take spots in turn, since every card may be stacked on every other as a battery; where a kind
    begins hangs on its code alone. So a card keeps its spot whatever is added to the list or taken from it: what was
    printed before still fits.
    """
    start = binascii.crc32(code.encode())
    return (start + copy - 1) % SPOTS + (FIRST_SPOT_OF_FRAMES if is_frame else 0)
