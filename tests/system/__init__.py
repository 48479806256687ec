"""Tests with real servers and under load."""
