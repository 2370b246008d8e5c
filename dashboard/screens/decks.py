"""Checks a deck: whether it is legal, what is wrong with it, what it scores, and how it did on the tape."""

import datetime as dt
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

import polars as pl
import streamlit as st

from dashboard.legible import legible
from dashboard.screens.deck_pictures import counted, named, pictures, table
from dashboard.screens.shared import plain, workspace
from dashboard.tape_decks import SYSTEM, NoDeckError, contents, deck_called
from dashboard.workspace import ROOT, VAR, catalogue
from events import boba
from events.base import CardId
from events.tape import TapeError
from ingest.deck_rules import load_formats, load_lists
from ingest.decks import ReadDeck, ReadDecks, read_decks, repriced, write_deck
from projector.boba.cards import Catalogue
from projector.boba.decks import Deck
from projector.boba.facts import deck_hash
from projector.boba.formats import Format, Formats
from projector.boba.legality import Fault, Known, Report, Verdict, check
from projector.boba.mending import Mending, mend
from projector.filters import Filters
from projector.statistics import BY_NAME

_RULES = ROOT / "data" / "boba"
_USUAL_FORMAT = "playmaker-sanctioned"
_EXAMPLES = "A house deck"
# In the address: a deck on the tape, by the hash of its contents.
_TAPE = "tape"
# A list of more cards is no deck.
_MOST_CARDS = 20_000
_SHOWN_FAULTS, _SHOWN_CARDS = 20, 12
Stamp = tuple[tuple[str, int], ...]


class _Rules(NamedTuple):
    known: Known
    formats: Formats


class _Judged(NamedTuple):
    """A deck as it was judged, and what would mend it."""

    report: Report
    mending: Mending


def page() -> None:
    st.title("Deck")
    stamp = _stamp()
    rules = _rules(stamp)
    data, told, day, listed = _asked(rules, stamp)
    if data is None:
        st.info("Paste a list, choose a file, or pick a house deck to see what an answer looks like.")
        st.caption(
            "One card a line, such as `2x Buff Up 15` or `A:PL-31`, with headings if you like; or a file of BOBA "
            "Playbook, a scanner, a deck builder or an organiser. Nothing is kept."
        )
        return
    with st.spinner("Checking the deck"):
        read = _read(data, stamp)
    if not read.decks:
        st.error("No deck could be read.", icon=":material/block:")
        _problems(read)
        return
    number = _which(read)
    one = read.decks[number]
    cards = len(one.deck) + len(one.deck.sideboard)
    if cards > _MOST_CARDS:
        st.error(f"The list tells of {cards:,} cards: that is no deck.", icon=":material/block:")
        return
    with st.spinner("Checking the deck"):
        judged = _judged(data, number, told.id, day, listed=listed, stamp=stamp)
    _verdict(one, judged.report, told, rules.known.cards)
    _faults(judged.report, rules.known.cards)
    _open(judged.report, rules.known.cards)
    _unresolved(one, rules.known.cards)
    _changes(judged, rules.known.cards)
    _legal_in(judged.report, rules.formats)
    _record(one.deck)
    pictures(one.deck, judged.report, rules.known.cards)
    _repriced(one, judged.report, rules.known)
    _problems(read, one)


# What is asked


