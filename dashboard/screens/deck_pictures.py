"""Draws what is in a deck: power, weapons and costs, and what each play scores; names cards and lists rows."""

from collections import Counter
from collections.abc import Iterable, Sequence

import altair as alt
import polars as pl
import streamlit as st

from dashboard.legible import legible
from events.base import CardId
from projector.boba.cards import Catalogue
from projector.boba.decks import Deck
from projector.boba.legality import Report

_SHOWN_PLAYS = 60
_GOLD, _GREY = "#d99a00", "#7d8799"
_WEAPONS = {
    "Fire": "#e5532d",
    "Ice": "#3d9be9",
    "Steel": "#8a94a6",
    "Hex": "#8e5bd0",
    "Glow": "#3fae5a",
    "Gum": "#ea6fb0",
    "Brawl": "#a5713f",
    "Super": _GOLD,
    "Alt": "#2aa8a0",
}
_KINDS = {"PL": "standard", "BPL": "bonus", "HTD": "home team discount"}


def pictures(deck: Deck, report: Report, cards: Catalogue) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        _heroes(deck, cards)
        _costs(deck, cards)
    with right:
        _spend(report, cards)


def counted(brought: Iterable[CardId], cards: Catalogue) -> list[str]:
    return [
        f"{count}× {named(card, cards)}" if count > 1 else named(card, cards)
        for card, count in Counter(brought).items()
    ]


def named(card: CardId, cards: Catalogue) -> str:
    """A card as a person finds it: its name, what tells it apart, and its id."""
    if hero := cards.heroes.get(card):
        return legible(f"{hero.name} {hero.power} {hero.weapon} ({card})")
    name = cards.name_of(card)
    return legible(card if name == card else f"{name} ({card})")


def table(schema: dict[str, type[pl.DataType]], rows: Sequence[tuple[object, ...]]) -> None:
    config = {
        name: st.column_config.NumberColumn(width="small", format="%d")
        for name, kind in schema.items()
        if kind == pl.Int64
    }
    st.dataframe(pl.DataFrame(rows, schema=schema, orient="row"), hide_index=True, column_config=config)


def _heroes(deck: Deck, cards: Catalogue) -> None:
    heroes = pl.DataFrame(
        [(hero.power, hero.weapon) for card in deck.heroes if (hero := cards.heroes.get(card))],
        schema={"power": pl.Int64, "weapon": pl.String},
        orient="row",
    )
    if heroes.is_empty():
        return
    present = sorted(heroes["weapon"].unique().to_list())
    colors = alt.Scale(domain=present, range=[_WEAPONS.get(weapon, _GREY) for weapon in present])
    weapon = alt.Color("weapon:N", title=None, scale=colors, legend=None)
    tips = [
        alt.Tooltip("power:O", title="Power"),
        alt.Tooltip("weapon:N", title="Weapon"),
        alt.Tooltip("heroes:Q", title="Heroes"),
    ]
    st.subheader("Hero power")
    by_power = heroes.group_by("power", "weapon").agg(heroes=pl.len()).sort("power", "weapon")
    st.altair_chart(
        alt.Chart(by_power)
        .mark_bar()
        .encode(
            x=alt.X("power:O", title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
            y=alt.Y("heroes:Q", title=None, axis=alt.Axis(tickMinStep=1)),
            color=weapon,
            tooltip=tips,
        ),
        height=240,
    )
    st.caption(
        f"{heroes.height:,} heroes by printed power, coloured by weapon; {heroes['power'].sum():,} power in all."
    )
    st.subheader("Weapons")
    by_weapon = heroes.group_by("weapon").agg(heroes=pl.len())
    _bars(by_weapon, "weapon", "heroes", "-x", weapon)


def _costs(deck: Deck, cards: Catalogue) -> None:
    plays = pl.DataFrame(
        [
            ("none fixed" if play.cost is None else str(play.cost), _KINDS[play.kind])
            for card in deck.plays
            if (play := cards.plays.get(card))
        ],
        schema={"cost": pl.String, "kind": pl.String},
        orient="row",
    )
    if plays.is_empty():
        return
    st.subheader("Play costs")
    kinds = [kind for kind in _KINDS.values() if kind in plays["kind"]]
    colors = dict(zip(_KINDS.values(), (_GOLD, "#3d9be9", "#3fae5a"), strict=True))
    color = alt.Color(
        "kind:N",
        title=None,
        scale=alt.Scale(domain=kinds, range=[colors[kind] for kind in kinds]),
        legend=alt.Legend(orient="bottom") if len(kinds) > 1 else None,
    )
    st.altair_chart(
        alt.Chart(plays.group_by("cost", "kind").agg(plays=pl.len()).sort("cost", "kind"))
        .mark_bar()
        .encode(
            x=alt.X("cost:O", title=None, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("plays:Q", title=None, axis=alt.Axis(tickMinStep=1)),
            color=color,
            tooltip=[
                alt.Tooltip("cost:O", title="Hot dogs"),
                alt.Tooltip("kind:N", title="Kind"),
                alt.Tooltip("plays:Q", title="Plays"),
            ],
        ),
        height=240,
    )
    st.caption(f"{plays.height:,} plays by what they cost in hot dogs.")


def _spend(report: Report, cards: Catalogue) -> None:
    """What each play scores, the dearest first; a play without a known score stands in the table only."""
    if not report.scores.plays:
        return
    st.subheader("DBS by play")
    scored = sorted(report.scores.plays, key=lambda score: (-(score.dbs or 0) * score.count, score.card))
    chart = pl.DataFrame(
        [(named(one.card, cards), one.count, one.dbs * one.count) for one in scored if one.dbs][:_SHOWN_PLAYS],
        schema={"play": pl.String, "count": pl.Int64, "dbs": pl.Int64},
        orient="row",
    )
    if not chart.is_empty():
        _bars(chart, "play", "dbs", None)
    with st.expander(f"All {len(scored):,} plays with their scores"):
        table(
            {"Play": pl.String, "Copies": pl.Int64, "DBS each": pl.Int64},
            [(named(one.card, cards), one.count, one.dbs) for one in scored],
        )


def _bars(data: pl.DataFrame, label: str, value: str, sort: str | None, color: alt.Color | None = None) -> None:
    """One bar a row, with its number at its end."""
    base = alt.Chart(data).encode(
        x=alt.X(f"{value}:Q", title=None, axis=None),
        y=alt.Y(f"{label}:N", title=None, sort=sort, axis=alt.Axis(labelLimit=190, ticks=False, domain=False)),
        tooltip=list(data.columns),
    )
    numbers = base.mark_text(align="left", dx=4, color=_GREY).encode(text=f"{value}:Q")
    bars = base.mark_bar(color=_GOLD) if color is None else base.mark_bar().encode(color=color)
    st.altair_chart(bars + numbers, height=20 + 22 * data.height)
