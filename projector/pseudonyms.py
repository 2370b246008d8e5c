"""Names that stand for persons without telling who they are, the same for the same person under the same key."""

import hashlib
import hmac

from events.base import PlayerId

_FIRST_WORDS = (
    "Amber Ashen Balmy Bold Brave Brisk Bronze Calm Candid Cobalt Copper Coral Cosmic Crimson Dapper Daring "
    "Dusky Eager Early Easy Fabled Fair Fleet Frosty Gentle Giddy Gilded Glad Golden Grand Hazel Hearty Humble "
    "Indigo Ivory Jade Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mighty Misty Noble Olive Pearly Placid "
    "Plucky Proud Quick Quiet Ruby Rustic Silver Solar Spry Steady Sunny Swift Tidy Witty"
)
_SECOND_WORDS = (
    "Acorn Anchor Badger Beacon Beetle Birch Bison Brook Cedar Comet Condor Cricket Dolphin Drum Ember Falcon "
    "Fern Finch Fjord Fox Gecko Glacier Hare Harbor Heron Ibis Iris Juniper Kettle Kite Lantern Lark Lemur "
    "Lily Lynx Maple Marmot Meadow Meteor Mole Moth Newt Oak Orchid Osprey Otter Owl Panda Pebble Pine Puffin "
    "Quail Raven Reef Robin Salmon Seal Sparrow Swan Tiger Tulip Walrus Willow Wren"
)
_FIRST, _SECOND = _FIRST_WORDS.split(), _SECOND_WORDS.split()


def pseudonym(key: bytes, person: PlayerId) -> str:
    """Two words and two digits, of 409,600; without the key nobody finds out whose they are."""
    found = int.from_bytes(hmac.new(key, person.encode(), hashlib.sha256).digest())
    found, first = divmod(found, len(_FIRST))
    found, second = divmod(found, len(_SECOND))
    return f"{_FIRST[first]} {_SECOND[second]} {found % 100:02}"
