# Two commands do everything on a fresh machine: `make play` and `make test`.
# What they need is made on the way, once, and made again when what it is made of changes.

VENV := .venv
PY := $(VENV)/bin/python
JOBS := 2
# Tests wait for servers, browsers and databases a third of their time: one more than cores.
WORKERS := 3
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
# A compiler that fails is an error here; elsewhere an install goes on uncompiled.
export QUATREFOIL_REQUIRE_COMPILED := 1
LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
    --no-annotate --custom-compile-command 'make lock' --upgrade --quiet
# The hot core, in source and compiled: each .py with a .pxd beside it.
TYPES := $(shell find src -name '*.pxd')
CORE := $(TYPES) $(wildcard $(TYPES:.pxd=.py))
# What the slow form can do in a few minutes: rules, vectors, small perfts, searches of few nodes.
TESTS_OF_BOTH_FORMS := tests/core tests/games tests/conformance tests/search

.PHONY: help install play test lint lint-python lint-page compiled-tests uncompiled-tests bench load scaling recovery chaos proof \
    proof-rules proof-search proof-study proof-server proof-page proof-attacks proof-attacks-postgresql \
    proof-docs proof-install proof-chaos strength docs wheel gallery release lock clean FORCE

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: build/compiled $(VENV)/tools ## make .venv, install and compile
	@echo 'Ready: $(VENV)/bin/quatrefoil --help'

play: build/compiled ## play in the browser
	@$(VENV)/bin/quatrefoil serve --open

test: lint compiled-tests uncompiled-tests ## run every check that a change must pass

lint: build/compiled $(VENV)/tools ## check style and types
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint-python lint-page

lint-python:
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

lint-page:
	$(PY) tools/check-web

# What fails among the others gets a second try alone.
PYTEST := $(PY) -m pytest -p tests.second_try -n $(WORKERS)

compiled-tests: build/compiled $(VENV)/tools build/browser build/postgresql ## test the fast form, and all that stands on it
	QUATREFOIL_FORM=compiled $(PYTEST)

uncompiled-tests: build/compiled $(VENV)/tools ## test rules and search in the slow form, from a copy in build/pure
	rm -rf build/pure
	mkdir -p build/pure
	cp -R src/quatrefoil build/pure
	find build/pure -name '*.so' -delete
	QUATREFOIL_FORM=uncompiled PYTHONPATH=build/pure $(PYTEST) $(TESTS_OF_BOTH_FORMS)

bench: build/compiled $(VENV)/tools ## measure speeds, sizes and import time
	$(VENV)/bin/quatrefoil bench

load: build/compiled $(VENV)/tools ## play many matches at once on a server, and kill it 50 times meanwhile
	$(PY) -m quatrefoil.lab.load --matches 500 --seconds 20
	$(PY) -m quatrefoil.lab.load --matches 1000 --rate 1 --seconds 30
	$(PY) -m quatrefoil.lab.load --matches 20 --rate 1 --seconds 30 --computers 20
	$(PY) -m quatrefoil.lab.load --matches 100 --rate 5 --kills 50

scaling: build/compiled $(VENV)/tools build/postgresql ## compare one server process with several, on SQLite and PostgreSQL
	$(PY) -m quatrefoil.lab.scaling $(SCALING)

chaos: build/compiled $(VENV)/tools build/postgresql ## play on three processes and PostgreSQL while all that can fails; minutes
	$(PY) -m quatrefoil.lab.chaos $(CHAOS)

recovery: build/compiled $(VENV)/tools build/postgresql ## rehearse that the disk of a PostgreSQL is lost while people play
	$(PY) -m quatrefoil.lab.recovery

proof: proof-rules proof-search proof-study proof-server proof-page proof-attacks proof-attacks-postgresql proof-chaos proof-install proof-docs ## run the tests with many more random games, attacks and kills

THOROUGHLY := QUATREFOIL_FORM=compiled QUATREFOIL_TESTS=thorough $(PY) -m pytest -n $(JOBS)

proof-rules: build/compiled $(VENV)/tools ## ... of the contract, the games and the adapters
	$(THOROUGHLY) tests/core tests/games tests/conformance tests/adapters

proof-search: build/compiled $(VENV)/tools ## ... of the computer player
	$(THOROUGHLY) tests/search

proof-study: build/compiled $(VENV)/tools ## ... of what is taught: a thousand sentences of reviews
	$(THOROUGHLY) tests/study

proof-server: build/compiled $(VENV)/tools build/postgresql ## ... of matches and the server
	$(THOROUGHLY) tests/match tests/play tests/server

