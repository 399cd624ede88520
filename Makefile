# Two commands do everything on a fresh machine: `make play` and `make test`.
# What they need is made on the way, once, and made again when what it is made of changes.

VENV := .venv
PY := $(VENV)/bin/python
JOBS := 2
LOCK := requirements/dev.txt
# The hot core, in source and compiled: each .py with a .pxd beside it.
TYPES := $(shell find src -name '*.pxd')
CORE := $(TYPES) $(TYPES:.pxd=.py)
# Everything uncompiled can do in a few minutes: the rules, the vectors, small perfts.
RULE_TESTS := tests/core tests/games tests/conformance
# Every line of every proof, and every equation of every table.
PROOF_TESTS := tests/search/test_solve.py tests/search/test_endings.py

.PHONY: help install play test lint compiled-tests uncompiled-tests bench proof strength clean FORCE

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: build/compiled ## make .venv, install and compile
	@echo 'Ready: $(VENV)/bin/quatrefoil --help'

play: build/compiled ## play in the terminal
	@$(VENV)/bin/quatrefoil play

test: lint compiled-tests uncompiled-tests ## run every check that a change must pass

lint: build/compiled ## check style and types
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

compiled-tests: build/compiled ## test the fast form
	QUATREFOIL_FORM=compiled $(PY) -m pytest -n $(JOBS)

uncompiled-tests: build/compiled ## test the rules in the slow form, from a copy in build/pure
	rm -rf build/pure
	mkdir -p build/pure
	cp -R src/quatrefoil build/pure
	find build/pure -name '*.so' -delete
	QUATREFOIL_FORM=uncompiled PYTHONPATH=build/pure $(PY) -m pytest -n $(JOBS) $(RULE_TESTS)

bench: build/compiled $(VENV)/bench ## measure speeds, sizes and import time
	$(VENV)/bin/quatrefoil bench

proof: build/compiled ## test the rules with many more random games and examples
	QUATREFOIL_FORM=compiled QUATREFOIL_TESTS=thorough $(PY) -m pytest -n $(JOBS) $(RULE_TESTS) $(PROOF_TESTS)

strength: build/compiled ## remake docs/strength.md; takes hours, can be interrupted and goes on
	$(VENV)/bin/quatrefoil strength

clean: ## delete everything that was made
	rm -rf $(VENV) build dist src/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name '*.so' -delete
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- what is made once ------------------------------------------------------------------------

$(VENV)/installed: tools/prepare $(LOCK) pyproject.toml
	tools/prepare $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -r $(LOCK)
	$(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation \
	    --constraint $(LOCK) --editable '.[dev]'
	touch $@

build/compiled: $(VENV)/installed build/inventory setup.py $(CORE)
	$(PY) setup.py --quiet build_ext --inplace
	find src -name '*.pxd' -o -name '*.so' | sort > build/inventory
	touch $@

# A core module that came or went, or whose compiled file was lost, changes no file's time:
# this list is written anew when it is no longer true.
build/inventory: FORCE
	@mkdir -p build
	@find src -name '*.pxd' -o -name '*.so' | sort | cmp -s - $@ || echo outdated > $@

$(VENV)/bench: requirements/bench.txt $(VENV)/installed
	$(PY) -m pip install --quiet --disable-pip-version-check \
	    --constraint $(LOCK) -r requirements/bench.txt
	touch $@
