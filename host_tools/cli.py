"""Room: the command `ematrix`: one parser, one exit point; an error is one sentence, never a traceback."""

import sys

import typer

from host_tools.commands import register
from host_tools.errors import UserError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Energy Matrix table: simulate it, explain boards, play, flash, measure.",
)
register(app)


def main(arguments=None):
    """Run one command line; returns never, exits with 0 done, 1 honest no, 2 wrong request."""
    try:
        app(args=arguments, standalone_mode=True)
    except UserError as error:
        print("ematrix: " + str(error), file=sys.stderr)
        sys.exit(error.status)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)


if __name__ == "__main__":
    main()
