# Two commands: `make run` trains, measures and shows a bettor; `make test` checks it.
# Needs make and Python 3.11 or newer, nothing else. Both can be repeated.

PYTHON ?= python3
BIN := .venv/bin
CONFIG ?= configs/pinwheel/ppo.yaml
SETTINGS ?=

.PHONY: run test lint types unit uncompiled uncompiled-rest coverage docs clean

run: .venv/installed
	@echo "==> Training a bettor ($(CONFIG)) and measuring it against the scripted table"
	@$(BIN)/backroom train $(CONFIG) $(foreach setting,$(SETTINGS),--set $(setting))

test: lint types unit uncompiled
	@echo "==> All checks passed"

lint: .venv/installed
	@echo "==> Lint"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: .venv/installed
	@echo "==> Types"
	@$(BIN)/basedpyright

unit: .venv/installed
	@echo "==> Tests, compiled"
	@$(BIN)/pytest -n 2

# What compiled kernels do not show: an index beyond an array's end, which they read or write as garbage. The rules of every game
# run through the invariants; `make uncompiled-rest` runs all other tests of the games so.
UNCOMPILED := kit or units_are_conserved or plays_the_table_bit_for_bit or redrawing_what or after_a_redraw or \
	declared_finite_bounds or what_the_engine_accepts or test_observation

uncompiled: .venv/installed
	@echo "==> A part of the games' tests, uncompiled"
	@NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 tests/envs -k "$(UNCOMPILED)"

uncompiled-rest: .venv/installed
	@echo "==> The other tests of the games, uncompiled"
	@NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 tests/envs --ignore tests/envs/views --ignore tests/envs/core -k "not ($(UNCOMPILED))"

coverage: .venv/installed
	@echo "==> Tests of the games, uncompiled, with coverage"
	@NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 tests/envs --cov --cov-report=term:skip-covered

docs: .venv/installed
	@$(BIN)/python docs/generate.py

# Installed anew when what is to be installed changes; a failed installation leaves no mark, so the next call tries again.
.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Backroom needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1 || echo missing). Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "==> Installing into .venv (a minute or two, the first time only)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "The virtual environment could not be made: is Python's venv module installed?" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[train,dev]' || { \
		echo "The installation failed, for the reason that pip gives above. Mend it and call make again." >&2; exit 1; }
	@touch $@

clean:
	rm -rf .venv build *.egg-info .coverage .pytest_cache .ruff_cache .hypothesis
