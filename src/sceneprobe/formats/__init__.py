"""Files ↔ values: query sets in YAML, JSON, JSON lines and TSV. Parse and render only."""
