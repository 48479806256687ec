"""``sceneprobe testset``: make, check, split, renew and label sets of queries; see the actions."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli import testset_label, testset_renew, testset_sets

EXAMPLES = """\
examples:
  sceneprobe testset new story.cnl --types exact_term=20 paraphrase=15 -o set_v1.yaml
  sceneprobe testset validate set_v1.yaml story.cnl
  sceneprobe testset stats set_v1.yaml
  sceneprobe testset convert set_v1.yaml --form short
  sceneprobe testset split set_v1.yaml
  sceneprobe testset label story.cnl set_v1.yaml --profile vsa bow
  sceneprobe testset refresh set_v1.yaml --candidates queries.jsonl --replace 20 --story story.cnl
  sceneprobe testset agree set_v2-a.csv set_v2-b.csv -o set_v2.yaml

a query of a test set has a type and graded labels, from 0, not relevant, to 3:
  - query_id: q1
    query_text: storm at sea
    query_type: paraphrase
    relevant_docs:
      - {doc_id: Sc3, grade: 3}

exit code: 0 fine; 1 annotators agree too little, or validate --strict found a warning;
2 unusable input
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of all actions."""
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="new|validate|stats|convert|split|refresh|agree|label"
    )
    for part in (testset_sets, testset_renew, testset_label):
        part.add_actions(actions.add_parser)


def run(arguments: Namespace) -> int:
    """Do what the action says."""
    code: int = arguments.act(arguments)
    return code
