"""The matches of a contest: their games, doubled stakes, and whether the stated winner is the one the games make."""

from collections import Counter

from events.base import MatchId, PlayerId
from events.contest import DoublingAccepted, DoublingFolded, DoublingOffered, GameLinked, MatchEnded, MatchStarted
from projector.contests import rulebook as rules
from projector.contests.state import Entry, LinkedGame, Match, Played, State, stated_side


def entered(state: State, player: PlayerId, does: str) -> Entry:
    """The entry of a player who does something; one who has not entered is told, and entered."""
    entry = state.entries.get(player)
    if entry is not None:
        if entry.dropped:
            state.illegal(rules.ENTERED, f"A player who dropped {does}")
        return entry
    if state.gapped:
        state.doubt()
    else:
        state.illegal(rules.ENTERED, f"A player who has not entered {does}")
    entry = state.entries[player] = Entry(player)
    return entry


def match_started(state: State, event: MatchStarted) -> None:
    if event.match in state.matches:
        state.illegal(rules.MATCH_ONCE, f"Match {event.match} starts again")
        return
    for player in (player for side in event.sides for player in side):
        entered(state, player, "starts a match")
    paired = state.pairings.get(event.round, {}).get(event.match) if event.round is not None else None
    if paired is not None and {frozenset(side) for side in paired} != {frozenset(side) for side in event.sides}:
        state.illegal(rules.PAIRED_ONCE, f"Match {event.match} is started by others than were paired for it")
    expected = state.rules.best_of
    if expected is not None and event.points is None and event.best_of != expected:
        state.differs(
            rules.MATCH_LENGTH,
            f"Match {event.match}",
            stated=f"best of {event.best_of}",
            derived=f"best of {expected}",
        )
    state.matches[event.match] = Match(
        event.sides, event.points or 1, round=event.round, best_of=event.best_of, points=event.points
    )


def doubling_offered(state: State, event: DoublingOffered) -> None:
    match = _played(state, event.match)
    if match is None:
        return
    if not match.by_points or match.side_of(event.player) is None or match.asked is not None:
        state.illegal(rules.DOUBLING, f"Doubling is offered in match {event.match}, where it cannot be")
        return
    match.asked = event.player


def doubling_accepted(state: State, event: DoublingAccepted) -> None:
    match = _answered(state, event)
    if match is not None:
        match.stake *= 2
        match.asked = None


def doubling_folded(state: State, event: DoublingFolded) -> None:
    """The game goes to the side that asked, for what it counted before."""
    match = _answered(state, event)
    if match is not None and match.asked is not None:
        won = match.side_of(match.asked)
        _add(state, event.match, match, LinkedGame(_next(match), None, won, match.stake))


def _answered(state: State, event: DoublingAccepted | DoublingFolded) -> Match | None:
    match = _played(state, event.match)
    if match is None:
        return None
    side = match.side_of(event.player)
    if match.asked is None or side is None or side == match.side_of(match.asked):
        state.illegal(
            rules.DOUBLING, f"An answer to doubling in match {event.match}, which the other side did not offer"
        )
        return None
    return match


def game_linked(state: State, event: GameLinked) -> None:
    match = _played(state, event.match)
    if match is None:
        return
    played = state.games.get(event.recording)
    winner = None
    if played is not None:
        sides = [match.side_of(player) for player in played.players]
        known = [side for side, player in zip(sides, played.players, strict=True) if player is not None]
        if None in known or len(set(known)) != len(known):
            state.illegal(rules.GAME_PLAYERS, f"Game {event.number} of match {event.match} is played by others")
        elif played.winner is not None:
            winner = 0 if played.winner == 0 else sides[played.winner - 1]
        _compare_decks(state, event.match, match, played)
    folded = next((game for game in match.games if game.number == event.number and game.recording is None), None)
    if folded is not None:
        match.games[match.games.index(folded)] = LinkedGame(event.number, event.recording, folded.winner, folded.stake)
        return
    if event.number in {game.number for game in match.games}:
        state.illegal(rules.GAME_NUMBER, f"Match {event.match} has two games {event.number}")
        return
    _add(state, event.match, match, LinkedGame(event.number, event.recording, winner, match.stake))


