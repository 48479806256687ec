"""Text before it means anything: sources, places in them, findings, words and near names."""
