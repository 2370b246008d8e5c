"""The web application: Streamlit's pages, and under /api the same facts as JSON."""

import functools
from collections.abc import Callable
from typing import Any

import msgspec
import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from dashboard.names import pseudonym_key
from dashboard.server import APP
from dashboard.workspace import VAR, NoGameError, Workspace
from events.tape import TapeError
from projector.games import GAMES
from projector.replay import viewer_named

_MOST_GAMES = 200


def make_app() -> Any:
    """The ASGI application. /api is mounted: unknown paths below it are 404, not a page."""
    routes = [Route("/health", health), Route("/games", games), Route("/games/{game}", game)]
    return st.App(str(APP), routes=[Mount("/api", routes=routes)])


def _answers(endpoint: Callable[[Request, Workspace], Any]) -> Callable[[Request], Response]:
    """What is wrong is answered as JSON with a message; requests run in threads, so pages do not wait for them."""

    @functools.wraps(endpoint)
    def answer(request: Request) -> Response:
        try:
            with Workspace(pseudonyms=_key(request)) as work:
                return Response(msgspec.json.encode(endpoint(request, work)), media_type="application/json")
        except NoGameError as error:
            return JSONResponse({"error": str(error)}, status_code=404)
        except ValueError as error:
            return JSONResponse({"error": str(error)}, status_code=400)
        except TapeError as error:
            return JSONResponse({"error": str(error)}, status_code=503)

    return answer


def _key(request: Request) -> bytes | None:
    """The key of pseudonyms where the address has ?pseudonyms=true."""
    asked = request.query_params.get("pseudonyms", "false")
    if asked not in ("true", "false"):
        raise ValueError(f"pseudonyms is true or false, not {asked!r}")
    return pseudonym_key(VAR) if asked == "true" else None


@_answers
def health(_: Request, work: Workspace) -> Any:
    """Whether there is a usable tape, and how far it reaches."""
    return {"ok": True, "bookmark": work.tape.bookmark()}


@_answers
def games(request: Request, work: Workspace) -> Any:
    """The newest games: ?limit=1..200&after=GAME&game=SYSTEM."""
    limit = int(request.query_params.get("limit", "20"))
    if not 1 <= limit <= _MOST_GAMES:
        raise ValueError(f"limit is 1 to {_MOST_GAMES}, not {limit}")
    system = request.query_params.get("game")
    found = next((known for known in GAMES if known == system), None)
    if system is not None and found is None:
        raise ValueError(f"game is one of {', '.join(GAMES)}, not {system!r}")
    return {"games": work.listed(limit, request.query_params.get("after"), found)}


@_answers
def game(request: Request, work: Workspace) -> Any:
    """A game played back, as far as anybody may see it; of one that is over, ?as=SEAT is what that seat saw."""
    name = request.path_params["game"]
    allowed = work.public_viewer(name)
    viewer = viewer_named(request.query_params.get("as", str(allowed)))
    if allowed not in ("all", viewer):
        raise ValueError("the game is still being played: it is shown as the public sees it")
    return work.replay(name, viewer)
