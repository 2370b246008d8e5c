"""House bots: whole simulated games, told in the vocabulary that everybody's logs are told in."""

from collections.abc import Mapping

from events.codec import Family
from ingest.selfplay.boba import HOUSE as BOBA
from ingest.selfplay.challengers import HOUSE as CHALLENGERS
from ingest.selfplay.house import House, Series, Wish, WishError

HOUSES: Mapping[Family, House] = {"boba": BOBA, "challengers": CHALLENGERS}

__all__ = ["HOUSES", "House", "Series", "Wish", "WishError"]
