"""The project keeps its own promises: names, imports, lock file, documents."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dashboard.cli import main

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("events", "projector", "ingest", "dashboard")


@pytest.mark.parametrize("name", PACKAGES)
def test_each_root_name_is_ours(name: str) -> None:
    """PyPI has packages of these names; whatever is installed, ours must be the one that is imported."""
    package = importlib.import_module(name)

    assert package.__file__ == str(ROOT / name / "__init__.py")


def test_no_file_of_the_dashboard_hides_a_root_package() -> None:
    """Streamlit puts the folder of its script first on the path, and runs what lies in a folder `pages` by itself."""
    names = {path.stem for path in (ROOT / "dashboard").iterdir()}

    assert names.isdisjoint({"events", "projector", "ingest", "pages"})


def test_a_light_command_loads_no_heavy_library() -> None:
    script = (
        "import sys; import dashboard.cli, dashboard.workspace, dashboard.printing; "
        "print([name for name in ('streamlit', 'altair', 'statsmodels', 'scipy', 'sklearn') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_lock_file_pins_every_package_with_hashes_and_names_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    pinned = [line for line in lock.splitlines() if line and not line.startswith((" ", "#"))]

    assert "://" not in lock
    assert pinned
    assert all("==" in line for line in pinned)
    assert lock.count("--hash=sha256:") >= len(pinned)


def test_the_readme_names_every_command_and_page() -> None:
    readme = (ROOT / "README.md").read_text()

    assert [name for name in main.commands if f"gametape {name}" not in readme] == []
    titles = re.findall(r'title="([^"]+)"', (ROOT / "dashboard" / "screens" / "__init__.py").read_text())
    assert len(titles) > 10
    assert [title for title in titles if f"**{title}**" not in readme] == []
    assert "unofficial" in readme
    assert "make demo" in readme
    assert "make test" in readme


def test_every_command_teaches_its_use() -> None:
    for name, command in main.commands.items():
        assert command.help, name
        assert all(option.help for option in command.params if option.param_type_name == "option"), name
