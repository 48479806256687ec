"""An index and queries → a run; and what in a text answers a query."""
