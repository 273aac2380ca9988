"""Room: host side: the figures that the budgets speak of, measured."""
