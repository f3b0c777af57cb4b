# make demo    set up, build, and expand the bundled calendar
# make test    set up, build, and run the tests
# make help    list all targets

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo demo-web release install install-web dist test test-all test-examples test-web test-dav test-dav-all \
    test-address test-thread spark-package test-spark \
    fuzz fuzz-build sweep complexity format lint documented docs api api-record bench-build bench bench-full bench-check

SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources \
    $(wildcard Examples/*/Package.swift Examples/*/Sources Examples/*/Tests) \
    Integrations/Web/Package.swift Integrations/Web/Sources
# The tests cover every trait, including dependencies that users of the library do not resolve.
TRAITS := --traits CommandLine,Libical,Records,Network,Templates
# Without debugging information, building the tests takes 10% less time. A trap still prints its line.
# With at most 25 files in a batch, the usual limit, the compiler expands the macros of the tests more often.
DEBUG := $(TRAITS) -debug-info-format none -Xswiftc -driver-batch-size-limit -Xswiftc 200
# SwiftPM passes the traits in the order of a set's hashes, and rebuilds everything when that order changes.
BUILD := SWIFT_DETERMINISTIC_HASHING=1 swift build
PROGRAMS := ics-expand ics-store
# The programs can reach servers; packages that use the libraries need no libcurl.
RELEASED := --traits CommandLine,Libical,Network
DEMO := --from 2026-03-28 --to 2026-04-11 --time-zone Europe/Berlin Corpus/demo/studio.ics
DEMO_NDJSON := --from 2026-03-31 --to 2026-04-01 --time-zone Europe/Berlin --format ndjson Corpus/demo/studio.ics

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## Install missing dependencies: libical, SQLite, libcurl, git, and the time zone database
	@.ci/setup

demo: setup ## Expand the bundled calendar
	$(BUILD) -c release $(RELEASED) --product ics-expand
	.build/release/ics-expand $(DEMO)
	.build/release/ics-expand $(DEMO_NDJSON)

WEB := Integrations/Web
# The pages show a copy that can be edited. The current time is a day that has events in the calendar.
demo-web: setup ## Show the bundled calendar in a browser; the first build takes minutes
	$(BUILD) --package-path $(WEB) --product ics-web
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	mkdir -p "$$folder/calendars/studio"; cp Corpus/demo/studio.ics "$$folder/calendars/studio"; \
	ICS_NOW=2026-03-31T10:05:00+02:00 XDG_STATE_HOME="$$folder/state" $(WEB)/.build/debug/ics-web --yes \
	    --store "$$folder/calendars" --time-zone Europe/Berlin

release: setup ## Build the programs into .build/release
	for program in $(PROGRAMS); do $(BUILD) -c release $(RELEASED) --product $$program; done

PREFIX ?= /usr/local
DESTDIR ?=
# Installed programs contain the Swift runtime, so they start faster and run without Swift. They contain no symbols.
RELEASE := -c release --static-swift-stdlib -Xlinker -s
# Copies the programs built in folder 1, with manual pages and completions, below folder 2.
define copy_programs
share="$(2)/share"; \
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
	    $(BUILD) $(RELEASE) $(TRAITS) --scratch-path .build-install --product $$program; \
	done
	@$(call copy_programs,.build-install/release,$(DESTDIR)$(PREFIX))

# Programs that use ICalendarUI look for it in the folders of PATH.
install-web: setup ## Install ics-web, which shows pages in a browser; PREFIX=/usr/local, DESTDIR=
	$(BUILD) $(RELEASE) --package-path $(WEB) --product ics-web
	install -D -m 755 $(WEB)/.build/release/ics-web $(DESTDIR)$(PREFIX)/bin/ics-web

dist: setup ## Create a tarball of programs that need neither Swift, libical nor libcurl, and its checksum
	for program in $(PROGRAMS); do \
	    $(BUILD) $(RELEASE) $(RELEASED) --scratch-path .build-dist --product $$program; \
	done
	@version="$$(.build-dist/release/ics-expand --version)"; \
	name="swift-icalendar-$$version-$$(uname -s | tr A-Z a-z)-$$(uname -m)"; \
	rm -rf ".build-dist/$$name"; \
	$(call copy_programs,.build-dist/release,.build-dist/$$name); \
	cp README.md CHANGELOG.md LICENSE ".build-dist/$$name"; \
	cd .build-dist; tar -czf "$$name.tar.gz" "$$name"; sha256sum "$$name.tar.gz" | tee "$$name.tar.gz.sha256"

test: setup ## Build and run the tests; FILTER=Name selects some
	$(run_tests)

test-all: export ICALENDAR_TESTS := all
test-all: setup ## Build and run all tests, including the long ones; FILTER=Name selects some
	$(run_tests)

# Without a limit, all tests start at once, and hundreds of stores share the system's 128 inotify instances.
WIDTH := 4
# A process runs as many tests at once as there are cores, and most of these wait for programs. So four processes share the
# tests.
PARTS := ICSStoreTests ICSExpandTests ICalendarStoreTests
empty :=
space := $(empty) $(empty)
SHARES := $(PARTS:%="--filter '^%\\.'") "--skip '^($(subst $(space),|,$(PARTS)))\\.'"
define run_tests
$(BUILD) $(DEBUG) --build-tests --explicit-target-dependency-import-check error
@scratch="$$(mktemp -d)"; chmod 755 "$$scratch"; trap 'rm -rf "$$scratch"' EXIT; \
printf '%s\n' $(if $(FILTER),"--filter '$(FILTER)'",$(SHARES)) \
    | TMPDIR="$$scratch" xargs -P 4 -L 1 swift test $(TRAITS) --skip-build --ignore-lock \
        --parallel --experimental-maximum-parallelization-width $(WIDTH) 2>&1 | tee .build/tests.log \
    || { echo; echo "Failures (the whole log is in .build/tests.log):"; \
        grep -a '^✘' .build/tests.log || echo 'none recorded: a process of the tests ended early'; exit 1; }
@awk '/^✔ Test run with/ { count += $$5 } END { print count " tests passed" }' .build/tests.log
@sed -n 's/^➜ .* skipped: "\(.*\)"$$/\1/p' .build/tests.log | sort | uniq -c | sed 's/^ */Skipped tests: /'
endef

# The tests run the programs in Examples/EventKit. This target builds them as a package of their own.
test-examples: setup ## Build the packages under Examples and test the server; the first build takes minutes
	swift test --package-path Examples/CalendarServer
	swift build --package-path Examples/EventKit

# CHECKS selects some of the checks in Tests/Web/browser.py; screenshots of all pages are in .build/screenshots.
# CHECKS=pictures draws the pictures of the README.
test-web: setup ## Click through ics-web in headless Chromium; the first build takes minutes
	@.ci/setup python3 chromium
	[ -x .build/browser/bin/playwright ] || { python3 -m venv .build/browser; \
	    .build/browser/bin/pip install --quiet playwright; }
	$(BUILD) --package-path $(WEB) --product ics-web
	$(BUILD) $(DEBUG) --product drop-in-page
	$(BUILD) $(DEBUG) --product monthly-events
	$(BUILD) $(DEBUG) --product store-process
	.build/browser/bin/python Tests/Web/browser.py $(WEB)/.build/debug/ics-web .build/screenshots $(CHECKS)

# Cyrus needs root, and is tried only where it is installed.
test-dav: setup ## Synchronize two stores with Radicale and Xandikos from PyPI, and with Cyrus where it is installed
	@.ci/setup python3
	[ -x .build/servers/bin/xandikos ] || { python3 -m venv .build/servers; \
	    .build/servers/bin/pip install --quiet radicale xandikos; }
	$(BUILD) $(DEBUG) --product ics-store
	PATH="$(CURDIR)/.build/servers/bin:$$PATH" Tests/Servers/servers.py .build/debug/ics-store $(SERVERS)

# At run level 1, installing servers does not start them.
DAV_PACKAGES := cyrus-imapd cyrus-caldav sasl2-bin libsasl2-modules davical libapache2-mod-php postgresql sogo memcached
test-dav-all: setup ## Also install DAViCal and SOGo, khal, vdirsyncer and todoman; needs Debian and root
	dpkg -s $(DAV_PACKAGES) > /dev/null 2>&1 || { apt-get update -qq; RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $(DAV_PACKAGES) < /dev/null; }
	[ -x .build/peers/bin/todo ] || { python3 -m venv .build/peers; \
	    .build/peers/bin/pip install --quiet khal vdirsyncer todoman; }
	PATH="$(CURDIR)/.build/peers/bin:$$PATH" $(MAKE) test-dav SERVERS="radicale xandikos cyrus davical sogo"

SPARK := Integrations/Spark
spark-package: setup ## Build the Python package ics-spark with a self-contained ics-expand into .build/spark
	@.ci/setup python3
	$(BUILD) $(RELEASE) $(RELEASED) --scratch-path .build-dist --product ics-expand
	[ -x .build/spark-venv/bin/pip ] || python3 -m venv .build/spark-venv
	install -D -m 755 .build-dist/release/ics-expand $(SPARK)/src/ics_spark/bin/ics-expand
	.build/spark-venv/bin/pip wheel --quiet --no-deps --wheel-dir .build/spark $(SPARK)

# This target does not install Java. Spark needs Java 17 or later, which a Spark cluster already has.
MEGABYTES := 1000
test-spark: spark-package ## Run ics-spark on a cluster of PySpark (PyPI) on loopback with MEGABYTES (1000); needs Java 17
	@java -version 2> /dev/null || { echo "java not found; install Java 17, such as openjdk-17-jre-headless"; exit 1; }
	.build/spark-venv/bin/pip install --quiet --force-reinstall --no-deps .build/spark/ics_spark-*.whl
	.build/spark-venv/bin/pip install --quiet .build/spark/ics_spark-*.whl
	.build/spark-venv/bin/ics-spark-prepare
	.build/spark-venv/bin/python $(SPARK)/tests/test_spark.py .build-dist/release/ics-expand .build/spark-test $(MEGABYTES)
	.build/spark-venv/bin/python $(SPARK)/tests/rate.py .build-dist/release/ics-expand .build/spark-rate $(MEGABYTES) 1

# AddressSanitizer includes LeakSanitizer on Linux. Optimized, with all assertions, the tests take a fifth of the time.
SANITIZED := $(TRAITS) --build-tests -Xswiftc -O -Xswiftc -assert-config -Xswiftc Debug
test-address: setup ## Run the tests under AddressSanitizer and LeakSanitizer; FILTER=Name selects some
	$(BUILD) $(SANITIZED) --sanitize=address --scratch-path .build-asan
	Tests/Fuzzing/sanitized address $(FILTER)

test-thread: setup ## Run the tests under ThreadSanitizer; FILTER=Name selects some
	$(BUILD) $(SANITIZED) --sanitize=thread --scratch-path .build-tsan
	Tests/Fuzzing/sanitized thread $(FILTER)

MINUTES := 10
fuzz: setup ## Fuzz each target for MINUTES (10); TARGET=rules selects one
	Tests/Fuzzing/fuzz $(MINUTES) $(TARGET)

fuzz-build: setup ## Check that the fuzz targets and the sweep compile
	$(BUILD) --package-path Tests/Fuzzing --product sweep
	$(BUILD) --package-path Tests/Fuzzing --target fuzz

COUNT := 100000
SEED := 1
CALENDARS := Corpus
# The limit is 2 s without the sanitizer, which slows everything down by a factor of five to ten.
SECONDS_UNDER_ASAN := 10
sweep: setup ## Read COUNT mutated calendars and those in CALENDARS under AddressSanitizer
	$(BUILD) --package-path Tests/Fuzzing --scratch-path .build-sweep -c release --product sweep --sanitize=address
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=1 .build-sweep/release/sweep --count $(COUNT) --seed $(SEED) \
	    --limit $(SECONDS_UNDER_ASAN) $(CALENDARS)

format: ## Format all sources in place
	swift format --in-place --recursive --parallel $(SOURCES)

lint: ## Fail if the formatter would change or reject anything
	swift format lint --strict --recursive --parallel $(SOURCES)

documented:
	@.ci/setup python3
	$(BUILD) $(DEBUG)
	Tests/Documentation/convert .build

docs: documented ## Build the documentation; fail on dead links and on missing or wrong examples
	Tests/Documentation/check.py .build
	[ "$$(uname)" = Darwin ] || Tests/Documentation/eventkit.py check .build

api: documented ## Fail if a public symbol of the last release was removed or changed
	Tests/Documentation/api.py check .build

api-record: documented ## Record the public API for a release
	Tests/Documentation/api.py record .build

bench-build: setup ## Check that the benchmarks compile
	$(BUILD) --package-path Benchmarks

bench: setup ## Run the short benchmarks, compare them with libical, and write Benchmarks/RESULTS.md
	Benchmarks/compare.py

bench-full: setup ## Run the benchmarks with 200 MB, 2 GB, and a million events
	Benchmarks/compare.py --full

bench-check: setup ## Fail if a change costs more than 10% extra instructions
	Benchmarks/compare.py --check

complexity: ## Fail if the cost of hostile input grows faster than its size; installs valgrind
	@.ci/setup valgrind
	Tests/Complexity/complexity.py --self-test
	Tests/Complexity/complexity.py
