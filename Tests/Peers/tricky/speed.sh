#!/usr/bin/env bash
# Prints the processor time and peak memory of each peer for the occurrences of 2026 in a calendar, three times each.
#
#     speed.sh FILE ICALJS VOBJECT ICAL4J_CLASSPATH ICALENDAR_KIT_PROGRAM     see ../tricky.py for the arguments
#
# `generate-corpus --kind people --size 1MB --seed 2026 --output FILE` creates the calendar. PYTHON and PHP select the
# interpreters. Each line shows the number of occurrences, seconds in user and system mode, and KB.
set -uo pipefail
cd "$(dirname "$0")"
file=$1
window=(1767225600 1798761600)
run() {
    name=$1
    shift
    for _ in 1 2 3; do
        figures=$(/usr/bin/time -f "%U %S %M" "$@" 2>&1 >/tmp/speed.out | tail -n 1)
        echo "$name: $(grep -cE '^([0-9]+ [0-9]+( |$)|\{)' /tmp/speed.out) $figures"
    done
}
run swift-icalendar ../../../.build/release/ics-expand --from 2026-01-01 --to 2027-01-01 --time-zone UTC \
    --format ndjson "$file"
run libical ../../../Benchmarks/.build/peers/expand --list "${window[@]}" "$file"
run recurring-ical-events "${PYTHON:-python3}" recurring.py "$file" "${window[@]}"
run ical.js node icaljs.mjs "$2" "$file" "${window[@]}"
run sabre/vobject ${PHP:-php} vobject.php "$3" "$file" "${window[@]}"
run ical4j java -cp "$4" Tricky "$file" "${window[@]}"
run icalendar-kit "$5" "$file" "${window[@]}"
