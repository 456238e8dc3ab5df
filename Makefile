# Everything that a fresh machine needs is Python ≥ 3.11 and make. The virtual environment is made on demand.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
PIP := $(RUN)/python -m pip install --quiet --disable-pip-version-check --no-input
WORKERS ?= 2

# Tests start some hundred processes. Without stored bytecode each compiles the package again (0.4 s), and each worker all
# tests (9 s).
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all lint fix bench site docs clean
.DELETE_ON_ERROR:

demo: $(VENV)/.runtime ## Ingest the sample documents, write the graph, answer questions
	$(RUN)/python demo/run.py

test: $(VENV)/.dev ## All tests but those that take many seconds each: killed processes, large files, notebooks
	$(RUN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow"

test-all: $(VENV)/.dev ## Every test; CI runs these
	$(RUN)/python -m pytest -q -n $(WORKERS) --dist worksteal

lint: $(VENV)/.dev
	$(RUN)/ruff check --no-cache
	$(RUN)/ruff format --check
	$(RUN)/mypy
	$(RUN)/lint-imports

fix: $(VENV)/.dev ## Mend what can be mended by itself
	$(RUN)/ruff check --fix
	$(RUN)/ruff format

bench: $(VENV)/.dev ## All of bench/; those whose first line asks for a FOLDER get DATA/<name>, else DATA
	@for script in bench/*.py; do \
	  if ! head -n 1 "$$script" | grep -q FOLDER; then \
	    echo "== $$script"; $(RUN)/python "$$script" || exit 1; \
	  elif [ -n "$(DATA)" ]; then \
	    folder="$(DATA)/$$(basename "$$script" .py)"; [ -d "$$folder" ] || folder="$(DATA)"; \
	    echo "== $$script $$folder"; $(RUN)/python "$$script" "$$folder" || exit 1; \
	  elif head -n 1 "$$script" | grep -q "\[FOLDER\]"; then \
	    echo "== $$script"; $(RUN)/python "$$script" || exit 1; \
	  else \
	    echo "== $$script left out: it needs make bench DATA=folder"; \
	  fi; \
	done

site: $(VENV)/.dev ## Build the documentation's site into site/; a warning is an error
	$(PIP) --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(RUN)/python -m mkdocs build --strict --quiet

docs: $(VENV)/.dev ## Hold the documentation to the code
	@if [ -d tests/docs ]; then $(RUN)/python -m pytest -q tests/docs; else echo "No tests in tests/docs."; fi

clean: ## Remove all that make has made
	rm -rf $(VENV) dist build site demo/ws demo/graph.graphml demo/summary.md .coverage
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find $(wildcard src tests bench demo) -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.runtime: pyproject.toml
	$(make-venv)
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(make-venv)
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.runtime

# Python's version is looked at before anything is made. An environment that stands is kept and brought up to date.
define make-venv
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
  echo "Pramana needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
       "Name another one: make PYTHON=/path/to/python3.11" >&2; exit 2; }
@$(PYTHON) -m venv $(VENV) || { \
  echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv" >&2; exit 2; }
endef
