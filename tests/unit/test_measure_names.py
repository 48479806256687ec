"""Names with parameters → measures, and back."""

import subprocess
import sys

import pytest

from sceneprobe.errors import OptionError
from sceneprobe.measures.average_precision import AveragePrecision
from sceneprobe.measures.base import Measure
from sceneprobe.measures.judged import Judged
from sceneprobe.measures.names import measure_of, measures_of
from sceneprobe.measures.ndcg import NDCG
from sceneprobe.measures.precision import Precision
from sceneprobe.measures.recall import Recall
from sceneprobe.measures.reciprocal_rank import RR
from sceneprobe.measures.success import Success


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("RR", RR()),
        ("RR@10", RR(10)),
        ("R", Recall()),
        ("R@5", Recall(5)),
        ("R(rel=2)@5", Recall(5, rel=2)),
        ("P@5", Precision(5)),
        ("nDCG", NDCG()),
        ("nDCG@10", NDCG(10)),
        ("nDCG(gain=linear)@10", NDCG(10, gain="linear")),
        ("AP", AveragePrecision()),
        ("AP(rel=2)@100", AveragePrecision(100, rel=2)),
        ("Success@5", Success(5)),
        ("Judged@10", Judged(10)),
    ],
)
def test_name_is_that_of_the_measure_it_makes(name: str, measure: Measure) -> None:
    assert measure_of(name) == measure
    assert measure.name == name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        pytest.param("MRR", "RR", id="MRR"),
        pytest.param("MRR@10", "RR@10", id="MRR@10"),
        pytest.param("MAP", "AP", id="MAP"),
        pytest.param("Recall@5", "R@5", id="Recall"),
        pytest.param("Precision(rel=2)@5", "P(rel=2)@5", id="Precision"),
        pytest.param("ndcg@10", "nDCG@10", id="lower-case"),
        pytest.param("NDCG", "nDCG", id="upper-case"),
        pytest.param("nDCG(gain=exponential)@5", "nDCG@5", id="default-is-left-out"),
        pytest.param("RR()", "RR", id="no-parameter-after-all"),
        pytest.param("P@010", "P@10", id="leading-zero"),
        pytest.param(" R ( rel = 2 ) @ 5 ", "R(rel=2)@5", id="blanks"),
    ],
)
def test_other_ways_to_write_a_name_have_one_canonical_form(written: str, name: str) -> None:
    assert measure_of(written).name == name


@pytest.mark.parametrize(
    ("written", "message"),
    [
        pytest.param("nDGC@10", 'no measure is called "nDGC"; did you mean "nDCG"?', id="misspelt"),
        pytest.param(
            "F1@5",
            'no measure is called "F1"; known: RR, R, P, nDCG, AP, Success, Judged',
            id="unknown",
        ),
        pytest.param("P", "P needs a cutoff, such as P@10", id="no-cutoff"),
        pytest.param("Success", "Success needs a cutoff, such as Success@10", id="no-cutoff-2"),
        pytest.param("RR(k=2)", 'RR has no parameter "k"; it takes rel', id="unknown-parameter"),
        pytest.param(
            "Judged(rel=2)@5", 'Judged has no parameter "rel"; it takes no parameters', id="none"
        ),
        pytest.param(
            "R(rel=2,rel=3)", 'R is given the parameter "rel" twice', id="parameter-twice"
        ),
        pytest.param(
            "ndcg(gain=log)@5",
            'nDCG(gain) takes exponential or linear, not "log"',
            id="unknown-gain",
        ),
        pytest.param("", '"" is no measure; write it like R(rel=2)@5', id="empty"),
        pytest.param(
            "R(rel=2@5", '"R(rel=2@5" is no measure; write it like R(rel=2)@5', id="no-bracket"
        ),
        pytest.param("@5", '"@5" is no measure; write it like R(rel=2)@5', id="no-name"),
        pytest.param(
            "R@5(rel=2)", '"R@5(rel=2)" is no measure; write it like R(rel=2)@5', id="wrong-order"
        ),
    ],
)
def test_name_that_cannot_be_read_is_refused_in_one_line(written: str, message: str) -> None:
    with pytest.raises(OptionError) as refused:
        measure_of(written)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "2.0", "1e3", "ten", "1000000001", "٣", "9" * 5_000]
)
def test_number_that_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"R@k takes a whole number from 1 to 1,000,000,000, not"):
        measure_of(f"Recall@{text}")
    with pytest.raises(OptionError, match=r"R\(rel\) takes a whole number from 1 to"):
        measure_of(f"Recall(rel={text})")


@pytest.mark.parametrize(
    "text",
    ["R" + " " * 100_000 + "x", "R(" * 100_000, "@" * 100_000, "R" * 100_000],
    ids=["blanks", "brackets", "cutoffs", "letters"],
)
def test_giant_name_is_refused_at_once(text: str) -> None:
    with pytest.raises(OptionError):
        measure_of(text)


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("RR nDCG@10 R(rel=2)@100", id="blanks"),
        pytest.param("RR, nDCG@10,R( rel = 2 )@100", id="commas"),
        pytest.param("RR MRR ndcg@10 RR R(rel=2)@100 nDCG@10", id="twice"),
        pytest.param(["RR", "nDCG@10", "R(rel=2)@100"], id="list"),
        pytest.param(("RR nDCG@10", "R(rel=2)@100 RR"), id="list-of-several"),
    ],
)
def test_several_measures_come_in_order_and_once(written: str | list[str]) -> None:
    assert measures_of(written) == (RR(), NDCG(10), Recall(100, rel=2))


@pytest.mark.parametrize("written", ["", "  ", " , ", [], [""]])
def test_no_measure_at_all_is_refused(written: str | list[str]) -> None:
    with pytest.raises(OptionError, match="no measure is named; known: RR, R, P, nDCG"):
        measures_of(written)


def test_measures_do_without_numpy() -> None:
    script = (
        "import sys; import sceneprobe.measures.apply, sceneprobe.measures.names; "
        "raise SystemExit('numpy' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
