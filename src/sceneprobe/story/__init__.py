"""What a story file means: ordered scenes with their canonical text, and the world they are in."""
