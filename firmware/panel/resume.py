"""Room: the question whether to resume a saved game: presses -> answer; after buttons.py. Nothing saves games yet."""


class Resume:
    """Resume the saved game of turn `turn`? `done` is None, then "resume" or "new"."""

    def __init__(self, turn):
        self.done = None
        self._turn = turn

    def press(self, button, held=False):
        """OK resumes, BACK asks for a new game."""
        if button == "ok":
            self.done = "resume"
        elif button == "back":
            self.done = "new"

    def screen(self, words=None):
        """The question as a screen dict."""
        return {"title": ["resume", {}], "lines": [["resume_turn", {"turn": self._turn}]], "hint": ["h_resume", {}]}