def _asked(rules: _Rules, stamp: Stamp) -> tuple[bytes | None, Format, dt.date, bytes | None]:
    """The deck, the format, the day and, where the format asks for one, the event's list of plays."""
    formats = rules.formats.formats
    given, wanted = st.columns(2, gap="large")
    with given:
        pasted = st.text_area("A list", height=150, key="pasted", placeholder="One card a line")
        st.button("Check the list", icon=":material/fact_check:")
    with wanted:
        uploaded = st.file_uploader(
            "or a file", key="deck-file", max_upload_size=4, help="Any form that `gametape decks formats` lists."
        )
        format_at, day_at = st.columns(2)
        ids = list(formats)
        chosen = format_at.selectbox(
            "Format",
            ids,
            index=ids.index(_USUAL_FORMAT) if _USUAL_FORMAT in ids else 0,
            format_func=lambda name: formats[name].name,
            key="format",
            bind="query-params",
        )
        day = day_at.date_input(
            "On",
            value="today",
            min_value=dt.date(2020, 1, 1),
            max_value=dt.date(2100, 1, 1),
            format="YYYY-MM-DD",
            key="on",
            bind="query-params",
            help="Formats and scores change; this day's count.",
        )
        told = formats[chosen]
        listed = None
        if told.listed_plays_only:
            listed = st.file_uploader("The event's list of plays", key="event-plays", max_upload_size=4)
    data = None
    if uploaded is not None:
        data = uploaded.getvalue()
    elif pasted.strip():
        data = pasted.encode(errors="replace")
    elif _TAPE in st.query_params:
        data = _on_the_tape(st.query_params[_TAPE])
    else:
        examples = _examples(stamp)
        picked = st.pills(_EXAMPLES, list(examples), key="deck", bind="query-params")
        data = examples.get(picked) if picked is not None else None
    return data, told, day, listed.getvalue() if listed is not None else None


def _on_the_tape(wanted: str) -> bytes | None:
    """A deck that players brought, by its hash in the address, as our own form of it."""
    try:
        work = workspace()
        deck = contents(work, deck_called(work, wanted))
    except (NoDeckError, TapeError) as error:
        st.warning(plain(str(error)))
        return None
    st.caption(f"The deck {plain(deck.name or '')} `{plain(wanted)}`, as it was brought to games on the tape.")
    return write_deck(deck, "gametape", workspace().cards[SYSTEM])


def _examples(stamp: Stamp) -> dict[str, bytes]:
    """The files of the house decks, by the names of the decks."""
    files = [path.read_bytes() for path in sorted((_RULES / "decks").glob("*.json"))]
    return {one.deck.name: data for data in files for one in _read(data, stamp).decks[:1] if one.deck.name}


def _which(read: ReadDecks) -> int:
    """Which deck of a file is asked for."""
    if len(read.decks) == 1:
        return 0
    return int(
        st.selectbox(
            f"Which of the {len(read.decks)} decks",
            range(len(read.decks)),
            format_func=lambda place: f"{place + 1}: {legible(read.decks[place].deck.name or 'without a name')}",
        )
    )


# What is remembered: all of it follows from what is given


def _stamp() -> Stamp:
    """Changes when somebody imports cards."""
    folder = VAR / "cards" / "boba"
    return tuple(sorted((path.name, path.stat().st_mtime_ns) for path in folder.glob("*")))


@st.cache_resource(max_entries=2, show_spinner=False)
def _rules(stamp: Stamp) -> _Rules:  # noqa: ARG001 (the key of what is remembered)
    cards: Catalogue = catalogue("boba")
    return _Rules(Known(cards, load_lists(_RULES)), load_formats(_RULES))


@st.cache_resource(max_entries=32, show_spinner=False)
def _read(data: bytes, stamp: Stamp) -> ReadDecks:
    return read_decks(data, _rules(stamp).known.cards)


@st.cache_resource(max_entries=64, show_spinner=False)
def _judged(data: bytes, number: int, told: str, day: dt.date, *, listed: bytes | None, stamp: Stamp) -> _Judged:
    rules = _rules(stamp)
    known, chosen = rules.known, rules.formats.formats[told]
    if listed is not None:
        event = _read(listed, stamp).decks
        plays = frozenset(card for one in event for card in (*one.deck.plays, *one.deck.sideboard))
        known = Known(known.cards, known.lists, plays)
    deck = _read(data, stamp).decks[number].deck
    report = check(deck, chosen, day, known, rules.formats.formats.values())
    return _Judged(report, mend(deck, chosen, day, known))


# The answer


