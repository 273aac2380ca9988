# Targets for people: `make help` lists them. Needs Python 3.11 or newer, make and git; everything else goes into .venv.
# ARGS="..." is handed on, for example: make sim ARGS="--seed 7 --no-open", make test ARGS="tests/games -k voltage".

ARGS ?=
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
BENCHES := settle sweep soak memory
RECENT := import sys; sys.exit(sys.version_info < (3, 11))
# The first Python that is new enough; `make PYTHON=/path/to/python` overrules.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$name -c '$(RECENT)' >/dev/null 2>&1 && echo $$name && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# A worker for each processor; a file stays with one worker, because its tests share what is made once for it.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

.PHONY: help setup sim test test-all lint format bench screenshots hardware lock clean
.DEFAULT_GOAL := help

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile

# The command `ematrix` and what it needs: little, so that the table is on the screen soon.
$(VENV)/ready: pyproject.toml requirements.lock
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(RECENT)' 2>/dev/null || { \
		echo "make: Python 3.11 or newer is needed; install it, or name one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "make: $(PYTHON) cannot build .venv; on Debian and Ubuntu install the package python3-venv" >&2; exit 1; }
	@echo "installing the table into .venv"
	@$(PIP) install --constraint requirements.lock --editable .
	@touch $@

# What tests and checks need besides: pytest, mypy, ruff, an integer program, a browser driver.
$(VENV)/ready-dev: $(VENV)/ready
	@echo "installing what the tests need into .venv"
	@$(PIP) install --no-deps --requirement requirements.lock
	@touch $@

setup: $(VENV)/ready-dev  ## build .venv with the command ematrix and everything the tests need

sim: $(VENV)/ready  ## the virtual table in the browser
	$(BIN)/ematrix sim $(ARGS)

test: $(VENV)/ready-dev  ## all tests, whole games on the device's engine; those of the page only where there is Chromium
	$(PYTEST) $(ARGS)

test-all: $(VENV)/ready-dev  ## the same, and whole games on both engines
	$(PYTEST) --all-engines $(ARGS)

lint: $(VENV)/ready-dev  ## style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/ready-dev  ## put style and formatting right
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/ready-dev  ## figures of time and memory; ARGS="sweep --json" for one of them
	$(if $(ARGS),$(BIN)/ematrix bench $(ARGS),set -e; for what in $(BENCHES); do $(BIN)/ematrix bench $$what; done)

screenshots: $(VENV)/ready-dev  ## take the pictures of the README anew; needs Chromium
	$(BIN)/python -m docs.screenshots

hardware: $(VENV)/ready-dev  ## write everything in hardware/ anew that is generated; ARGS="wiring" for one part of it
	$(BIN)/python -m host_tools.hardware $(ARGS)

lock: $(VENV)/ready  ## write requirements.lock anew from pyproject.toml
	$(PIP) install uv==0.13.9
	@sed '/^[^#]/,$$d' requirements.lock > $(VENV)/lock
	@echo adafruit-blinka > $(VENV)/left-out
	$(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --extra dev --python-version 3.11 \
		--excludes $(VENV)/left-out --no-header --no-annotate pyproject.toml >> $(VENV)/lock
	@mv $(VENV)/lock requirements.lock

clean:  ## remove .venv and everything else that was made here
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
