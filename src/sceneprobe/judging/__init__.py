"""Queries, grades and judgments: what should be found."""
