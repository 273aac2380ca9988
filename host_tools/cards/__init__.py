"""Room: the card list, the card database and the tags of printed cards, on the host."""
