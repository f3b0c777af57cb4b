# make demo    see it work: sets up, builds, expands the bundled calendar
# make test    sets up, builds and runs the tests
# make help    the other targets

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo test format lint docs bench-build bench bench-full bench-check

SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources
DEMO := --from 2026-03-28 --to 2026-04-11 --time-zone Europe/Berlin

help: ## Say what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## Install what is missing: libical and the time zone database
	@set -euo pipefail; \
	have_libical() { \
	    [ -e /usr/include/libical/ical.h ] || [ -e /usr/local/include/libical/ical.h ] \
	        || [ -e /opt/homebrew/include/libical/ical.h ]; \
	}; \
	missing=(); \
	have_libical || missing+=(libical-dev); \
	[ -e /usr/share/zoneinfo/Europe/Berlin ] || missing+=(tzdata); \
	if [ $${#missing[@]} -eq 0 ]; then exit 0; fi; \
	if command -v apt-get > /dev/null; then \
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
	    echo "installing libical with brew"; \
	    brew install libical < /dev/null; \
	else \
	    echo "please install libical 3.0 with its headers, and the tz database ($${missing[*]} on Debian)" >&2; \
	    exit 1; \
	fi

demo: setup ## Expand the bundled calendar
	swift build -c release --product ics-expand
	@echo; echo "\$$ ics-expand $(DEMO) Corpus/demo/studio.ics"
	@.build/release/ics-expand $(DEMO) Corpus/demo/studio.ics
	@echo; echo "\$$ ics-expand --from 2026-03-31 --to 2026-04-01 --format ndjson Corpus/demo/studio.ics"
	@.build/release/ics-expand --from 2026-03-31T12:00:00Z --to 2026-04-01T00:00:00Z --format ndjson \
	    Corpus/demo/studio.ics

test: setup ## Build and run the tests
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build --parallel

format: ## Format all sources in place
	swift format --in-place --recursive --parallel $(SOURCES)

lint: ## Fail on anything that the formatter would change or forbids
	swift format lint --strict --recursive --parallel $(SOURCES)

docs: ## Build the documentation; a dead link fails
	ICALENDAR_DOCS=1 swift package --scratch-path .build-docs \
	    generate-documentation --target ICalendar --warnings-as-errors

bench-build: ## Keep the benchmarks compiling
	swift build --package-path Benchmarks

bench: setup ## Measure the short set beside libical; writes Benchmarks/RESULTS.md
	Benchmarks/compare.py

bench-full: setup ## The same with 200 MB, 2 GB and a million events
	Benchmarks/compare.py --full

bench-check: setup ## Fail when a change costs more than a tenth in instructions
	Benchmarks/compare.py --check
