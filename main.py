"""Room: starts the firmware that boot.py chose (firmware/start.py); whatever happens, the prompt stays reachable.

Runs after boot.py in the same namespace: ESCAPE, SLOT and the functions are explained there.
"""

if ESCAPE:  # noqa: F821 (boot.py's, as all names below)
    print(ESCAPE)  # noqa: F821
else:
    try:
        import gc

        if hasattr(gc, "threshold"):
            # Collect early and often: else what is loaded lies scattered over the heap between what was thrown away,
            # and no piece of more than 1.3 KB is left in one.
            gc.threshold(16_384)
        from firmware.start import start

        start(healthy, SLOT)  # noqa: F821
        forget_starts()  # noqa: F821 (the host asked for the prompt)
    except Exception as problem:  # noqa: BLE001 (a firmware that is not whole may raise anything)
        import sys

        print("The table stopped; press Ctrl-D to start it again.")
        sys.print_exception(problem)
        give_up()  # noqa: F821
