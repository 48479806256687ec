"""TREC run files: where judged ids stand in them, and what is wrong with them."""
