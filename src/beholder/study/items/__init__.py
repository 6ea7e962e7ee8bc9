"""Items of a study: read from files, built and checked."""
