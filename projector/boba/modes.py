"""The three modes of Bo Jackson Battle Arena: names for the usual numbers (Comprehensive Rules 4.1 to 4.3)."""

from events.boba import Mode, Setup

MODES: dict[Mode, Setup] = {
    "rookie": Setup(
        hero_deck=60,
        bench=0,
        hot_dogs=0,
        playbook=0,
        opening_plays=0,
        plays_per_battle=0,
        super_breaks_ties=False,
    ),
    "substitution": Setup(
        hero_deck=60,
        bench=4,
        hot_dogs=10,
        playbook=0,
        opening_plays=0,
        plays_per_battle=0,
        super_breaks_ties=False,
    ),
    "playmaker": Setup(
        hero_deck=60,
        bench=4,
        hot_dogs=10,
        playbook=30,
        opening_plays=4,
        plays_per_battle=1,
        super_breaks_ties=True,
    ),
}
