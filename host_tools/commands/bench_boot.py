"""Room: `ematrix bench boot`: from the first import to the menu on the display, scaled to the Pico; ms."""

import json

import typer

from host_tools.bench import boot


def register(app):
    """Add the bench to the typer application `app`."""
    app.command("boot", help="From the first import to the menu, scaled to the Pico.")(bench_boot)


def bench_boot(as_json: bool = typer.Option(False, "--json", help="One JSON object with every figure.")):
    """Measure and print."""
    figures = boot.measure()
    if as_json:
        print(json.dumps(figures))
        return
    print(f"{figures['load_ms_modelled']:6} ms  loading {figures['files']} files ({figures['image_bytes']} bytes)")
    print(f"{figures['menu_ms_modelled']:6} ms  from there to the menu on the display")
    print(f"scaled from a calibration loop of {figures['loop_ns']} ns here, {boot.PICO_LOOP_NS} ns on the Pico")
