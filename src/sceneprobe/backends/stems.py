"""A word → its stem, so that ``went``, ``goes`` and ``going`` are one term with ``go``.

English only, and only what stories are full of: plurals, ``-ed`` and ``-ing``, a few endings, and
the irregular verbs and plurals. A word that is not all a–z stays as it is.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

_FORMS = """
arise arose arisen|awake awoke awoken|be am is are was were been being|bear bore borne|beat beaten
become became|begin began begun|behold beheld|bend bent|bid bade bidden|bind bound|bite bit bitten
bleed bled|blow blew blown|break broke broken|bring brought|build built|burn burnt|buy bought
catch caught|child children|choose chose chosen|cling clung|come came|creep crept|deal dealt
die dying dead death|dig dug|do does did done doing|draw drew drawn|dream dreamt|drink drank drunk
drive drove driven|dwell dwelt|eat ate eaten|elf elves|fall fell fallen|feed fed|feel felt
fight fought|find found|flee fled|fling flung|fly flew flown|foot feet|forget forgot forgotten
forgive forgave forgiven|forsake forsook forsaken|freeze froze frozen|get got gotten
give gave given|go goes went gone going|good better best|goose geese|grind ground|grow grew grown
half halves|hang hung|have has had having|hear heard|hide hid hidden|hold held|keep kept
kneel knelt|knife knives|know knew known|lay laid|lead led|leaf leaves|leap leapt|learn learnt
leave left|lend lent|lie lying lain|life lives|light lit|loaf loaves|lose lost|make made|man men
mean meant|meet met|mouse mice|old older oldest elder eldest|overcome overcame|ox oxen|pay paid
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought
sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|sing sang sung
sink sank sunk|sit sat|slay slew slain|sleep slept|slide slid|speak spoke spoken|spend spent
spin spun|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung
strike struck stricken|swear swore sworn|sweep swept|swim swam swum|swing swung
take took taken|teach taught|tear tore torn|tell told|thief thieves|think thought
throw threw thrown|tie tying|tooth teeth|tread trod trodden|understand understood|undo undid undone
wake woke woken|wear wore worn|weave wove woven|weep wept|wife wives|win won|wolf wolves
woman women|wring wrung|write wrote written
"""
_IRREGULAR: Mapping[str, str] = MappingProxyType(
    {
        form: group.split()[0]
        for group in _FORMS.strip().replace("\n", "|").split("|")
        for form in group.split()
    }
)
_ENGLISH = re.compile(r"[a-z]{3,}")
_VOWEL = re.compile(r"[aeiouy]")
_HISSING = ("sses", "shes", "ches", "xes", "zes")
_ENDINGS = ("fully", "ness", "less", "ment", "ful", "ly")
_SHORTEST = 4
"""An ending is taken off only where so many letters are left."""


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """Give what the forms of a word have in common; it need not be a word.

    >>> [stem(word) for word in ("went", "wolves", "stories", "hopping", "hoped", "kindness")]
    ['go', 'wolf', 'stori', 'hop', 'hop', 'kind']
    """
    word = _IRREGULAR.get(word, word)
    if not _ENGLISH.fullmatch(word):
        return word
    word = _without_tense(_singular(word))
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending)
            break
    return _rounded(word)


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_HISSING) else word[:-1]


def _without_tense(word: str) -> str:
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base == word or len(base) < 3 or not _VOWEL.search(base):
            continue
        if ending == "ed" and base.endswith("e"):  # need, indeed
            continue
        if ending == "ed" and base.endswith("i"):
            return base[:-1] + "y"
        doubled = len(base) > 2 and base[-1] == base[-2] and base[-1] not in "lsz"
        return base[:-1] if doubled else base
    return word


def _rounded(word: str) -> str:
    """Write the end alike that forms write differently: ``hope``, ``hop``; ``story``, ``stori``."""
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 2 and word.endswith("y") and not _VOWEL.match(word[-2]):
        word = word[:-1] + "i"
    return word[:-1] if len(word) > 3 and word.endswith("ll") else word
