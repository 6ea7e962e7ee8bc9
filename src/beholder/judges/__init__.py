"""Models as raters: the same trial as people get, asked of a server, checked by the same form, and kept apart from people's."""
