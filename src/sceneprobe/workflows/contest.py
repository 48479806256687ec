"""What two systems are compared by, as given → Contest: everything read, checked and digested."""

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence

from sceneprobe.backends.registry import backend_of
from sceneprobe.curation.validate import validate
from sceneprobe.errors import FileError, OptionError
from sceneprobe.files import STANDARD_INPUT, read_bytes, read_unpacked, reason, shown_name
from sceneprobe.formats.qrels import read_judgments
from sceneprobe.formats.query_files import format_of
from sceneprobe.judging.findings import WRONG_COLUMNS
from sceneprobe.judging.model import Query, QuerySet
from sceneprobe.measures.base import Grades
from sceneprobe.measures.overlap import overlap
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.collection import Collection
from sceneprobe.search.parts import parts_of
from sceneprobe.settings.digest import behavioural_digest
from sceneprobe.settings.model import Settings, Switches
from sceneprobe.settings.resolve import resolve
from sceneprobe.text.model import Diagnostic, in_order
from sceneprobe.text.source import decode
from sceneprobe.workflows.check import read_query_set, refuse_unusable
from sceneprobe.workflows.collect import TextMode, collect
from sceneprobe.workflows.contest_model import CompareOptions, Contest, Given, Inputs, Side
from sceneprobe.workflows.measure import labelled
from sceneprobe.workflows.profiles import names_file, profile_named

_LARGEST_CONFIG = 1 << 20
_LARGEST_QRELS = 1 << 30


def contest_of(inputs: Inputs, options: CompareOptions) -> Contest:
    """Read everything; what cannot be used raises before anything is searched."""
    _refuse_standard_input(inputs)
    settings = [None if one.is_run else _settings(one, options) for one in (inputs.a, inputs.b)]
    corpora = [
        None if found is None else _corpus(one, found, inputs.corpus)
        for one, found in zip((inputs.a, inputs.b), settings, strict=True)
    ]
    named = [path for path in corpora if path is not None]
    if len({os.path.realpath(path) for path in named}) > 1:
        raise OptionError(
            f"A searches {named[0]} and B {named[1]}; give --corpus, or the same one in both"
        )
    if inputs.queries is None and named:
        raise OptionError("give --queries FILE: what is to be searched for")
    collections = [
        None
        if found is None or path is None
        else collect(
            path,
            TextMode(found.text),
            within_story=options.within_story,
            scene_pattern=options.scene_pattern,
        )
        for found, path in zip(settings, corpora, strict=True)
    ]
    searched = next((one for one in collections if one is not None), None)
    query_set = None if inputs.queries is None else _query_set(inputs, searched, options)
    judgments = _judgments(inputs, query_set, searched, options)
    queries = tuple(Query(topic, "") for topic in judgments)
    if query_set is not None:
        queries = query_set.queries
    sides = [
        _side(one, found, collection, queries, options)
        for one, found, collection in zip((inputs.a, inputs.b), settings, collections, strict=True)
    ]
    return Contest(
        options=options,
        queries=queries,
        judgments=judgments,
        corpus_digest=_file_digest(named[0]) if named else None,
        queries_digest=None if inputs.queries is None else _file_digest(inputs.queries),
        qrels_digest=_file_digest(inputs.truth or inputs.queries or ""),
        a=sides[0],
        b=sides[1],
    )


def contest_between(
    profiles: tuple[str, str],
    collection: Collection,
    corpus_digest: str,
    query_set: QuerySet,
    options: CompareOptions,
) -> Contest:
    """Let two profiles search what is read already, by labelled queries; ``k`` is of the options.

    What is wrong with the queries raises RefusedError, as in ``contest_of``.
    """
    findings = _label_findings(query_set, collection, options)
    refuse_unusable(findings)
    advice = "send the right scenes of each query, as relevant: [ID]"
    judgments = _labels(query_set, advice)
    sides = [
        _side(Given(one), _settings_of(one, options), collection, query_set.queries, options)
        for one in profiles
    ]
    digest = query_set.digest.removeprefix("sha256:")
    return Contest(
        options=options,
        queries=query_set.queries,
        judgments=judgments,
        corpus_digest=corpus_digest.removeprefix("sha256:"),
        queries_digest=digest,
        qrels_digest=digest,
        a=sides[0],
        b=sides[1],
    )


def _settings(given: Given, options: CompareOptions) -> Settings:
    """Read a configuration; a file that has a name is a profile, and so is what is no YAML file."""
    if names_file(given.name):
        from sceneprobe.formats.configs import is_profile, read_config

        source = decode(shown_name(given.name), read_bytes(given.name, _LARGEST_CONFIG))
        if not is_profile(source):
            return resolve(read_config(source))
    return _settings_of(profile_named(given.name), options)


