"""The runnable example: painted scenes, simulated namers and verifiers, both rounds."""
