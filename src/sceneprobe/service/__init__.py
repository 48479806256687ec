"""The service: routes over the workflows, figures for Prometheus, and a page."""
