"""Room: records to the host and to other boards."""
