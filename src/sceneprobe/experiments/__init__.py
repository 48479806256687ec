"""Statistics: how sure a figure is, and whether two of them differ."""
