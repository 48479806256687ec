"""Configurations: what a file asks for, resolved and digested."""
