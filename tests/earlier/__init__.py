"""Studies and releases written by earlier versions, kept as those versions wrote them."""
