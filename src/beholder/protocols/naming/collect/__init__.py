"""Round 1: from what people typed to response sets and how much they vary."""
