"""The commands about decks: what they read, and how they print it."""

import datetime as dt
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from ingest.decks import ReadDeck, ReadDecks
    from projector.boba.cards import Catalogue
    from projector.boba.formats import Format, Formats
    from projector.boba.legality import Known, Report
    from projector.boba.mending import Mending

_PROBLEMS = 1
_SHOWN = 20
_file = click.Path(path_type=Path, dir_okay=False)
_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, the same in every version.")


@click.group()
def decks() -> None:
    """Decks: whether they are legal, what they score, and how they differ."""


@decks.command()
@_json_option
@click.option("--format", "told", metavar="F", default="playmaker", show_default=True, help="The format to check for.")
@click.option("--on", metavar="DATE", help="The day to check for, such as 2026-04-27. Default: today.")
@click.option("--plays", "listed", type=_file, help="The list of plays that the event allows, in any form of a deck.")
@click.argument("file", type=_file)
def check(file: Path, told: str, on: str | None, listed: Path | None, *, as_json: bool) -> None:
    """Judges the decks of a file: every fault at once, what stays open, the scores, and what would mend it.

    The file may have any form that `gametape decks formats` lists. Exit code 1 unless every deck is legal and every
    row of the file was read.
    """
    from projector.boba.legality import check as check_deck
    from projector.boba.mending import mend

    formats, known = _formats(), _known(listed)
    chosen, day = _format(formats, told), _day(on)
    read = _read(file, known.cards)
    reports = [check_deck(one.deck, chosen, day, known, formats.formats.values()) for one in read.decks]
    mendings = [mend(one.deck, chosen, day, known) for one in read.decks]
    if as_json:
        judged = [_as_json(*each, known) for each in zip(read.decks, reports, mendings, strict=True)]
        _print_json({"file": str(file), "form": read.form, "decks": judged, "problems": _problems_json(read)})
    else:
        for one, report, mending in zip(read.decks, reports, mendings, strict=True):
            _print_report(one, report, mending, chosen, known)
        _print_problems(read)
    if read.problems or not read.decks or any(report.verdict != "legal" for report in reports):
        sys.exit(_PROBLEMS)


@decks.command()
@_json_option
@click.argument("one", type=_file)
@click.argument("other", type=_file)
def diff(one: Path, other: Path, *, as_json: bool) -> None:
    """Says what to take out of one deck and put in to have the other."""
    from projector.boba.decks import diff as diff_decks

    cards = _cards()
    before, after = _one_deck(one, cards), _one_deck(other, cards)
    difference = diff_decks(before.deck, after.deck)
    if as_json:
        import msgspec

        _print_json(msgspec.to_builtins(difference))
        return
    for sign, changed in (("-", difference.taken_out), ("+", difference.put_in)):
        for card, count in changed:
            click.echo(f"{sign} {count} {_shown(_named(card, cards))}")
    click.echo(f"{difference.common} cards in common")


