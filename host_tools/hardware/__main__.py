"""Room: `python -m host_tools.hardware [part ...]`: writes anew what is generated in `hardware/`; `make hardware`."""

import importlib
import sys

# Part: the module whose `write()` makes its files and returns a sentence. Loaded when wanted: some need heavy tools.
PARTS = {
    "wiring": "host_tools.hardware.wiring_page",
    "parts": "host_tools.hardware.bom_files",
    "assembly": "host_tools.hardware.assembly",
    "table_top": "hardware.table_top.__main__",
    "carrier": "host_tools.hardware.carrier",
}


def main(wanted):
    """Exit status: 0, or 1 with a sentence on standard error for each part that failed."""
    failed = 0
    for name in wanted or PARTS:
        if name not in PARTS:
            print(f"hardware: there is no part {name}; known are {', '.join(PARTS)}", file=sys.stderr)
            return 1
        try:
            print(f"{name}: {importlib.import_module(PARTS[name]).write()}")
        except (ValueError, OSError, ImportError) as error:
            print(f"hardware: {name} was not written: {error}", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
