# Thin on purpose: each target is the command one would type, with its set-up. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

CARGO ?= cargo
PYTHON ?= python3
# Set to run the tests with a Python that has these packages already.
ESTOPIM_PYTHON ?= $(CURDIR)/.venv/bin/python
PYTHON_PACKAGES := pyffish==0.0.90 chess==1.11.2 schemathesis==4.32.5 berserk==0.14.0

# Syzygy files of chess with three and four men, to read in the tests.
ESTOPIM_SYZYGY ?= $(CURDIR)/target/syzygy

SOAK_POSITIONS ?= 1000000
SOAK_SEED ?= 1
FUZZ_SECONDS ?= 600
CHROMIUM ?= chromium

# What the page is made of.
PAGE_SOURCES := $(shell find web locales -type f \
	-not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/e2e/*' -not -path '*/test-results/*' 2>/dev/null)

# What `make checkers` can get here, and the tests therefore insist on.
CHECKERS := $(if $(shell command -v apt-get),nginx caddy)

# Warnings in the docs are errors, but a module may point its readers to its private parts. Snapshots are
# compared and never rewritten.
CHECKED := RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" INSTA_UPDATE=no ESTOPIM_PYTHON="$(ESTOPIM_PYTHON)" \
	ESTOPIM_CHECKERS="$(CHECKERS)" ESTOPIM_SYZYGY="$(ESTOPIM_SYZYGY)"

# Features that nothing of ours switches on, tested all the same.
FEATURES := --features estopim-rules/serde

# Reports of what has been tested. A group of tests that is missing in them has not passed.
REPORTS := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)/test-groups
NEXTEST_REPORT := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)/nextest/default/junit.xml

.PHONY: help
help: ## List what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-9s %s\n", $$1, $$2 }'

.PHONY: run
run: web ## Build the page and the program, and serve them on this machine
	$(CARGO) build --locked --release -p estopim
	exec "$${CARGO_TARGET_DIR:-target}/release/estopim" serve $(SERVE)

.PHONY: install
install: web ## Put estopim and estopim-uci into ~/.cargo/bin
	$(CARGO) install --locked --path crates/estopim

.PHONY: test
test: python syzygy tmux checkers web ## Everything CI checks: format, lints, docs, tests
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets $(FEATURES) -- -D warnings
	$(CHECKED) $(CARGO) doc --locked --workspace --exclude estopim $(FEATURES) --no-deps --document-private-items
	@if $(CARGO) deny --version >/dev/null 2>&1; then \
		set -x; $(CARGO) deny --log-level error --offline check licenses bans sources; \
	fi
	@mkdir -p $(REPORTS); rm -f $(REPORTS)/* $(NEXTEST_REPORT)
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		set -x; $(CHECKED) scripts/with-postgres.sh $(CARGO) nextest run --locked --workspace $(FEATURES); \
		scripts/test-groups.py rust $(NEXTEST_REPORT); \
	else \
		set -x; $(CHECKED) scripts/with-postgres.sh $(CARGO) test --locked --workspace $(FEATURES) --lib --bins --tests 2>&1 \
			| tee $(REPORTS)/cargo-test.txt; \
		scripts/test-groups.py rust $(REPORTS)/cargo-test.txt; \
	fi
	$(CHECKED) $(CARGO) test --locked --workspace $(FEATURES) --doc
	$(MAKE) --no-print-directory web-test e2e-built

# The page's packages, installed anew only when the lock file has changed.
web/node_modules/.package-lock.json: web/package-lock.json
	@command -v npm >/dev/null || { \
		echo "error: npm is missing; install Node.js 20.19 or later (https://nodejs.org)" >&2; exit 1; }
	cd web && npm ci --no-audit --no-fund
	touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd web && npm run --silent build

.PHONY: web
web: web/dist/index.html ## Build the page that the server shows, if it has changed

.PHONY: web-test
web-test: web/node_modules/.package-lock.json ## Types, format, lints and unit tests of the page
	cd web && npm run --silent check
	node web/scripts/wasm-sources.mjs --compare
	@mkdir -p $(REPORTS); rm -f $(REPORTS)/web.json
	cd web && npm run --silent test -- --reporter=default --reporter=json --outputFile=$(REPORTS)/web.json
	scripts/test-groups.py web $(REPORTS)/web.json

.PHONY: e2e
e2e: web chromium ## The page in a real browser against the real server
	$(CARGO) build --locked -p estopim
	$(MAKE) --no-print-directory e2e-built

# With the program as the tests have built it. To build it by itself takes two minutes more: packages that it
# shares with the tests then have other features, and are built anew.
.PHONY: e2e-built
e2e-built: web chromium
	@mkdir -p $(REPORTS); rm -f $(REPORTS)/e2e.json
	cd web && CHROMIUM="$$(command -v $(CHROMIUM))" PLAYWRIGHT_JSON_OUTPUT_FILE=$(REPORTS)/e2e.json \
		npm run --silent e2e -- --reporter=list,json
	scripts/test-groups.py e2e $(REPORTS)/e2e.json

.PHONY: chromium
chromium:
	@if command -v $(CHROMIUM) >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; \
	else \
		echo "error: $(CHROMIUM) is missing; install Chromium (Debian: apt install chromium) or name it: make CHROMIUM=/path/to/chrome" >&2; exit 1; \
	fi

.PHONY: bench
bench: ## Perft speed against shakmaty and cozy-chess (about two minutes)
	$(CARGO) bench --locked -p estopim-rules --bench perft -- $(BENCH)

.PHONY: bench-browser
bench-browser: web chromium ## The engine in Chromium against the program itself, on one thread each
	$(CARGO) build --locked --release -p estopim
	cd web && CHROMIUM="$$(command -v $(CHROMIUM))" node scripts/bench-browser.mjs $(BENCH)

.PHONY: perft
perft: ## Every perft table in full
	ESTOPIM_PERFT=full $(CARGO) test --locked --release -p estopim-rules --test perft -- --nocapture

.PHONY: soak
soak: python ## Cross-checks over SOAK_POSITIONS (1000000) positions a game
	ESTOPIM_PYTHON="$(ESTOPIM_PYTHON)" $(CARGO) run --locked --release -p estopim-rules --example soak -- \
		--positions $(SOAK_POSITIONS) --seed $(SOAK_SEED)

.PHONY: fuzz
fuzz: ## Every fuzz target for FUZZ_SECONDS (600)
	@$(CARGO) +nightly fuzz --version >/dev/null 2>&1 || { \
		echo "error: fuzzing needs nightly Rust and cargo-fuzz:" >&2; \
		echo "  rustup toolchain install nightly && cargo install cargo-fuzz" >&2; exit 1; }
	@for target in $$($(CARGO) +nightly fuzz list); do \
		echo "fuzzing $$target for $(FUZZ_SECONDS) s"; \
		mkdir -p "fuzz/corpus/$$target"; \
		$(CARGO) +nightly fuzz run "$$target" "fuzz/corpus/$$target" "fuzz/corpus_seed/$$target" -- \
			-max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=1024; \
	done

.PHONY: miri
miri: ## The unsafe code that is not SIMD, under Miri
	@$(CARGO) +nightly miri --version >/dev/null 2>&1 || { \
		echo "error: Miri is missing: rustup toolchain install nightly --component miri,rust-src" >&2; exit 1; }
	CARGO_TARGET_DIR=target/miri MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-strict-provenance" \
		$(CARGO) +nightly miri test --locked -p estopim-engine --lib -- memory::tests tt::tests

.PHONY: checkers
checkers: ## The programs that check docs/hosting, in target/tools
	scripts/checkers.sh

.PHONY: python
python: ## The Python that the tests ask, with pyffish, python-chess, Schemathesis and berserk, in .venv
	@if "$(ESTOPIM_PYTHON)" -c 'import pyffish, chess, schemathesis, berserk' >/dev/null 2>&1; then exit 0; fi; \
	command -v $(PYTHON) >/dev/null || { \
		echo "error: $(PYTHON) is missing; install Python 3.11 or later (Debian: apt install python3 python3-venv)" >&2; exit 1; }; \
	$(PYTHON) -m venv --clear .venv || { \
		echo "error: $(PYTHON) cannot make a virtual environment (Debian: apt install python3-venv)" >&2; exit 1; }; \
	.venv/bin/python -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES) || { \
		echo "error: pip could not install $(PYTHON_PACKAGES); it needs the network, or name a Python that has it in ESTOPIM_PYTHON" >&2; exit 1; }

# The source package of python-chess contains them.
.PHONY: syzygy
syzygy: python ## Syzygy files for the tests, in target/syzygy
	@if [ -f "$(ESTOPIM_SYZYGY)/KRvKP.rtbz" ]; then exit 0; fi; \
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && mkdir -p "$(ESTOPIM_SYZYGY)" && \
	"$(ESTOPIM_PYTHON)" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
		$(filter chess==%,$(PYTHON_PACKAGES)) --dest "$$folder" && \
	tar -xzf "$$folder"/chess-*.tar.gz -C "$(ESTOPIM_SYZYGY)" --strip-components 4 --wildcards '*/data/syzygy/regular/*.rtb?' || { \
		echo "error: pip could not download the source package of chess; it needs the network, or name a folder of Syzygy files in ESTOPIM_SYZYGY" >&2; exit 1; }

.PHONY: tmux
tmux: ## The terminal that the tests of the terminal game play in
	@command -v tmux >/dev/null && command -v pkill >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -q && apt-get install -qy --no-install-recommends tmux procps; \
	else \
		echo "error: the tests need tmux and pkill (Debian: apt install tmux procps)" >&2; exit 1; \
	fi

.PHONY: latency
latency: ## How long the terminal game takes from a key to the screen, and what it costs when idle
	$(CARGO) bench --locked -p estopim-tui --bench latency

.PHONY: peers
peers: ## The engines that matches are played against: two from npm, Stockfish and GNU Chess from Debian
	cd crates/match/peers && npm ci --ignore-scripts
	@for engine in stockfish gnuchess; do \
		command -v $$engine >/dev/null || test -x /usr/games/$$engine || apt-get install -y --no-install-recommends $$engine || { \
			echo "error: $$engine is missing; install the package (Debian: apt install $$engine)" >&2; exit 1; }; \
	done

.PHONY: protocol
protocol: ## The types that the web page shares with the server
	mkdir -p web/src/generated
	$(CARGO) run --locked --quiet -p estopim-protocol --example typescript > web/src/generated/protocol.ts.new
	mv web/src/generated/protocol.ts.new web/src/generated/protocol.ts
	$(CARGO) run --locked --quiet -p estopim-wasm --example wasm_types > web/src/generated/wasm.ts.new
	mv web/src/generated/wasm.ts.new web/src/generated/wasm.ts

.PHONY: wasm
wasm: ## The rules and the engine for the page, from their sources (the built ones are in web/src/wasm)
	scripts/build-wasm.sh

.PHONY: fmt
fmt: web/node_modules/.package-lock.json ## Format all sources
	$(CARGO) fmt --all
	cd web && npm run --silent format

.PHONY: clean
clean: ## Remove everything built
	$(CARGO) clean
	rm -rf .venv web/dist web/node_modules
