"""Values → text, JSON and annotations; nothing is computed here."""
