"""Room: what is measured at one reflective sensor: light with the LED off and on, and how soon it follows the switch.

A generator of results as in readers.py. Before: drivers' Reflectance (bench). After: requests.py.
"""

from firmware.settings import whole_number

ABOVE = ("empty", "dark", "bright")  # what the sensor has above it: nothing, dark print, a card's bright margin


def light(parts, request):
    """Request: "mux", "channel" (0, 0), "above" (of ABOVE), "settle" (false).

    Results: {"mux", "channel", "above", "off", "on", "net"} and with "settle" also {"rise", "fall", "rise_us",
    "fall_us"}, as of drivers' light_bench. Light in ADC.read_u16 units.
    """
    multiplexer = whole_number(request, "mux", 0, len(parts.sensors.adcs) - 1, 0)
    channel = whole_number(request, "channel", 0, 15, 0)
    above = request.get("above", "empty")
    if above not in ABOVE:
        raise ValueError("above is %s: choose one of %s" % (above, ", ".join(ABOVE)))
    return _light(parts.sensors.bench(), multiplexer, channel, above, bool(request.get("settle", False)))


def _light(bench, multiplexer, channel, above, settle):
    for result in bench.contrast(multiplexer, channel):
        if result is not None:
            result["mux"] = multiplexer
            result["channel"] = channel
            result["above"] = above
        yield result
    if settle:
        yield from bench.settle(multiplexer, channel)