def _verdict(one: ReadDeck, report: Report, told: Format, cards: Catalogue) -> None:
    name = plain(one.deck.name or "The deck")
    where = f"in **{plain(told.name)}** on {report.on}"
    faults = "1 broken rule" if len(report.faults) == 1 else f"{len(report.faults):,} broken rules"
    match report.verdict:
        case "legal":
            st.success(f"**Legal.** {name} may be played {where}.", icon=":material/check_circle:")
        case "illegal":
            st.error(f"**Illegal.** {name} may not be played {where}: {faults}.", icon=":material/cancel:")
        case "unknown":
            st.warning(
                f"**Unknown.** Nothing that is known of {name} breaks a rule {where}; something open decides.",
                icon=":material/help:",
            )
    deck, scores = one.deck, report.scores
    bonus = sum(1 for card in deck.plays if (play := cards.plays.get(card)) and play.kind == "BPL")
    listed = f"By the list of {scores.list_of}." if scores.list_of else "No list is known for that day."
    dbs = f"{scores.total:,}" + (f" of {told.total_dbs:,}" if told.total_dbs is not None else "")
    with st.container(horizontal=True):
        _metric("Heroes", f"{len(deck.heroes):,}")
        _metric("Plays", f"{len(deck.plays) - bonus:,}" + (f" + {bonus:,} bonus" if bonus else ""))
        _metric("Hot dogs", f"{len(deck.hot_dogs):,}")
        if deck.sideboard:
            _metric("Sideboard", f"{len(deck.sideboard):,}")
        if unclear := sum(row.count for row in deck.unresolved):
            _metric("Not clear", f"{unclear:,}", "Cards of rows that stand for no one card.")
        if scores.plays:
            missing = f" Without {len(scores.unknown)} plays that have no known score." if scores.unknown else ""
            _metric("DBS", ("at least " if scores.unknown else "") + dbs, f"{listed}{missing}")


def _metric(label: str, value: str, told: str | None = None) -> None:
    st.metric(label, value, border=True, help=told, width="content")


def _faults(report: Report, cards: Catalogue) -> None:
    if not report.faults:
        return
    st.subheader("Broken rules")
    for number, fault in enumerate(report.faults[:_SHOWN_FAULTS]):
        with st.container(border=True):
            st.markdown(f":red-badge[{plain(fault.rule)}] **{plain(fault.sentence)}**")
            st.markdown(f"Found {plain(fault.found)}, allowed {plain(fault.allowed)}.")
            _cards(fault.cards, cards, f"fault-{number}")
    rest = report.faults[_SHOWN_FAULTS:]
    if rest:
        st.caption(f"and {len(rest):,} more:")
        _faults_table(rest, cards)


def _faults_table(faults: Sequence[Fault], cards: Catalogue) -> None:
    table(
        {"Rule": pl.String, "Found": pl.String, "Allowed": pl.String, "Cards": pl.String},
        [(fault.rule, legible(fault.found), fault.allowed, ", ".join(counted(fault.cards, cards))) for fault in faults],
    )


def _open(report: Report, cards: Catalogue) -> None:
    """What is open, and what is worth to be noted."""
    if report.questions:
        st.subheader("Open questions")
    for number, question in enumerate(report.questions):
        with st.container(border=True):
            st.markdown(f":orange-badge[{plain(question.rule)}] {plain(question.sentence)}.")
            _cards(question.cards, cards, f"question-{number}")
    if report.warnings:
        notes = "1 note" if len(report.warnings) == 1 else f"{len(report.warnings):,} notes"
        with st.expander(notes, icon=":material/info:"):
            table({"Worth knowing": pl.String}, [(legible(warning),) for warning in report.warnings])


def _cards(brought: Sequence[CardId], cards: Catalogue, key: str) -> None:
    """The first of these cards as text, all of them a click away."""
    if not brought:
        return
    all_of_them = counted(brought, cards)
    shown = plain(", ".join(all_of_them[:_SHOWN_CARDS]))
    more = len(all_of_them) - _SHOWN_CARDS
    st.caption(f"{shown} and {more:,} more" if more > 0 else shown)
    if more > 0:
        with st.expander(f"All {len(all_of_them):,}", key=key):
            table({"Card": pl.String}, [(card,) for card in all_of_them])


