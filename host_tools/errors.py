"""Room: the errors a user may see: one sentence with the next step; the exit status is theirs."""

import sys
from collections.abc import Callable


class UserError(Exception):
    """The request was wrong (exit 2): one sentence that names the place and the cure."""

    status = 2


class HonestNo(UserError):
    """The answer is no (exit 1): a check failed, a board disagrees."""

    status = 1


def run(name: str, main: Callable[[], object]) -> None:
    """Run the main function of `python -m ...`; an error is one line after its name, and its exit status."""
    try:
        main()
    except UserError as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(error.status)
