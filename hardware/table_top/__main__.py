"""Room: the command `python -m hardware.table_top`: drawings and parts anew from parameters.toml; last of all here."""

import sys


def write():
    """Writes them and says how many; an ImportError names the extra that is missing, a ValueError what is wrong."""
    try:
        from hardware.table_top import export
    except ModuleNotFoundError as error:
        raise ImportError(f'the table top needs {error.name}; install it with pip install -e ".[cad]".') from None
    written = export.write()
    return f"{len(written)} files, {sum(path.stat().st_size for path in written) // 1000} kB"


def main():
    """Exit status: 0, or 1 after one sentence that says what is wrong."""
    try:
        print(write())
    except (ImportError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