def _add(state: State, name: MatchId, match: Match, game: LinkedGame) -> None:
    if match.is_known() and match.derived(state.rules) is not None:
        state.illegal(rules.MATCH_OVER, f"Match {name} has a game {game.number} after it was decided")
    match.games.append(game)
    match.games.sort(key=lambda one: one.number)
    match.stake, match.asked = match.points or 1, None


def _next(match: Match) -> int:
    return max((game.number for game in match.games), default=0) + 1


def _compare_decks(state: State, name: MatchId, match: Match, played: Played) -> None:
    for player, cards in zip(played.players, played.decks, strict=True):
        if player is None or cards is None:
            continue
        deck, entry = Counter(cards), state.entries.get(player)
        before = match.brought.setdefault(player, deck)
        if before != deck:
            state.illegal(rules.SWAP_TIME, f"A player changes the deck between games of match {name}")
        elif entry is not None and entry.deck is not None and entry.deck != deck:
            other = (entry.deck - deck).total() + (deck - entry.deck).total()
            state.illegal(rules.REGISTERED, f"A deck in match {name} differs by {other} cards from the registered one")


def match_ended(state: State, event: MatchEnded) -> None:
    match = _played(state, event.match)
    if match is None:
        return
    match.ended = event
    if isinstance(event.side, int) and event.side > len(match.sides):
        state.illegal(rules.MATCH_WINNER, f"Side {event.side} wins match {event.match} of {len(match.sides)}")
        match.ended = None
        return
    _compare_score(state, event, match)
    # Whoever decides otherwise (a clock, a judge, a player who gives up) is right: the winner is its own fact.
    if event.reason not in (None, "games", "points"):
        return
    rule = rules.MATCH_POINTS if match.by_points else rules.MATCH_WINNER
    derived = _by_score(state, event, match) if None not in event.score and event.score else None
    if derived is None and match.is_known():
        derived = match.derived(state.rules)
    if derived is not None and match.winner != derived:
        state.differs(rule, f"Match {event.match}", stated=stated_side(match.winner), derived=stated_side(derived))


def _by_score(state: State, event: MatchEnded, match: Match) -> int | None:
    """The side that the stated score makes the winner."""
    needed = match.needed(state.rules)
    if needed is None:
        return None
    won = [side for side, has in enumerate(event.score, 1) if has is not None and has >= needed]
    return won[0] if len(won) == 1 else None


def _compare_score(state: State, event: MatchEnded, match: Match) -> None:
    if not event.score:
        return
    if len(event.score) != len(match.sides):
        state.illegal(rules.MATCH_SCORE, f"Match {event.match} has {len(event.score)} scores")
        return
    for side, (stated, derived) in enumerate(zip(event.score, match.score(), strict=True), 1):
        # Games that are not on the tape may have been won too; fewer than are there cannot.
        if stated is not None and stated < derived:
            state.differs(
                rules.MATCH_SCORE, f"Match {event.match}, side {side}", stated=stated, derived=f"at least {derived}"
            )


def _played(state: State, name: MatchId) -> Match | None:
    """A match that is being played. Who only tells pairings has every match of them begin with what is told of it."""
    match = state.matches.get(name)
    if match is None:
        for number, pairings in state.pairings.items():
            if name in pairings:
                match = state.matches[name] = Match(pairings[name], round=number, best_of=state.rules.best_of)
    if match is None and state.gapped:
        state.doubt()
    elif match is None:
        state.illegal(rules.MATCH_ONCE, f"Match {name} has not started")
    elif match.ended is not None:
        state.illegal(rules.MATCH_ONCE, f"Match {name} is over")
        return None
    return match
