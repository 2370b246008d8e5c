"""Serves pages and API in one process."""

import os
import socket

from dashboard.workspace import DATABASE_VARIABLE, ROOT

APP = ROOT / "dashboard" / "app.py"


class PortTakenError(OSError):
    """Something else listens at that port."""


def run(database: str, host: str, port: int, *, page: str = "") -> None:
    """Serve until interrupted. Raises PortTakenError."""
    _check_free(host, port)
    os.environ[DATABASE_VARIABLE] = database
    # Streamlit reads these when it is imported: no telemetry, no browser of its own, no watching of files.
    os.environ.setdefault("STREAMLIT_BROWSER_GATHER_USAGE_STATS", "false")
    os.environ.setdefault("STREAMLIT_SERVER_HEADLESS", "true")
    os.environ.setdefault("STREAMLIT_SERVER_FILE_WATCHER_TYPE", "none")
    import click
    import uvicorn

    from dashboard.asgi import make_app

    place = f"[{host}]" if ":" in host else host
    click.echo(f"The dashboard listens at http://{place}:{port}/{page} (stop it with Ctrl+C)")
    uvicorn.run(make_app(), host=host, port=port, log_config=None, access_log=False)


def _check_free(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTakenError(
                f"Nothing can listen at {host}:{port}: {error.strerror or error}. "
                "Choose another port with --port (make: PORT=)"
            ) from error
