"""Profiles → the same, with their models found from a folder."""

import os
from dataclasses import replace

from sceneprobe.backends.profiles import Profile, parse_profile, written


def rooted(profile: str, folder: str) -> str:
    """Write a profile anew, with the folders of its models found from the given folder.

    >>> rooted('hybrid:rrf(bm25, dense:model="m,1")', "conf")
    'hybrid:rrf(bm25,dense:model="conf/m,1")'
    """
    return written(_rooted(parse_profile(profile), folder))


def _rooted(profile: Profile, folder: str) -> Profile:
    return replace(
        profile,
        options=tuple(
            (key, os.path.join(folder, value) if key == "model" and value else value)
            for key, value in profile.options
        ),
        parts=tuple(replace(part, profile=_rooted(part.profile, folder)) for part in profile.parts),
    )
