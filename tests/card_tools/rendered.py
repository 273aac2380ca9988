"""Room: pages of a PDF as pixels, 5 to the millimetre, for the tests of the sheets."""

import pypdfium2

PER_MM = 5


class Page:
    """One page in grey: `darkest` and `brightest` of a part of it, 0 black to 255 white; measures in mm."""

    def __init__(self, page):
        bitmap = page.render(scale=PER_MM * 25.4 / 72, grayscale=True, may_draw_forms=False)
        self.width, self.height = bitmap.width / PER_MM, bitmap.height / PER_MM
        self._stride, self._data = bitmap.stride, bytes(bitmap.buffer)

    def part(self, left, top, right, bottom):
        """All pixels that lie wholly in a rectangle."""
        first, last = -(-round(left * 1000) * PER_MM // 1000), round(right * 1000) * PER_MM // 1000
        lines = range(-(-round(top * 1000) * PER_MM // 1000), round(bottom * 1000) * PER_MM // 1000)
        found = b"".join(self._data[y * self._stride + first : y * self._stride + last] for y in lines)
        assert found, "the part holds no pixel"
        return found

    def darkest(self, *part):
        return min(self.part(*part))

    def brightest(self, *part):
        return max(self.part(*part))


def pages(pdf, numbers=None):
    """The pages with these numbers, counted from 0, of a PDF's bytes; without numbers all."""
    document = pypdfium2.PdfDocument(pdf)
    return [Page(document[number]) for number in (range(len(document)) if numbers is None else numbers)]
