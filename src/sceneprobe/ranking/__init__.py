"""Ids and scores → rankings; the only place where ties are broken."""