def _unresolved(one: ReadDeck, cards: Catalogue) -> None:
    rows = [row for row in one.rows if row.card is None]
    if not rows:
        return
    st.subheader("Rows that are not clear")
    st.caption("They stay in the deck as they are. A set and number, such as A:PL-31, tells a card for sure.")
    table(
        {"Line": pl.Int64, "Count": pl.Int64, "Row": pl.String, "May be": pl.String},
        [
            (
                row.line,
                row.count,
                legible(str(row.told)),
                ", ".join(named(card, cards) for card in row.candidates) or "no card that is known",
            )
            for row in rows
        ],
    )


def _changes(judged: _Judged, cards: Catalogue) -> None:
    if not judged.report.faults:
        return
    st.subheader("What would mend it")
    if not judged.mending.changes:
        st.caption("No change of cards mends this.")
        return
    moved = [
        (change.rule, named(out, cards) if out else "", named(put, cards) if put else "")
        for change in judged.mending.changes
        for out, put in zip_longest(change.take_out, change.put_in)
    ]
    then: dict[Verdict, str] = {
        "legal": "Then the deck is :green-badge[legal].",
        "illegal": "Then the deck is still :red-badge[illegal]: the known cards mend no more.",
        "unknown": "Then nothing known is wrong, and the deck is :orange-badge[unknown].",
    }
    st.markdown(then[judged.mending.verdict])
    table({"Rule": pl.String, "Take out": pl.String, "Put in": pl.String}, moved)
    st.caption("Rule by rule, as few cards as each rule asks for; the smallest of all ways is not claimed.")


def _legal_in(report: Report, formats: Formats) -> None:
    st.subheader("Formats")
    names = {name: plain(told.name) for name, told in formats.formats.items()}
    legal = " ".join(f":green-badge[{names[name]}]" for name in report.legal_in)
    st.markdown(f"Legal in {legal or 'no format'}")
    if report.unknown_in:
        st.markdown("Not known of " + " ".join(f":orange-badge[{names[name]}]" for name in report.unknown_in))


def _record(deck: Deck) -> None:
    """How the same cards did in the games on the tape; nothing where there is no tape."""
    if any(not row.in_sideboard for row in deck.unresolved) or not deck.heroes:
        return
    brought = boba.Deck(deck.heroes, deck.plays, deck.hot_dogs)
    try:
        tables = workspace().tables()
    except TapeError:
        return
    mine = pl.col("deck") == deck_hash(brought)
    found = BY_NAME["decks"].compute(tables).filter(mine).to_dicts()
    if not found:
        return
    row = found[0]
    bots = BY_NAME["decks"].compute(Filters(simulated=True).apply(tables)).filter(mine)["games"].sum()
    st.subheader("On the tape")
    with st.container(horizontal=True):
        _metric("Games", f"{row['games']:,}")
        _metric("Wins", f"{row['wins']:,}")
        _metric("Draws", f"{row['draws']:,}")
        _metric("Losses", f"{row['losses']:,}")
        _metric("Win rate", f"{row['win_rate']:.1%}", "(wins + draws / 2) / games")
    st.caption(
        f"Seats with the same cards, in finished games with a result. 95 % interval (Wilson): {row['low']:.1%} to "
        f"{row['high']:.1%}. Played by house bots: {bots:,}."
    )


# What else the file tells


def _repriced(one: ReadDeck, report: Report, known: Known) -> None:
    found = repriced(one.rows, known.lists.on(report.on, known.cards))
    if not found:
        return
    st.subheader("Scores in the file")
    st.caption("They differ from the list of the day, which is what counts here.")
    table(
        {"Play": pl.String, "In the file": pl.Int64, "In the list": pl.Int64},
        [(named(price.card, known.cards), price.told, price.dbs) for price in found],
    )


def _problems(read: ReadDecks, one: ReadDeck | None = None) -> None:
    """What was wrong with the file; a row that is not clear is told above."""
    told = {row.line for row in one.rows if row.card is None and row.line is not None} if one is not None else set()
    problems = [problem for problem in read.problems if problem.line not in told]
    if problems:
        st.subheader("Reading the file")
        table(
            {"Line": pl.Int64, "What is wrong": pl.String},
            [(problem.line, legible(problem.message)) for problem in problems],
        )