proof-attacks: build/compiled $(VENV)/tools build/postgresql ## ... of what faults and strangers can do to a server; prints the figures of docs/trust.md
	QUATREFOIL_FORM=compiled QUATREFOIL_TESTS=thorough $(PY) -m pytest -s tests/attacks

proof-attacks-postgresql: build/compiled $(VENV)/tools build/postgresql ## ... and the same on PostgreSQL
	QUATREFOIL_DATABASE=postgresql QUATREFOIL_FORM=compiled QUATREFOIL_TESTS=thorough $(PY) -m pytest -s tests/attacks

proof-page: build/compiled $(VENV)/tools build/browser ## ... of the page: every button of every phase, every page for barriers
	$(THOROUGHLY) tests/web

proof-chaos: build/compiled $(VENV)/tools build/postgresql ## chaos for 200,000 moves: a quarter of an hour and more
	$(PY) -m quatrefoil.lab.chaos --moves 200000 $(CHAOS)

wheel: build/compiled $(VENV)/release ## a compiled wheel for any Linux of this kind, in dist
	$(PY) tools/wheel

proof-install: build/compiled $(VENV)/tools $(VENV)/release ## ... of what is installed: the wheel, without compiler and checkout; Ctrl-C at every command
	$(THOROUGHLY) tests/install tests/cli/test_interrupts.py

docs: build/compiled $(VENV)/docs ## the handbook as a site, in build/docs/html
	$(PY) tools/docs

proof-docs: build/compiled $(VENV)/docs ## ... of the site: built anew, every link and picture looked at
	$(THOROUGHLY) tests/site

gallery: build/compiled $(VENV)/tools build/browser ## take a picture of every page in every form, for docs/gallery
	$(PY) tools/gallery

strength: build/compiled $(VENV)/tools ## play what is stale in docs/strength.md; takes hours, can be interrupted and goes on
	$(VENV)/bin/quatrefoil strength

release: build/compiled $(VENV)/tools $(VENV)/docs $(VENV)/release ## check all that a release promises, and say what is missing
	$(PY) tools/release

lock: ## pin the newest versions that pyproject.toml allows; needs uv
	$(LOCK) pyproject.toml requirements/build.in -o requirements/play.txt
	$(LOCK) pyproject.toml requirements/build.in --extra postgresql --extra push --extra pictures \
	    -o requirements/host.txt
	$(LOCK) pyproject.toml requirements/build.in --extra dev -o requirements/dev.txt
	$(LOCK) pyproject.toml requirements/build.in --extra docs -c requirements/dev.txt \
	    -o requirements/docs.txt
	$(LOCK) pyproject.toml requirements/build.in --extra release -c requirements/dev.txt \
	    -o requirements/release.txt

clean: ## delete everything that was made
	rm -rf $(VENV) build dist node_modules src/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name '*.so' -delete
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- what is made once ------------------------------------------------------------------------

# To play: little, and quickly there.
$(VENV)/installed: tools/prepare requirements/play.txt pyproject.toml
	tools/prepare $(VENV)
	$(PIP) --require-hashes -r requirements/play.txt
	$(PIP) --no-build-isolation --no-deps --editable .
	touch $@

# To check and to measure: everything.
$(VENV)/tools: $(VENV)/installed requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	touch $@

# To build wheels that run elsewhere.
$(VENV)/release: $(VENV)/installed requirements/release.txt
	$(PIP) --require-hashes -r requirements/release.txt
	touch $@

# To build the site of the handbook.
$(VENV)/docs: $(VENV)/tools requirements/docs.txt
	$(PIP) --require-hashes -r requirements/docs.txt
	touch $@

build/compiled: $(VENV)/installed build/inventory setup.py $(CORE)
	$(PY) setup.py --quiet build_ext --inplace --parallel $(JOBS)
	find src -name '*.pxd' -o -name '*.so' | sort > build/inventory
	touch $@

# A core module that came or went, or whose compiled file was lost, changes no file's time:
# this list is written anew when it is no longer true.
build/inventory: FORCE
	@mkdir -p build
	@find src -name '*.pxd' -o -name '*.so' | sort | cmp -s - $@ || echo outdated > $@

# The browser that the tests of the page drive.
build/browser: tools/prepare-browser
	tools/prepare-browser
	@mkdir -p build
	touch $@

# The PostgreSQL that the tests of the store start.
build/postgresql: tools/prepare-postgresql
	tools/prepare-postgresql
	@mkdir -p build
	touch $@
