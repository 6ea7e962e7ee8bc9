"""Tables that are too large for memory, or lie elsewhere, and how they become engines of chunks."""
