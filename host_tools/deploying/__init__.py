"""Room: from the repository to what stands on a board's flash."""
