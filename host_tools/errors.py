"""Room: the errors a user may see: one sentence with the next step; the exit status is theirs."""


class UserError(Exception):
    """The request was wrong (exit 2): one sentence that names the place and the cure."""

    status = 2


class HonestNo(UserError):
    """The answer is no (exit 1): a check failed, a board disagrees."""

    status = 1
