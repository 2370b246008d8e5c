# Two commands: `make demo` shows Gametape at work, `make test` proves that it does work.
PYTHON ?= python3.11
PORT ?= 8501
VENV := .venv
BIN := $(VENV)/bin
# What `setup` made: newer than the lock and the project file, or it is made again.
READY := $(VENV)/.ready

.PHONY: setup demo test check clean

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q events projector ingest dashboard
	touch $(READY)

demo: setup
	$(BIN)/gametape demo --port $(PORT)

test: setup
	$(BIN)/python -m pytest -n auto

check: setup
	$(BIN)/ruff format --no-cache --check .
	$(BIN)/ruff check --no-cache .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:
	rm -rf $(VENV) var build *.egg-info
