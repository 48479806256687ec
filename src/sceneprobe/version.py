"""The version of the program, read by the build and by ``--version``."""

__version__ = "0.1.0"
