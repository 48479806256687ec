"""A measure → the one that trec_eval computes under that name.

trec_eval has linear gain, so nDCG changes. All else is alike: AP@k is divided by the number of all
relevant ids, P@k by k, the ideal of nDCG is over all judged, negative grades have no gain and are
not relevant. How trec_eval orders equal scores, and that it keeps them in single precision, is no
matter of measures: it is done where rankings are made.
"""

from dataclasses import replace

from sceneprobe.measures.base import Measure
from sceneprobe.measures.ndcg import NDCG


def as_trec_eval(measure: Measure) -> Measure:
    """Give the measure with trec_eval's gain.

    >>> as_trec_eval(NDCG(10)).name
    'nDCG(gain=linear)@10'
    """
    return replace(measure, gain="linear") if isinstance(measure, NDCG) else measure
