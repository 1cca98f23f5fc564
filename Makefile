# Everything that anyone needs: `make demo`, `make test`, `make help`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# The tests start some thousand processes, and each would compile all modules again where this is set.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-browser test-clients test-long test-often test-matrix lint format picture recording manual reference protos wire-release release bench bench-clients clean

help: ## Shows this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

setup: $(STAMP) ## Makes .venv with everything pinned by .ci/constraints.txt

$(STAMP): pyproject.toml .ci/constraints.txt clients/python/pyproject.toml clients/python/build_hook.py $(shell find protos -name '*.proto') $(wildcard referee/games/*/cards.toml)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@PIP_CONSTRAINT=.ci/constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check -e clients/python -e '.[dev]'
	@# Root's bots run under user ids of their own, and have to read the library whatever umask root has.
	@test "$$(id -u)" != 0 || chmod -R o+rX $(VENV) clients/python
	@touch $@

demo: setup ## Plays a tournament of bots in their own processes on every game, from plan to report
	@rm -rf demo
	@$(BIN)/tournament demo -o demo

test: lint ## Lint, types, import rules, wire checks and every test
	@$(BIN)/python -m pytest -n auto --cov --cov-report=term $(if $(SKIPS),--skips $(SKIPS))

test-browser: setup ## Opens the pages in the Chromium that is installed; pictures of them come to build/pictures
	@$(BIN)/python -m pytest tests/browser -m browser --pictures build/pictures

test-clients: setup ## Builds, lints and tests the bots of every language whose tools are here
	@$(BIN)/python -m tests.languages

test-long: setup ## The long campaigns
	@$(BIN)/python -m pytest -n auto -m long --timeout 3600

test-often: lint ## The whole suite 20 times in a row, then 5 times beside a load of 4: two to three hours on two cores
	@$(BIN)/python -m tests.often --runs 20
	@$(BIN)/python -m tests.often --runs 5 --load 4

test-matrix: setup ## The whole suite on other Pythons, other versions of packages and oddly set up machines: hours
	@$(BIN)/python -m tests.matrix $(CELLS)

lint: setup ## ruff, mypy, import contracts, buf, and the English of every text
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/buf lint protos
	@$(BIN)/codespell
	@$(BIN)/python -m tests.english

format: setup ## Formats the Python code
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

manual: setup ## Makes the manual a site: build/manual/index.html
	@$(BIN)/sphinx-build -q -W --keep-going -b html -c tests/manual/site referee/manual build/manual
	@echo "build/manual/index.html"

reference: setup ## Writes the generated parts of the manual again
	@$(BIN)/python -m tests.manual.reference

picture: setup ## Takes the pictures of the manual and the README again
	@$(BIN)/python -m tests.browser.picture

recording: setup ## Records `make demo` again for the README
	@$(BIN)/python -m tests.recording

protos: setup ## Writes the games' messages again, from the classes that declare them
	@$(BIN)/referee game proto
	@$(BIN)/python clients/python/build_hook.py > /dev/null

wire-release: setup ## Takes the wire as released: from now on it may only grow
	@$(BIN)/buf build protos --exclude-source-info -o protos/released.binpb

release: setup ## Writes VERSION=1.2.3 everywhere and builds all packages into dist; tags and publishes nothing
	@$(BIN)/python -m tests.release "$(VERSION)" $(if $(REPOSITORY),--repository "$(REPOSITORY)") $(if $(GROUP),--group "$(GROUP)") $(if $(LANGUAGES),--languages $(LANGUAGES))

bench: setup ## Measures speed, as ratios side by side in one run, and writes the table of the manual
	@$(BIN)/python -m tests.bench --manual

bench-clients: setup ## Measures what a decision costs with the library of each language that is built
	@$(BIN)/python -m tests.bench.clients

clean: ## Removes what was built
	@rm -rf $(VENV) dist build demo .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name '*_pb2*' -not -path './.git/*' -delete
	@rm -rf clients/python/referee_client/games
