"""Texts → scores: the ways to search. They know no story and no query ids."""
