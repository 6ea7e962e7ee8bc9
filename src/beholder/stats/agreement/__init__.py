"""Do raters agree? Coefficients with intervals, for every level of measurement."""
