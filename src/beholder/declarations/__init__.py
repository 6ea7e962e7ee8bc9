"""What is asked about what: a protocol's declaration, the items and their columns, references, kinds of showing."""
