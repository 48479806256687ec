"""The story language: text → tree, and tree → text in canonical layout."""
