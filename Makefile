PYTHON  ?= python3
PORT    ?= 8000
DB      ?= turnwright.sqlite
# One more than cores: many tests wait for a browser, a server or a clock.
WORKERS ?= $(shell echo $$(($$(nproc 2>/dev/null || echo 1) + 1)))

BIN   := .venv/bin
PLAY  := .venv/.play
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help play native test packages quick check bench docs playground release-check clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAY) ## host the games in the browser (PORT=8000)
	@echo "In the terminal: $(BIN)/turnwright play tictactoe    More: $(BIN)/turnwright --help"
	@$(BIN)/turnwright serve --port $(PORT) --db $(DB)

# Built from a copy, because mypyc puts its output next to the sources and would shadow them.
native: $(PLAY) ## install a compiled copy into .native, for busy hosts
	@rm -rf build/native && mkdir -p build/native && cp -r pyproject.toml README.md LICENSE src build/native
	@test -d .native || $(BIN)/python -m venv .native
	@echo "Compiling (about a minute) ..."
	@HATCH_BUILD_HOOK_ENABLE_MYPYC=true .native/bin/python -m pip install -qq --disable-pip-version-check \
	  "./build/native[cli,server,postgres,client]"
	@rm -rf build/native
	@echo "Done. Host with it: .native/bin/turnwright serve"

test: check packages ## check, then run all tests
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

# A representative subset: one or two files of every package that need no browser, database or compiler.
QUICK := tests/core/flow tests/core/rules tests/core/test_match.py tests/core/test_record.py \
  tests/agents/test_greedy.py tests/games/duel/test_duel_rules.py tests/games/tcg/test_lorcana.py \
  tests/games/netrunner/test_runs.py tests/games/spire/test_fight.py tests/skirmish/test_turns.py \
  tests/server/test_message_handler.py tests/bridges/commmod/test_screens.py \
  tests/bridges/jinteki/codec tests/sim/test_intervals.py tests/test_imports.py

quick: check ## check, then run a subset of the tests in under a minute
	@$(BIN)/python -m pytest -q -n $(WORKERS) $(QUICK)

# The tests use a real browser, a real PostgreSQL and a real compiler: Debian packages, installed where
# that is possible.
packages:
	@missing=""; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	test -x /usr/sbin/nginx || command -v nginx >/dev/null || missing="$$missing nginx-light"; \
	command -v cc >/dev/null || missing="$$missing gcc libc6-dev"; \
	test -f "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" \
	  || missing="$$missing python3-dev"; \
	test -z "$$missing" || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && echo "Installing$$missing ..." && apt-get update -qq \
	  && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing >/dev/null; } \
	  || echo "Missing packages:$$missing. Tests that need them are skipped, or fail if CI=true." >&2

check: $(READY) ## check style, types and imports, without tests
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff check --quiet --preview --select PLW1514 . # text files have an encoding
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

bench: $(READY) ## run the benchmarks
	@$(BIN)/python -m bench

release-check: $(READY) ## install the wheel with every extra, and follow the README and the how-tos
	@$(BIN)/python -m pytest -q -n 2 tests/release_check.py

docs: $(READY) ## build the documentation site into build/docs/html
	@$(BIN)/python -m docs.site

playground: $(READY) ## build the page that plays rules without a server (needs npm)
	@$(BIN)/python -m docs.site.playground

clean: ## remove everything that was built, including .venv
	@rm -rf .venv .native build dist .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis
	@find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Two stages of one environment, each made once and again when pyproject.toml changes: what `play` needs, and
# what developers need.
$(PLAY): pyproject.toml
	$(VENV)
	$(call INSTALL,the server,.[server])
	@touch $@

$(READY): pyproject.toml
	$(VENV)
	$(call INSTALL,everything for development and tests (about 900 MB),.[dev])
	@touch $(PLAY) $@

define VENV
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
  || { echo "Turnwright needs Python 3.11 or newer. Install the package python3." >&2; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
  || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
       && apt-get update -qq \
       && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3-venv >/dev/null \
       && $(PYTHON) -c 'import ensurepip, venv'; } \
  || { echo "Python cannot create virtual environments. Install the package python3-venv." >&2; exit 1; }
@$(BIN)/python -m pip --version >/dev/null 2>&1 \
  || { echo "Creating .venv ..." && $(PYTHON) -m venv --clear .venv; }
endef

# Prints the name of each package as pip comes to it; the whole output is in .venv/install.log.
define INSTALL
@echo "Installing $(1) into .venv ..."; rm -f .venv/.failed; \
{ $(BIN)/python -m pip install --disable-pip-version-check --no-input --progress-bar off \
    --editable "$(2)" 2>&1 || touch .venv/.failed; } | tee .venv/install.log \
  | while read -r word name rest; do \
      case "$$word $$name" in \
        "Collecting "*) printf ' %s' "$${name%%[<>=!~;[]*}";; \
        "Processing "*) name="$${name##*/}"; printf ' %s' "$${name%%-*}";; \
        "Installing collected") printf '\n Unpacking ...';; \
      esac; \
    done; echo; \
if test -e .venv/.failed; then \
  tail -n 20 .venv/install.log >&2; \
  echo "The installation failed; the whole output is in .venv/install.log." >&2; exit 1; \
fi
endef
