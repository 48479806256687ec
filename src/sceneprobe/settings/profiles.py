"""Profiles → strings that read back as the same profile, their models found from a folder."""

import os
import re
from dataclasses import replace

from sceneprobe.backends.profiles import Profile, WrittenPart, parse_profile

_NEEDS_QUOTES = re.compile(r"[\s,()*=:]")


def rooted(profile: str, folder: str) -> str:
    """Write a profile anew, with the folders of its models found from the given folder.

    >>> rooted('hybrid:rrf(bm25, dense:model="m,1")', "conf")
    'hybrid:rrf(bm25,dense:model="conf/m,1")'
    """
    return written(_rooted(parse_profile(profile), folder))


def written(profile: Profile) -> str:
    """Write a profile so that ``parse_profile`` gives it back."""
    tail = [f"{key}={_quoted(value)}" for key, value in profile.options]
    if profile.form is not None:
        tail.insert(0, f"{profile.form}({','.join(map(_part, profile.parts))})")
    return f"{profile.name}:{','.join(tail)}" if tail else profile.name


def _part(part: WrittenPart) -> str:
    return written(part.profile) + ("" if part.weight is None else f"*{part.weight}")


def _quoted(value: str) -> str:
    return f'"{value}"' if _NEEDS_QUOTES.search(value) else value


def _rooted(profile: Profile, folder: str) -> Profile:
    return replace(
        profile,
        options=tuple(
            (key, os.path.join(folder, value) if key == "model" and value else value)
            for key, value in profile.options
        ),
        parts=tuple(replace(part, profile=_rooted(part.profile, folder)) for part in profile.parts),
    )
