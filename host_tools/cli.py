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
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if not arguments:
            app(args=["--help"], prog_name="ematrix", standalone_mode=False)
            sys.exit(2)
        status = app(args=arguments, prog_name="ematrix", standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except UserError as error:
        print("ematrix: " + str(error), file=sys.stderr)
        sys.exit(error.status)
    except typer.TyperException as error:
        print("ematrix: " + _usage(error), file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)


def _usage(error):
    """The parser's complaint as one sentence that says where the right usage stands."""
    message = " ".join(error.format_message().split()).rstrip(".")
    where = getattr(getattr(error, "ctx", None), "command_path", None) or "ematrix"
    return f"{message[:1].lower()}{message[1:]}; see {where} --help"


if __name__ == "__main__":
    main()
