"""Room: state -> LED frame."""
