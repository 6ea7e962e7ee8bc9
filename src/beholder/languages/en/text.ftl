# How parts of a text are put together.
clauses = { $before }; { $after }
