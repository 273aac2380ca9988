"""Room: the measures of a printed card in mm from its upper left corner, face up; everything that prints reads them.

The margin code (what a cell's two reflective sensors tell apart, firmware/contracts.py FACE_*): the back is bright at
all four sides, the face bright north and south and dark east and west. A sensor looks at the middle of a side. How
deep the printed margin must be follows from where it may look:

    4.0 mm  from the edge of a card that lies centred to the sensor's axis
    1.5 mm  radius of the spot that it sees
    1.0 mm  play of a card in its cell, each way
    0.5 mm  error of the cut
    0.5 mm  skew of a card that leans in its play

So it looks 0.5 to 7.5 mm deep, and as far to either side of the middle (3.5 mm, here rounded up to 5).
"""

CARD = 63.0
MIDDLE = CARD / 2
BLEED = 3.0
CORNER = 4.0  # radius where corners are rounded; nothing that matters is printed there

SENSOR_DEPTH = 4.0
LOOK_REACH = 1.5 + 1.0 + 0.5 + 0.5
LOOK_NEAR = SENSOR_DEPTH - LOOK_REACH
LOOK_FAR = SENSOR_DEPTH + LOOK_REACH
LOOK_HALF = 5.0

BAND = 8.0  # depth of the dark margins
BAND_TOP, BAND_BOTTOM = 7.0, CARD - 7.0  # they leave the corners out
STRIPE = 1.0  # the kind's colour, beside the band

# A frame's window: machines keep what matters in it. North and south borders hold the tag (12 mm and 1 mm each side),
# east and west borders the dark margin and the stripe.
WINDOW_LEFT, WINDOW_TOP = BAND + STRIPE, 14.0
WINDOW_WIDTH, WINDOW_HEIGHT = CARD - 2 * WINDOW_LEFT, CARD - 2 * WINDOW_TOP
WINDOW_CORNER = 4.0


def looks():
    """{side: (left, top, right, bottom)} of where the sensor may look at each side, in mm."""
    near, far = LOOK_NEAR, LOOK_FAR
    left, right = MIDDLE - LOOK_HALF, MIDDLE + LOOK_HALF
    return {
        "north": (left, near, right, far),
        "south": (left, CARD - far, right, CARD - near),
        "west": (near, left, far, right),
        "east": (CARD - far, left, CARD - near, right),
    }
