"""One value per item from several raters."""
