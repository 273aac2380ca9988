"""Room: the table's hardware as data: reads `hardware/`, checks it, and writes what is generated from it."""
