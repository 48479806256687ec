"""YAML → a configuration; what is wrong with it names file, line and column."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sceneprobe.backends.profiles import Profile, written
from sceneprobe.errors import OptionError
from sceneprobe.formats.config_fields import (
    choice_in,
    keys_of,
    number_in,
    options_in,
    switch_in,
    text_in,
    texts_in,
)
from sceneprobe.formats.config_fusion import FUSION_KEYS, read_fusion
from sceneprobe.formats.fields import Findings
from sceneprobe.formats.nodes import MappingNode, NotReadableError, ScalarNode, Value
from sceneprobe.formats.yaml_values import read_yaml
from sceneprobe.judging.findings import UNSAFE_YAML
from sceneprobe.settings import findings as rules
from sceneprobe.settings.model import Alias, Component, Config, Mmr, Reranking, Switches
from sceneprobe.settings.profiles import rooted
from sceneprobe.settings.resolve import ADVICE
from sceneprobe.text.model import RefusedError, Source, Span, in_order
from sceneprobe.text.words import words

_KEYS = (
    *("backend", "text", "corpus", *FUSION_KEYS, "rerank"),
    *("aliases", "query", "normalizer", "mmr", "perf", "t2"),
)
_RERANK = ("form", "n", "window", "share", "model")
_MOST_PLACES = 100_000


def read_config(source: Source) -> Config:
    """Read a configuration; paths in it are found from the folder that it is in.

    All that is wrong raises RefusedError with every finding.
    """
    findings = Findings()
    content = _content(source, findings)
    config = _Reader(source, findings).read(keys_of(content, "a configuration", _KEYS, findings))
    if findings.found:
        raise RefusedError(in_order(findings.found), ADVICE)
    return config


def is_profile(source: Source) -> bool:
    """Tell whether a YAML file is a profile: it has a name, which no configuration has."""
    try:
        content = read_yaml(source)
    except NotReadableError:
        return False
    return isinstance(content, MappingNode) and any(key.text == "name" for key, _ in content)


def _content(source: Source, findings: Findings) -> Value | None:
    if source.wrong_bytes:
        wrong = source.wrong_bytes[0]
        message = f"the byte at offset {wrong.offset} is no UTF-8"
        span = Span(source, wrong.line, wrong.column)
        findings.add(rules.NOT_READABLE, span, message, "save the file as UTF-8")
        return None
    try:
        content = read_yaml(source)
    except NotReadableError as error:
        found = error.finding
        ours = rules.UNSAFE_YAML if found.code == UNSAFE_YAML.code else rules.NOT_READABLE
        findings.found.append(replace(found, code=ours.code))
        return None
    if content is not None and not isinstance(content, MappingNode):
        message = "a configuration has keys and values"
        findings.add(rules.NOT_READABLE, content.span, message, "write backend: bm25, for example")
        return None
    return content


class _Reader:
    def __init__(self, source: Source, findings: Findings) -> None:
        self._source = source
        self._folder = os.path.dirname(source.name)
        self._findings = findings

    def read(self, keys: Mapping[str, Value]) -> Config:
        findings = self._findings
        backend = self.backend(keys["backend"], "backend") if "backend" in keys else None
        corpus = text_in(keys.get("corpus"), "corpus", findings)
        return Config(
            name=self._source.name,
            backend=backend,
            fusion=read_fusion(keys, self.backend, findings),
            rerank=self._rerank(keys.get("rerank")),
            text=choice_in(keys.get("text"), "text", ("canonical", "full"), findings)
            or "canonical",
            corpus=None if corpus is None else os.path.join(self._folder, corpus),
            aliases=tuple(self._aliases(keys)),
            stopwords=tuple(self._stopwords(keys.get("normalizer"))),
            mmr=self._mmr(keys.get("mmr")),
            switches=self._switches(keys),
        )

    def backend(self, value: Value, what: str, name: str | None = None) -> Component | None:
        """Read a profile, or a mapping with a name and options."""
        if isinstance(value, MappingNode):
            keys = keys_of(value, what, None, self._findings)
            called = text_in(keys.pop("name", None), f"{what}.name", self._findings)
            if called is None:
                message = f"{what} needs a name beside its options"
                self._findings.add(rules.WRONG_TYPE, value.span, message, "add name: bm25")
                return None
            text: str | None = written(Profile(called, options_in(keys, what, self._findings)))
        else:
            text = text_in(value, what, self._findings)
        if text is None:
            return None
        try:
            return Component(name or text, rooted(text, self._folder), value.span)
        except OptionError as error:
            self._findings.add(rules.WRONG_BACKEND, value.span, str(error))
            return None

    def _rerank(self, value: Value | None) -> Reranking | None:
        if value is None:
            return None
        if isinstance(value, ScalarNode):
            wanted = switch_in(value, "rerank", self._findings)
            return Reranking("window", (), value.span) if wanted else None
        keys = keys_of(value, "rerank", _RERANK, self._findings)
        given = choice_in(
            keys.pop("form", None), "rerank.form", ("window", "cross"), self._findings
        )
        options = options_in(keys, "rerank", self._findings)
        found = ((k, os.path.join(self._folder, v) if k == "model" else v) for k, v in options)
        return Reranking(given or "window", tuple(found), value.span)

    def _aliases(self, keys: Mapping[str, Value]) -> Iterator[Alias]:
        inner = keys_of(keys.get("query"), "query", ("aliases",), self._findings).get("aliases")
        given = keys.get("aliases", inner)
        if given is not inner and inner is not None:
            message = "aliases are given at the top and in query"
            self._findings.add(rules.AT_ODDS, inner.span, message, "keep one of them")
        for name, value in keys_of(given, "aliases", None, self._findings).items():
            phrases = texts_in(value, f"aliases.{name}", self._findings)
            yield Alias(name, tuple(self._words(text, at) for text, at in phrases))

    def _stopwords(self, value: Value | None) -> Iterator[str]:
        keys = keys_of(value, "normalizer", ("enabled", "stopwords"), self._findings)
        enabled = switch_in(keys.get("enabled"), "normalizer.enabled", self._findings)
        listed = list(texts_in(keys.get("stopwords"), "normalizer.stopwords", self._findings))
        for text, at in listed if enabled is not False else ():
            yield from self._words(text, at)

    def _words(self, text: str, at: Value) -> tuple[str, ...]:
        found = tuple(words(text))
        if not found:
            self._findings.add(rules.WRONG_VALUE, at.span, f'there is no word in "{text}"')
        return found

    def _mmr(self, value: Value | None) -> Mmr | None:
        if isinstance(value, ScalarNode):
            return Mmr() if switch_in(value, "mmr", self._findings) else None
        keys = keys_of(value, "mmr", ("enabled", "lambda", "n"), self._findings)
        enabled = switch_in(keys.get("enabled"), "mmr.enabled", self._findings)
        balance = number_in(keys.get("lambda"), "mmr.lambda", (0.0, 1.0), self._findings)
        count = number_in(keys.get("n"), "mmr.n", (1, _MOST_PLACES), self._findings)
        if value is None or enabled is False:
            return None
        default = Mmr()
        return Mmr(float(balance or default.balance), int(count or default.n))

    def _switches(self, keys: Mapping[str, Value]) -> Switches:
        findings, default = self._findings, Switches()
        perf = keys_of(keys.get("perf"), "perf", ("enabled", "metrics"), findings)
        metrics = keys_of(perf.get("metrics"), "perf.metrics", ("report_memory",), findings)
        t2 = keys_of(keys.get("t2"), "t2", ("quality",), findings)
        quality = keys_of(t2.get("quality"), "t2.quality", ("enabled", "shadow"), findings)

        def switch(inner: Mapping[str, Value], room: str, key: str, *, otherwise: bool) -> bool:
            found = switch_in(inner.get(key), f"{room}.{key}", findings)
            return otherwise if found is None else found

        return Switches(
            quality=switch(quality, "t2.quality", "enabled", otherwise=default.quality),
            shadow=switch(quality, "t2.quality", "shadow", otherwise=default.shadow),
            perf=switch(perf, "perf", "enabled", otherwise=default.perf),
            report_memory=switch(
                metrics, "perf.metrics", "report_memory", otherwise=default.report_memory
            ),
        )
