"""Systems side by side: means, differences, effects and shares, with intervals."""
