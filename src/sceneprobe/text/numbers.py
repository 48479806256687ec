"""Text → whole numbers: the one reading that options, query files and backends share."""


def whole_number(text: str, least: int, most: int) -> int | None:
    """Read decimal digits as a number between two bounds; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        return None
    number = int(text)
    return number if least <= number <= most else None
