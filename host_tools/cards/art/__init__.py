"""Room: what is printed on cards: measures, pictures, faces and backs as SVG; for the sheets and for the page."""

from host_tools.cards.art.backs import back_svg
from host_tools.cards.art.faces import WORMHOLE, Printed, face_svg

__all__ = ["WORMHOLE", "Printed", "back_svg", "face_svg"]