@decks.command()
@_json_option
@click.option("--among", multiple=True, type=click.Path(path_type=Path), help="Deck files or folders. Default: ours.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1), help="How many decks.")
@click.argument("file", type=_file)
def similar(file: Path, among: tuple[Path, ...], limit: int, *, as_json: bool) -> None:
    """Lists the decks most like a deck: the share of heroes and plays in common (weighted Jaccard index)."""
    from dashboard.workspace import ROOT
    from ingest.gathering import Passed, gather
    from projector.boba.decks import Deck
    from projector.boba.decks import similar as similar_decks

    cards = _cards()
    deck = _one_deck(file, cards).deck
    others: dict[str, Deck] = {}
    gathered = list(gather(among or (ROOT / "data" / "boba" / "decks",)))
    passed = [one for one in gathered if isinstance(one, Passed)]
    for path in (one.path for one in gathered if not isinstance(one, Passed)):
        if path.resolve() == file.resolve():
            continue
        for place, one in enumerate(_read(path, cards).decks, start=1):
            name = one.deck.name or path.stem
            others[name if name not in others else f"{name} ({path.name}, {place})"] = one.deck
    found = similar_decks(deck, others, cards)[:limit]
    if as_json:
        import msgspec

        _print_json({"decks": msgspec.to_builtins(found)})
    else:
        from dashboard.printing import print_table

        print_table(["deck", "likeness", "in common"], [(one.name, one.likeness, one.common) for one in found])
    for left in passed:
        click.echo(f"  {_shown(str(left.path))}: {_shown(left.why)}", err=True)
    if passed:
        sys.exit(_PROBLEMS)


@decks.command()
@_json_option
def formats(*, as_json: bool) -> None:
    """Lists the formats decks are built for, and the forms of files that are read."""
    from ingest.decks import FORMS

    found = _formats()
    if as_json:
        import msgspec

        forms = [{"id": form.name, "title": form.title, "written": form.write is not None} for form in FORMS.values()]
        told = {"formats": list(found.formats.values()), "variants": list(found.variants.values()), "files": forms}
        _print_json(msgspec.to_builtins(told))
        return
    from dashboard.printing import print_table

    rows = [
        (one.id, one.name, str(one.heroes), str(one.plays), str(one.bonus_plays), str(one.hot_dogs), _more(one))
        for one in found.formats.values()
    ]
    print_table(["format", "name", "heroes", "plays", "bonus plays", "hot dogs", "more"], rows)
    click.echo()
    titles = [(form.name, form.title, "yes" if form.write else "no") for form in FORMS.values()]
    print_table(["file", "what it is", "written too"], titles)


@decks.command()
@click.option(
    "--to", "form", required=True, metavar="FILE", help="The form to write; `gametape decks formats` has all."
)
@click.argument("file", type=_file)
def convert(file: Path, form: str) -> None:
    """Writes a deck in another form to standard output, if that form can hold all of it."""
    from ingest.decks import FORMS, CannotHoldError, write_deck

    if form not in FORMS:
        raise click.UsageError(f"There is no form {form!r}; there are {', '.join(FORMS)}")
    cards = _cards()
    one = _one_deck(file, cards)
    try:
        data = write_deck(one.deck, form, cards)
    except CannotHoldError as error:
        _fail(str(error))
    click.echo(data, nl=False)


# What the commands work with


def _cards() -> "Catalogue":
    from dashboard.workspace import catalogue

    found: Catalogue = catalogue("boba")
    return found


def _formats() -> "Formats":
    from dashboard.workspace import ROOT
    from ingest.deck_rules import load_formats

    return load_formats(ROOT / "data" / "boba")


def _known(listed: Path | None) -> "Known":
    from dashboard.workspace import ROOT
    from ingest.deck_rules import load_lists
    from projector.boba.legality import Known

    cards = _cards()
    plays = None
    if listed is not None:
        read = _read(listed, cards)
        plays = frozenset(card for one in read.decks for card in (*one.deck.plays, *one.deck.sideboard))
        _print_problems(read)
    return Known(cards, load_lists(ROOT / "data" / "boba"), plays)


def _format(formats: "Formats", told: str) -> "Format":
    if told not in formats.formats:
        raise click.UsageError(f"There is no format {told!r}; there are {', '.join(formats.formats)}")
    return formats.formats[told]


def _day(on: str | None) -> dt.date:
    if on is None:
        return dt.datetime.now(dt.UTC).date()
    try:
        return dt.date.fromisoformat(on)
    except ValueError as error:
        raise click.UsageError(f"{on!r} is no day; write it as 2026-04-27") from error


def _read(path: Path, cards: "Catalogue") -> "ReadDecks":
    from ingest.decks import read_decks
    from ingest.files import FileError, read_bytes

    try:
        return read_decks(read_bytes(path), cards)
    except FileError as error:
        _fail(f"{path}: {error}")


def _one_deck(path: Path, cards: "Catalogue") -> "ReadDeck":
    read = _read(path, cards)
    _print_problems(read)
    if not read.decks:
        _fail(f"{path}: no deck could be read")
    if len(read.decks) > 1:
        _fail(f"{path}: holds {len(read.decks)} decks, expected one")
    return read.decks[0]


def _fail(message: str) -> NoReturn:
    click.echo(f"gametape: {_shown(message)}", err=True)
    sys.exit(_PROBLEMS)


# How they print it


def _print_json(value: Any) -> None:
    from dashboard.printing import print_json

    print_json(value)


def _shown(text: str) -> str:
    # A name from a file may hold anything; a terminal must not obey it.
    return "".join(sign if sign.isprintable() else "�" for sign in text)


def _named(card: str, cards: "Catalogue") -> str:
    from events.base import CardId

    name = cards.name_of(CardId(card))
    return card if name == card else f"{card} {name}"


def _problems_json(read: "ReadDecks") -> Any:
    import msgspec

    return msgspec.to_builtins(read.problems)


def _print_problems(read: "ReadDecks") -> None:
    for problem in read.problems[:_SHOWN]:
        where = f"line {problem.line}: " if problem.line is not None else ""
        click.echo(f"  {where}{_shown(problem.message)}", err=True)
    if len(read.problems) > _SHOWN:
        click.echo(f"  and {len(read.problems) - _SHOWN} more problems; --json tells all", err=True)


def _as_json(one: "ReadDeck", report: "Report", mending: "Mending", known: "Known") -> dict[str, Any]:
    import msgspec

    from ingest.decks import repriced
    from projector.boba.legality import RULES

    told = msgspec.to_builtins(report)
    for fault in told["faults"]:
        fault["sentence"] = RULES[fault["rule"]]
    deck = one.deck
    return {
        "name": deck.name,
        "heroes": len(deck.heroes),
        "plays": len(deck.plays),
        "hot_dogs": len(deck.hot_dogs),
        "sideboard": len(deck.sideboard),
        "unresolved": msgspec.to_builtins(deck.unresolved),
        "claims": msgspec.to_builtins(one.claims),
        "repriced": msgspec.to_builtins(repriced(one.rows, known.lists.on(report.on, known.cards))),
        "report": told,
        "changes": msgspec.to_builtins(mending.changes),
        "verdict_after_changes": mending.verdict,
    }


def _print_report(one: "ReadDeck", report: "Report", mending: "Mending", told: "Format", known: "Known") -> None:
    from ingest.decks import repriced
    from projector.boba.legality import RULES

    deck, cards = one.deck, known.cards
    click.echo(f"{_shown(deck.name or 'The deck')}: {report.verdict} in {told.name} on {report.on}")
    rows = f", {sum(row.count for row in deck.unresolved)} in rows that are not clear" if deck.unresolved else ""
    click.echo(f"  {len(deck.heroes)} heroes, {len(deck.plays)} plays, {len(deck.hot_dogs)} hot dogs{rows}")
    for fault in report.faults:
        click.echo(f"  {fault.rule}: found {_shown(fault.found)}, allowed {fault.allowed}. {RULES[fault.rule]}")
        _print_cards(fault.cards, cards)
    for question in report.questions:
        click.echo(f"  open ({question.rule}): {question.sentence}")
        _print_cards(question.cards, cards)
    for warning in report.warnings:
        click.echo(f"  note: {_shown(warning)}")
    if report.scores.plays:
        listed = f"by the list of {report.scores.list_of}" if report.scores.list_of else "there is no list for that day"
        missing = f", without {len(report.scores.unknown)} that have no known score" if report.scores.unknown else ""
        click.echo(f"  DBS {report.scores.total}{missing} ({listed})")
        scored = sorted(report.scores.plays, key=lambda score: (-(score.dbs or 0), score.card))
        for score in scored:
            copies = f"{score.count} of " if score.count > 1 else ""
            click.echo(f"    {'?' if score.dbs is None else score.dbs:>4}  {copies}{_shown(_named(score.card, cards))}")
    for price in repriced(one.rows, known.lists.on(report.on, cards)):
        told_now = "none" if price.dbs is None else price.dbs
        click.echo(f"  the file scores {_named(price.card, cards)} {price.told}, the list {told_now}")
    click.echo(f"  legal in: {', '.join(report.legal_in) or 'no format'}")
    if report.unknown_in:
        click.echo(f"  not known of: {', '.join(report.unknown_in)}")
    if mending.changes:
        click.echo(f"  what would mend it, rule by rule (then {mending.verdict}):")
        for change in mending.changes:
            moved = [f"- {_shown(_named(card, cards))}" for card in change.take_out]
            moved += [f"+ {_shown(_named(card, cards))}" for card in change.put_in]
            click.echo(f"    {change.rule}: {', '.join(moved)}")


def _print_cards(named: Sequence[str], cards: "Catalogue") -> None:
    if named:
        more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
        click.echo(f"    {', '.join(_shown(_named(card, cards)) for card in named[:_SHOWN])}{more}")


def _more(told: "Format") -> str:
    parts = [
        f"no hero above {told.highest_power}" if told.highest_power is not None else "",
        f"total power at most {told.total_power}" if told.total_power is not None else "",
        f"{told.of_one_power} of one power" if told.of_one_power.most not in (6, None) else "",
        "duplicates allowed" if not told.each_play_once else "",
        f"total DBS at most {told.total_dbs}" if told.total_dbs is not None else "",
        "plays of the event's list only" if told.listed_plays_only else "",
        "sideboard" if told.sideboard is not None else "",
        f"team, best of {told.best_of}" if told.team else "",
        "lower power wins some matches" if told.winning_power == "by_match" else "",
    ]
    return ", ".join(part for part in parts if part)
