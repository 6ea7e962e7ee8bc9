"""The pages of those who run a study: watching, answering raters, deciding, inviting, exporting. Every act is logged."""
