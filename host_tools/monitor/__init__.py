"""Room: watches a table without disturbing it: state from records, terminal view, page, recordings."""
