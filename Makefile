# Two commands do everything on a fresh Debian 12 machine with Python 3.11 or later: `make demo` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DEMO_PORT ?= 8484
# checks the types of the pages' scripts; Node and npm come as a wheel
TYPESCRIPT := 5.9.3
TSC        := $(VENV)/typescript-$(TYPESCRIPT)/node_modules/typescript/bin/tsc
# hundreds of processes are started, each of which would compile the sources anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test lint lint-style lint-types lint-scripts lint-docs format system bench oracles coverage faults walks long scale looking docs site screenshots measure dist image pins clean

demo: $(VENV)/.demo
	$(BIN)/beholder demo --port $(DEMO_PORT)

# Four processes on two cores: many tests wait for a browser or a server; each process imports everything once. Long files come first (tests/conftest.py).
test: lint system
	$(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder -m "not long"

# side by side: each of them keeps one core busy for a part of its time
lint: $(VENV)/.dev $(TSC)
	$(MAKE) --jobs 3 --output-sync=target lint-style lint-types lint-scripts lint-docs

lint-style:
	$(BIN)/ruff check src tests bench docs
	$(BIN)/ruff format --check src tests bench docs
	$(BIN)/lint-imports --cache-dir .import_linter_cache

lint-types:
	# its workers do not always find each other on a machine under load
	$(BIN)/mypy --num-workers 2 || $(BIN)/mypy

lint-scripts:
	$(BIN)/node $(TSC) --project tsconfig.json

lint-docs:
	$(BIN)/cog -I . --check --check-fail-msg "run make docs" @docs/generated.txt

format: $(VENV)/.dev
	$(BIN)/ruff check --fix src tests bench docs
	$(BIN)/ruff format src tests bench docs

# Chromium, fonts and PostgreSQL for the tests that use the real ones; a C compiler for the power cuts.
system: $(VENV)/.dev
	scripts/system-packages

bench: system
	$(BIN)/python -m bench

# Answers of libraries that are too heavy, or whose licence keeps them out of our imports, computed in their own environment.
oracles:
	scripts/oracles

# Branches of the packages that answers and numbers depend on, by the tests that are about them; fails below 95 %.
COVERING := $(addprefix tests/,engine store fields stats quality tables tabular keeping study exports earlier cli judges web)
coverage: system
	$(BIN)/pytest -n 2 --dist loadfile -m "not long" --cov --cov-report= $(COVERING)
	$(BIN)/python scripts/coverage_by_package.py

# The long form of the fault tests: hundreds of kills on both databases, and hundreds of power cuts.
faults: system
	$(BIN)/pytest -m long tests/faults

# The long form of the walks over every rater's page, from a new seed each time; BEHOLDER_WALKS and BEHOLDER_SEED repeat one.
walks: system
	$(BIN)/pytest -m long -s tests/browser/walks

# Everything that `make test` leaves out but those two: all languages, devices, fonts and databases, whole sweeps, rarer turns of a page.
long: system
	$(BIN)/pytest -n 4 --dist loadfile -m long --ignore tests/faults --ignore tests/scale --ignore tests/looking --ignore tests/browser/walks/test_walks.py

# Beyond one machine: a Spark of our own on this one (Java 17), servers behind nginx if it is installed, and a hundred million ratings in files.
SPARK      := 4.2.0
SPARK_VENV := $(VENV)/spark-$(SPARK)
scale: system $(SPARK_VENV)/.installed
	BEHOLDER_SPARK=$(SPARK_VENV) $(BIN)/pytest -m "" tests/scale
	$(BIN)/python -m bench.sums

$(SPARK_VENV)/.installed: $(VENV)/.dev
	command -v java >/dev/null || { echo "make scale needs Java 17: apt-get install openjdk-17-jre-headless" >&2; exit 1; }
	$(BIN)/pip install --quiet -c requirements/tested.txt -e '.[spark]'
	$(PYTHON) -m venv $(SPARK_VENV)
	$(SPARK_VENV)/bin/pip install --quiet pyspark==$(SPARK)
	touch $@

# A judge that really looks: a small model that reads what is painted into pictures. Its networks come in a wheel.
looking: $(VENV)/.dev
	$(BIN)/pip install --quiet -c requirements/tested.txt -e '.[looking]'
	$(BIN)/pytest -s -m "" tests/looking

# Writes the generated parts of the docs anew.
docs: $(VENV)/.dev
	$(BIN)/cog -I . -r @docs/generated.txt

# The docs as a site in site/: open site/index.html, no server needed. The tests build it too, with warnings as errors.
site: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir site

# Counts what makes the code hard to change, beside where it should be.
measure: $(VENV)/.dev
	$(BIN)/python -m bench.measure

# A wheel and a source archive in dist/, as they are published.
dist: $(VENV)/.dev
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .

# A container image with the wheel; the deployment guide runs it.
image: dist
	docker build --tag beholder:local .

# Looks up, and never guesses: hashes of the versions in requirements/tested.txt, digests of images, commits of actions.
pins: $(VENV)/.dev
	$(BIN)/python scripts/pins.py

screenshots: system
	$(BIN)/python docs/screenshots.py

$(VENV)/.base:
	$(PYTHON) -m venv $(VENV)
	touch $@

# Two steps: what comes from elsewhere is held to its hash, then the project itself is installed and fetches nothing.
INSTALL := $(BIN)/pip --disable-pip-version-check install --quiet --no-deps

$(VENV)/.demo: $(VENV)/.base pyproject.toml requirements/core.txt requirements/demo.txt
	$(INSTALL) --require-hashes -r requirements/demo.txt
	$(INSTALL) --no-build-isolation -e .
	touch $@

$(VENV)/.dev: $(VENV)/.base pyproject.toml $(wildcard requirements/*.txt)
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-build-isolation -e .
	touch $@ $(VENV)/.demo

$(TSC): $(VENV)/.dev
	$(BIN)/npm install --silent --no-save --no-package-lock --prefix $(VENV)/typescript-$(TYPESCRIPT) typescript@$(TYPESCRIPT)
	touch $@

clean:
	rm -rf $(VENV) dist build site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
