PYTHON  ?= python3
PORT    ?= 8000
DB      ?= turnwright.sqlite
WORKERS ?= $(shell nproc 2>/dev/null || echo auto)

BIN   := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help play native test parts check bench clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(READY) ## host the games in the browser (PORT=8000)
	@echo "In the terminal: $(BIN)/turnwright play tictactoe    More: $(BIN)/turnwright --help"
	@$(BIN)/turnwright serve --port $(PORT) --db $(DB)

# Built from a copy, as the compiler puts what it makes beside the sources, where it would hide them.
native: $(READY) ## install a compiled copy into .native, for busy hosts
	@rm -rf build/native && mkdir -p build/native && cp -r pyproject.toml README.md LICENSE src build/native
	@test -d .native || $(BIN)/python -m venv .native
	@echo "Compiling (about a minute) ..."
	@HATCH_BUILD_HOOK_ENABLE_MYPYC=true .native/bin/python -m pip install -qq --disable-pip-version-check \
	  "./build/native[cli,server,postgres,client]"
	@rm -rf build/native
	@echo "Done. Host with it: .native/bin/turnwright serve"

test: check parts ## check, then run all tests
	@$(BIN)/python -m pytest -q -n $(WORKERS)

# The tests use a real browser, a real PostgreSQL and a real compiler: Debian's packages, installed where
# that is possible.
parts:
	@missing=""; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	command -v cc >/dev/null || missing="$$missing gcc libc6-dev"; \
	test -f "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" \
	  || missing="$$missing python3-dev"; \
	test -z "$$missing" || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && echo "Installing$$missing ..." && apt-get update -qq \
	  && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing >/dev/null; } \
	  || echo "Not installed:$$missing. The tests that need it are skipped (with CI=true they fail)." >&2

check: $(READY) ## lint, types and imports, without tests
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

bench: $(READY) ## measure
	@$(BIN)/python -m bench

clean: ## remove everything that was made, .venv included
	@rm -rf .venv .native build dist .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis
	@find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The environment is made once, and brought up to date when pyproject.toml changes.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Turnwright needs Python 3.11 or newer: install the package python3." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	       && apt-get update -qq \
	       && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3-venv >/dev/null \
	       && $(PYTHON) -c 'import ensurepip, venv'; } \
	  || { echo "Python cannot make virtual environments here: install the package python3-venv." >&2; exit 1; }
	@echo "Preparing .venv (only once) ..."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable ".[dev]"
	@touch $@
