"""Tiny models with weights off a fixed seed, in folders as trained ones come in."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

_MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_WORDS = (*"the a at and storm sea lamp key bell rope sail went out".split(), *"abcdefgh")
_NEEDS = "needs pip install 'sceneprobe[dense]'"


def make_model(kind: str, folder: Path) -> Path:
    """Write a model of a kind (dense, splade, cross), or skip without the libraries for it."""
    torch = pytest.importorskip("torch", reason=_NEEDS)
    transformers = pytest.importorskip("transformers", reason=_NEEDS)
    pytest.importorskip("sentence_transformers", reason=_NEEDS)
    torch.manual_seed(7)
    vocabulary = [*_MARKS, *_WORDS, *(f"##{letter}" for letter in "abcdefgh")]
    _tokenizer(vocabulary).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        initializer_range=0.5,
        num_labels=1,
    )
    classes = {"dense": "BertModel", "splade": "BertForMaskedLM"}
    name = classes.get(kind, "BertForSequenceClassification")
    getattr(transformers, name)(config).save_pretrained(folder)
    if kind == "dense":
        _add_pooling(folder)
    return folder


def _tokenizer(vocabulary: Sequence[str]) -> Any:  # transformers' types are not read
    from tokenizers import BertWordPieceTokenizer
    from transformers import PreTrainedTokenizerFast

    numbers = {word: number for number, word in enumerate(vocabulary)}
    made = BertWordPieceTokenizer(vocab=numbers, lowercase=True)
    marks = dict(zip(("pad", "unk", "cls", "sep", "mask"), _MARKS, strict=True))
    named = {f"{name}_token": mark for name, mark in marks.items()}
    return PreTrainedTokenizerFast(tokenizer_object=made._tokenizer, **named)  # noqa: SLF001


def _add_pooling(folder: Path) -> None:
    parts = {"": "Transformer", "1_Pooling": "Pooling"}
    modules = [
        {
            "idx": place,
            "name": str(place),
            "path": path,
            "type": f"sentence_transformers.models.{n}",
        }
        for place, (path, n) in enumerate(parts.items())
    ]
    (folder / "modules.json").write_text(json.dumps(modules), "utf-8")
    (folder / "1_Pooling").mkdir()
    pooling = {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": True}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling), "utf-8")
