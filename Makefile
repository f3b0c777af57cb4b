# make demo    set up, build, and expand the bundled calendar
# make test    set up, build, and run the tests
# make help    list all targets

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo install dist test test-examples test-address test-thread fuzz sweep complexity format lint docs bench-build bench \
    bench-full bench-check

SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources \
    $(wildcard Examples/*/Package.swift Examples/*/Sources Examples/*/Tests)
# The tests cover every trait, including dependencies that users of the library do not resolve.
TRAITS := --traits CommandLine,Libical,Records
DEMO := --from 2026-03-28 --to 2026-04-11 --time-zone Europe/Berlin Corpus/demo/studio.ics
DEMO_NDJSON := --from 2026-03-31 --to 2026-04-01 --time-zone Europe/Berlin --format ndjson Corpus/demo/studio.ics

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## Install missing dependencies: libical, SQLite, git, and the time zone database
	@set -euo pipefail; \
	command -v swift > /dev/null || { echo "there is no swift; see https://www.swift.org/install" >&2; exit 1; }; \
	header() { \
	    for folder in /usr/include /usr/local/include /opt/homebrew/include; do \
	        if [ -e $$folder/libical/ical.h ]; then echo $$folder/libical/ical.h; return; fi; \
	    done; \
	}; \
	missing=(); \
	[ -n "$$(header)" ] || missing+=(libical-dev); \
	[ "$$(uname)" = Darwin ] || [ -e /usr/include/sqlite3.h ] || [ -e /usr/local/include/sqlite3.h ] \
	    || missing+=(libsqlite3-dev); \
	[ -e /usr/share/zoneinfo/Europe/Berlin ] || missing+=(tzdata); \
	command -v git > /dev/null || missing+=(git); \
	if [ $${#missing[@]} -eq 0 ]; then :; \
	elif command -v apt-get > /dev/null; then \
	    as_root=(); \
	    if [ "$$(id -u)" -ne 0 ]; then \
	        command -v sudo > /dev/null || { echo "as root, please: apt-get install $${missing[*]}" >&2; exit 1; }; \
	        as_root=(sudo); \
	    fi; \
	    echo "installing $${missing[*]} with apt-get"; \
	    "$${as_root[@]}" apt-get update -qq; \
	    "$${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
	        apt-get install -y -qq --no-install-recommends "$${missing[@]}" < /dev/null; \
	elif command -v brew > /dev/null; then \
	    command -v git > /dev/null || { echo "there is no git; run: xcode-select --install" >&2; exit 1; }; \
	    echo "installing libical with brew"; \
	    brew install libical < /dev/null; \
	else \
	    echo "please install libical 3.0 and SQLite with their headers, git and the tz database ($${missing[*]} on Debian)" >&2; \
	    exit 1; \
	fi; \
	found="$$(header)"; \
	[ -n "$$found" ] || { echo "libical is installed, but its header is in none of the usual folders" >&2; exit 1; }; \
	version="$$(sed -n 's/^#define ICAL_VERSION "\(.*\)"/\1/p' "$$found")"; \
	case "$$version" in \
	    3.0 | 3.0.*) ;; \
	    *) echo "$$found is of libical $${version:-without a version}; 3.0.x is needed." \
	        "Where brew or the system has 4.x only, build 3.0 from https://github.com/libical/libical/releases" \
	        "into /usr/local, and take the other away (brew unlink libical)" >&2; exit 1 ;; \
	esac

demo: setup ## Expand the bundled calendar
	swift build -c release --product ics-expand
	.build/release/ics-expand $(DEMO)
	.build/release/ics-expand $(DEMO_NDJSON)

PREFIX := /usr/local
DESTDIR :=
# Installed programs contain the Swift runtime, so they start faster and run without Swift.
RELEASE := -c release --static-swift-stdlib
PROGRAMS := ics-expand ics-store
# Copies the programs built in folder 1, with manual pages and completions, below folder 2.
define copy_programs
set -euo pipefail; share="$(2)/share"; \
mkdir -p "$(2)/bin" "$$share/man/man1" "$$share/bash-completion/completions" "$$share/zsh/site-functions" \
    "$$share/fish/vendor_completions.d"; \
for program in $(PROGRAMS); do \
    script="$(1)/$$program --generate-completion-script"; \
    install -m 755 "$(1)/$$program" "$(2)/bin"; \
    install -m 644 Sources/*/$$program.1 "$$share/man/man1"; \
    $$script bash > "$$share/bash-completion/completions/$$program"; \
    $$script zsh > "$$share/zsh/site-functions/_$$program"; \
    $$script fish > "$$share/fish/vendor_completions.d/$$program.fish"; \
done
endef

install: setup ## Install the programs, manual pages and completions; PREFIX=/usr/local, DESTDIR=
	for program in $(PROGRAMS); do \
	    swift build $(RELEASE) $(TRAITS) --scratch-path .build-release --product $$program || exit 1; done
	@$(call copy_programs,.build-release/release,$(DESTDIR)$(PREFIX))

dist: setup ## Create a tarball of programs that need neither Swift nor libical, and its checksum
	for program in $(PROGRAMS); do \
	    swift build $(RELEASE) --traits CommandLine --scratch-path .build-dist --product $$program || exit 1; done
	@version="$$(.build-dist/release/ics-expand --version)"; \
	name="swift-icalendar-$$version-$$(uname -s | tr A-Z a-z)-$$(uname -m)"; \
	rm -rf ".build-dist/$$name"; \
	$(call copy_programs,.build-dist/release,.build-dist/$$name); \
	cp README.md CHANGELOG.md LICENSE ".build-dist/$$name"; \
	cd .build-dist; tar -czf "$$name.tar.gz" "$$name"; sha256sum "$$name.tar.gz" | tee "$$name.tar.gz.sha256"

test: setup ## Build and run the tests
	swift build $(TRAITS) --build-tests --explicit-target-dependency-import-check error
	@set -o pipefail; swift test $(TRAITS) --skip-build --parallel 2>&1 | tee .build/tests.log || \
	    { echo; echo "What failed (all of it is in .build/tests.log):"; grep '✘' .build/tests.log; exit 1; }

test-examples: setup ## Build the server under Examples and query it over HTTP; the first build takes minutes
	swift test --package-path Examples/CalendarServer

# AddressSanitizer includes LeakSanitizer on Linux. Optimized, with all assertions, the tests take a fifth of the time.
SANITIZED := $(TRAITS) --build-tests -Xswiftc -O -Xswiftc -assert-config -Xswiftc Debug
test-address: setup ## Run the tests under AddressSanitizer and LeakSanitizer; FILTER=Name selects some
	swift build $(SANITIZED) --sanitize=address --scratch-path .build-asan
	Tests/Fuzzing/sanitized address $(FILTER)

test-thread: setup ## Run the tests under ThreadSanitizer; FILTER=Name selects some
	swift build $(SANITIZED) --sanitize=thread --scratch-path .build-tsan
	Tests/Fuzzing/sanitized thread $(FILTER)

MINUTES := 10
fuzz: setup ## Fuzz each target for MINUTES (10); TARGET=rules selects one
	Tests/Fuzzing/fuzz $(MINUTES) $(TARGET)

COUNT := 100000
SEED := 1
CALENDARS := Corpus
# The limit is 2 s without the sanitizer, which slows everything down by a factor of five to ten.
SECONDS_UNDER_ASAN := 10
sweep: setup ## Read COUNT mutated calendars and those in CALENDARS under AddressSanitizer
	swift build --package-path Tests/Fuzzing --scratch-path .build-sweep -c release --product sweep --sanitize=address
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=1 .build-sweep/release/sweep --count $(COUNT) --seed $(SEED) \
	    --limit $(SECONDS_UNDER_ASAN) $(CALENDARS)

format: ## Format all sources in place
	swift format --in-place --recursive --parallel $(SOURCES)

lint: ## Fail if the formatter would change or reject anything
	swift format lint --strict --recursive --parallel $(SOURCES)

docs: setup ## Build the documentation; fail on dead links and on missing or wrong examples
	swift build $(TRAITS)
	Tests/Documentation/convert .build
	Tests/Documentation/check.py .build

bench-build: ## Check that the benchmarks compile
	swift build --package-path Benchmarks

bench: setup ## Run the short benchmarks beside libical and write Benchmarks/RESULTS.md
	Benchmarks/compare.py

bench-full: setup ## Run the benchmarks with 200 MB, 2 GB, and a million events
	Benchmarks/compare.py --full

bench-check: setup ## Fail if a change costs more than 10% extra instructions
	Benchmarks/compare.py --check

complexity: setup ## Fail if the cost of hostile input grows faster than its size; installs valgrind
	@command -v valgrind > /dev/null || { \
	    command -v apt-get > /dev/null || { echo "there is no valgrind; please install it" >&2; exit 1; }; \
	    as_root=; [ "$$(id -u)" -eq 0 ] || as_root=sudo; \
	    echo "installing valgrind with apt-get"; \
	    $$as_root apt-get update -qq && \
	    $$as_root env DEBIAN_FRONTEND=noninteractive \
	        apt-get install -y -qq --no-install-recommends valgrind libc6-dbg < /dev/null; }
	Tests/Complexity/complexity.py --self-test
	Tests/Complexity/complexity.py
