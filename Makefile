# Thin on purpose: each target is the command one would type, with its set-up. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

CARGO ?= cargo
PYTHON ?= python3
# Set to run the tests with a Python that has these packages already.
ESTOPIM_PYTHON ?= $(CURDIR)/.venv/bin/python
PYTHON_PACKAGES := pyffish==0.0.90 chess==1.11.2

SOAK_POSITIONS ?= 1000000
SOAK_SEED ?= 1
FUZZ_SECONDS ?= 600
CHROMIUM ?= chromium

# Warnings in the docs are errors, but a module may point its readers to its private parts. Snapshots are
# compared and never rewritten.
CHECKED := RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" INSTA_UPDATE=no ESTOPIM_PYTHON="$(ESTOPIM_PYTHON)"

# What must have been tested. A group that is gone has not passed.
TEST_GROUPS := \
	crates/engine/tests/search.rs \
	crates/estopim/tests/cli.rs \
	crates/estopim/tests/matches.rs \
	crates/estopim/tests/play_plain.rs \
	crates/estopim/tests/play_terminal.rs \
	crates/estopim/tests/python_client.rs \
	crates/estopim/tests/refusals.rs \
	crates/lab/tests/mates.rs \
	crates/lab/tests/matches.rs \
	crates/lab/tests/perft.rs \
	crates/lab/tests/tune.rs \
	crates/protocol/tests/messages.rs \
	crates/rules/tests/atomic_cases.rs \
	crates/rules/tests/crosscheck.rs \
	crates/rules/tests/invariants.rs \
	crates/rules/tests/notation_epd.rs \
	crates/rules/tests/notation_pgn.rs \
	crates/rules/tests/notation_san.rs \
	crates/rules/tests/perft.rs \
	crates/rules/tests/refusals.rs \
	crates/tui/tests/games.rs \
	crates/tui/tests/panics.rs \
	crates/tui/tests/screens.rs \
	crates/uci/tests/client.rs

.PHONY: help
help: ## List what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-9s %s\n", $$1, $$2 }'

.PHONY: run
run: ## Build the program and show what it does
	$(CARGO) build --locked --release -p estopim
	@bin="$${CARGO_TARGET_DIR:-target}/release/estopim"; \
	"$$bin" show --variant atomic; \
	echo; \
	"$$bin" --help; \
	echo; \
	echo "The program is $$bin"

.PHONY: test
test: groups python tmux ## Everything CI checks: format, lints, docs, tests
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	$(CHECKED) $(CARGO) doc --locked --workspace --exclude estopim --no-deps --document-private-items
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		set -x; $(CHECKED) $(CARGO) nextest run --locked --workspace; \
	else \
		set -x; $(CHECKED) $(CARGO) test --locked --workspace --lib --bins --tests; \
	fi
	$(CHECKED) $(CARGO) test --locked --workspace --doc

.PHONY: groups
groups:
	@for group in $(TEST_GROUPS); do \
		[ -e "$$group" ] || { echo "error: the tests of $$group are missing" >&2; exit 1; }; \
	done

.PHONY: web-test
web-test: web/node_modules/.package-lock.json ## Types, lints and unit tests of the page
	cd web && npm run --silent check
	cd web && npm run --silent test

.PHONY: e2e
e2e: web chromium ## The page in a real browser against the real server
	$(CARGO) build --locked -p estopim
	cd web && CHROMIUM="$$(command -v $(CHROMIUM))" npm run --silent e2e

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
	$(CARGO) bench --locked -p estopim-lab --bench perft -- $(BENCH)

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

.PHONY: python
python: ## The Python that the tests ask, with pyffish and python-chess, in .venv
	@if "$(ESTOPIM_PYTHON)" -c 'import pyffish, chess' >/dev/null 2>&1; then exit 0; fi; \
	command -v $(PYTHON) >/dev/null || { \
		echo "error: $(PYTHON) is missing; install Python 3.9 or later (Debian: apt install python3 python3-venv)" >&2; exit 1; }; \
	$(PYTHON) -m venv --clear .venv || { \
		echo "error: $(PYTHON) cannot make a virtual environment (Debian: apt install python3-venv)" >&2; exit 1; }; \
	.venv/bin/python -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES) || { \
		echo "error: pip could not install $(PYTHON_PACKAGES); it needs the network, or name a Python that has it in ESTOPIM_PYTHON" >&2; exit 1; }

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
	cd crates/lab/peers && npm ci --ignore-scripts
	@for engine in stockfish gnuchess; do \
		command -v $$engine >/dev/null || test -x /usr/games/$$engine || apt-get install -y --no-install-recommends $$engine || { \
			echo "error: $$engine is missing; install the package (Debian: apt install $$engine)" >&2; exit 1; }; \
	done

.PHONY: protocol
protocol: ## The types that the web page shares with the server
	mkdir -p web/src/generated
	$(CARGO) run --locked --quiet -p estopim-protocol --example typescript > web/src/generated/protocol.ts

.PHONY: fmt
fmt: ## Format all sources
	$(CARGO) fmt --all

.PHONY: clean
clean: ## Remove everything built
	$(CARGO) clean
	rm -rf .venv web/dist web/node_modules
