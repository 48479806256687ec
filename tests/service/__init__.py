"""The service, asked through its app."""
