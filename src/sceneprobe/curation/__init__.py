"""Test sets: whether they are whole, honest and about the story at hand."""
