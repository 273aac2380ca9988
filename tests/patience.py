"""Room: how long a test waits for what must happen before it says that it never did.

No test passes or fails by this number: it only ends a wait that would last for ever, on the slowest machine too.
Runs on CPython only.
"""

PATIENCE_S = 300
