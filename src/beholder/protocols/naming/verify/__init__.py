"""Round 2: which names are adequate and which mean the same object."""
