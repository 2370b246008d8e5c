"""Zip archives for tests, in memory."""

import io
import zipfile
from collections.abc import Mapping


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these files, in their order."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return held.getvalue()
