"""Rankings and judgments → numbers, one measure a file."""
