"""Contrast → plain values that JSON can hold."""

from collections.abc import Mapping
from dataclasses import asdict

from sceneprobe.experiments.model import Contrast, Difference
from sceneprobe.report.measured_text import answer_in_words


def contrast_values(contrast: Contrast) -> Mapping[str, object]:
    """Give each difference with its interval, what each system alone finds, and the answer."""
    vsa = contrast.vsa
    return {
        "first": contrast.standings[0].profile,
        "systems": [
            {
                "profile": standing.profile,
                "differences": {
                    name: _difference_values(apart) for name, apart in standing.differences.items()
                },
                "found_alone": list(standing.alone),
            }
            for standing in contrast.standings
        ],
        "vsa_and_basic": vsa
        and {
            "at_least_as_good": vsa.keeps_up.value,
            "words": answer_in_words(vsa),
            "measure": "RR",
            **_difference_values(vsa.difference),
        },
    }


def _difference_values(apart: Difference) -> Mapping[str, object]:
    return {"mean": apart.mean, "interval": apart.interval and asdict(apart.interval)}
