"""Who is who: merges, splits, given names and "me" are folded from the registry, and can be taken back."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.base import PlayerId, TextId
from events.registry import MeChosen, NameGiven, PlayerForgotten, PlayersMerged, PlayersSplit
from projector.identities import Identities

PLAYERS = [PlayerId(name) for name in "abcdefg"]
A, B, C, D, *_ = PLAYERS
_pairs = st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS))
_changes = st.lists(
    st.one_of(
        _pairs.map(lambda pair: PlayersMerged(kept=pair[0], merged=pair[1])),
        _pairs.map(lambda pair: PlayersSplit(kept=pair[0], split=pair[1])),
    ),
    max_size=30,
)

# On a busy machine lists are drawn slowly; nothing here is about speed.
_patiently = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def merged(kept: PlayerId, other: PlayerId) -> PlayersMerged:
    return PlayersMerged(kept=kept, merged=other)


def persons(identities: Identities) -> dict[PlayerId, tuple[PlayerId, ...]]:
    return {player: (identities.person_of(player), *sorted(identities.members(player))) for player in PLAYERS}


def test_a_player_whom_the_registry_does_not_name_is_a_person_of_its_own() -> None:
    identities = Identities()

    assert (identities.person_of(A), identities.members(A), identities.given_name(A), identities.me) == (
        A,
        (A,),
        None,
        None,
    )


def test_merged_players_are_one_person_known_by_the_one_that_was_kept_last() -> None:
    identities = Identities([merged(A, B), merged(C, D), merged(D, B)])

    assert identities.members(A) == (C, D, A, B)
    assert {identities.person_of(player) for player in (A, B, C, D)} == {C}
    assert identities.merged == {A: C, B: C, D: C}


def test_a_split_takes_away_the_merge_it_leads_over_from_either_side() -> None:
    chain = [merged(A, B), merged(B, C)]

    outer = Identities([*chain, PlayersSplit(kept=A, split=C)])
    middle = Identities([*chain, PlayersSplit(kept=A, split=B)])
    root = Identities([*chain, PlayersSplit(kept=C, split=A)])

    assert (outer.members(A), outer.members(C)) == ((A, B), (C,))
    assert (middle.members(A), middle.members(C)) == ((A,), (B, C))
    assert (root.members(A), root.members(C)) == ((A,), (B, C))


def test_splitting_who_is_not_merged_changes_nothing() -> None:
    identities = Identities([merged(A, B), PlayersSplit(kept=A, split=C), PlayersSplit(kept=A, split=A)])

    assert identities.members(A) == (A, B)


@_patiently
@given(before=_changes, pair=_pairs)
def test_a_merge_and_the_split_of_the_same_two_leave_everybody_who_they_were(
    before: list[PlayersMerged | PlayersSplit], pair: tuple[PlayerId, PlayerId]
) -> None:
    identities = Identities(before)
    kept, other = pair
    if identities.person_of(kept) == identities.person_of(other):
        return
    earlier = persons(identities)

    identities.advance(merged(kept, other))
    assert identities.person_of(kept) == identities.person_of(other) == earlier[kept][0]
    identities.advance(PlayersSplit(kept=kept, split=other))

    assert persons(identities) == earlier


@_patiently
@given(changes=_changes)
def test_every_player_is_of_exactly_one_person_who_is_one_of_its_players(
    changes: list[PlayersMerged | PlayersSplit],
) -> None:
    identities = Identities(changes)

    for player in PLAYERS:
        members = identities.members(player)
        assert player in members
        assert members[0] == identities.person_of(player)
        assert all(identities.members(it) == members for it in members)


def test_the_name_given_last_to_any_player_of_a_person_counts_and_stays_with_that_player() -> None:
    first, second = TextId("t1"), TextId("t2")
    identities = Identities(
        [NameGiven(player=A, name=first), merged(A, B), NameGiven(player=B, name=second)],
    )

    assert (identities.given_name(A), identities.given_name(B)) == (second, second)
    identities.advance(PlayersSplit(kept=A, split=B))
    assert (identities.given_name(A), identities.given_name(B)) == (first, second)


def test_me_is_the_person_that_was_chosen_last_or_nobody() -> None:
    identities = Identities([MeChosen(player=B), merged(A, B)])

    assert identities.me == A
    identities.advance(MeChosen(player=None))
    assert identities.me is None


def test_a_forgotten_player_has_no_given_name_and_stays_the_person_it_was() -> None:
    identities = Identities([merged(A, B), NameGiven(player=B, name=TextId("t")), PlayerForgotten(player=B)])

    assert (identities.given_name(B), identities.forgotten, identities.person_of(B)) == (None, {B}, A)


@_patiently
@given(pairs=st.lists(_pairs, max_size=8), order=st.randoms(use_true_random=False))
def test_who_is_one_person_does_not_depend_on_the_order_of_merges(
    pairs: list[tuple[PlayerId, PlayerId]], order: Random
) -> None:
    merges = [merged(*pair) for pair in pairs]
    other = [*merges]
    order.shuffle(other)

    one, two = Identities(merges), Identities(other)

    assert all(set(one.members(player)) == set(two.members(player)) for player in PLAYERS)


def test_what_was_said_of_a_player_stays_in_its_history_and_a_merge_holds_until_it_is_split() -> None:
    said = [merged(A, B), NameGiven(player=B, name=TextId("t")), merged(C, A), PlayersSplit(kept=A, split=B)]
    identities = Identities(said)

    assert identities.history(B) == [said[0], said[1], said[3]]
    assert identities.history(C) == [said[2]]
    assert identities.history(D) == []
    assert identities.merges == ((C, A),)
