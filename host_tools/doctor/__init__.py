"""Room: checks of this computer and of a board, one line each with its cure, and a bundle for a bug report."""

from dataclasses import dataclass

OK, FAIL, NOTE = "ok", "FAIL", "note"


@dataclass(frozen=True)
class Check:
    """One line. state: OK, FAIL (the exit status is 1 then) or NOTE; cure: what to do, "" if nothing."""

    name: str
    state: str
    text: str
    cure: str = ""

    def __str__(self) -> str:
        return f"{self.state:4}  {self.name}: {self.text}" + (f" -> {self.cure}" if self.cure else "")