def _settings_of(profile: str, options: CompareOptions) -> Settings:
    backend_of(profile)
    return Settings(
        plain=profile,
        quality=profile,
        text=options.text.value,
        corpus=None,
        aliases=(),
        stopwords=(),
        mmr=None,
        switches=Switches(),
    )


def _corpus(given: Given, settings: Settings, corpus: str | None) -> str:
    found = corpus or settings.corpus
    if found is None:
        raise OptionError(
            f"nothing says what {shown_name(given.name)} searches; give --corpus FILE, or corpus:"
            " in the configuration, or compare finished runs by --runA and --runB"
        )
    return found


def _query_set(inputs: Inputs, searched: Collection | None, options: CompareOptions) -> QuerySet:
    query_set = read_query_set(inputs.queries or "")
    if searched is None:
        found = (*query_set.diagnostics, *validate(query_set, ()))
    else:
        found = _label_findings(query_set, searched, options)
    findings = in_order((*found, *_without_id(query_set)))
    refuse_unusable(findings)
    if not query_set.queries:
        raise OptionError(
            f"{shown_name(inputs.queries or '')} holds no queries; write id and text in each line"
        )
    return query_set


def _label_findings(
    query_set: QuerySet, searched: Collection, options: CompareOptions
) -> tuple[Diagnostic, ...]:
    return labelled(
        query_set,
        searched,
        within_story=options.within_story,
        allow_unknown=options.allow_unknown,
    )


def _without_id(query_set: QuerySet) -> Iterator[Diagnostic]:
    """Report lines of TSV without an id: an id made up by place could be judged by accident."""
    for query in query_set.queries:
        span = query.span
        if span is None or format_of(span.source) != "tsv":
            continue
        if not span.source.lines[span.line - 1].partition("\t")[0].strip():
            message = "a line begins with the id of its query; this one has none"
            yield WRONG_COLUMNS.at(span, message, "write an id before the tab")


def _judgments(
    inputs: Inputs,
    query_set: QuerySet | None,
    searched: Collection | None,
    options: CompareOptions,
) -> Mapping[str, Grades]:
    labels: Mapping[str, Grades] = {} if query_set is None else query_set.qrels.by_topic()
    if inputs.truth is None:
        return _labels(query_set, "give --truth FILE, or labels")
    if labels:
        raise OptionError(
            f"{inputs.queries} has labels, and --truth gives others; leave one of them out"
        )
    known = None if searched is None or options.allow_unknown else frozenset(searched.ids)
    judgments = read_judgments(
        shown_name(inputs.truth),
        read_unpacked(inputs.truth, _LARGEST_QRELS),
        headings=False,
        known=known,
    )
    if query_set is not None and searched is not None and options.within_story:
        _refuse_elsewhere(query_set.queries, judgments, searched)
    if query_set is not None:
        overlap(dict.fromkeys(query.id for query in query_set.queries), judgments)
    return judgments


def _labels(query_set: QuerySet | None, advice: str) -> Mapping[str, Grades]:
    """Give the labels of every query; there must be some."""
    labels: Mapping[str, Grades] = {} if query_set is None else query_set.qrels.by_topic()
    if query_set is None or not labels:
        raise OptionError(f"nothing says which results are right; {advice}")
    return {query.id: labels.get(query.id, {}) for query in query_set.queries}


def _refuse_elsewhere(
    queries: Sequence[Query], judgments: Mapping[str, Grades], searched: Collection
) -> None:
    """Refuse judgments of another story than the one that their query looks in."""
    stories = dict(zip(searched.ids, searched.stories, strict=True))
    for query in queries:
        for judged in judgments.get(query.id, {}):
            if stories.get(judged, query.story) != query.story:
                raise OptionError(
                    f'"{judged}" is judged for the query "{query.id}", which looks in the story'
                    f' "{query.story}" and could never find it'
                )


def _side(
    given: Given,
    settings: Settings | None,
    collection: Collection | None,
    queries: Sequence[Query],
    options: CompareOptions,
) -> Side:
    name = shown_name(given.name)
    if settings is None or collection is None:
        return Side(name, _file_digest(given.name), TieRule.LEX_ID, None, ())
    digest = behavioural_digest(settings).removeprefix("sha256:")
    parts = parts_of(collection, queries, within_story=options.within_story)
    return Side(name, digest, collection.ties, settings, parts)


def _refuse_standard_input(inputs: Inputs) -> None:
    paths = (inputs.corpus, inputs.queries, inputs.truth, inputs.a.name, inputs.b.name)
    if STANDARD_INPUT in paths:
        raise OptionError("compare takes files, which it digests, and no standard input")


def _file_digest(path: str) -> str:
    """Digest a file as it is: plain hexadecimal, as the harness has it."""
    try:
        with open(path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {path}: {reason(error)}") from None
